'use client'

import { useQuery } from '@tanstack/react-query'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { customerQuery } from '@/lib/queries/customer-query'

/** Seldom shown. */
const ChargeNotices = lazyWithRetry(() => import('./charge-notices').then((module) => module.ChargeNotices))

interface InvoiceChargeNoticesProps {
  invoiceId: string
  customerId: string
}

/** What an invoice charges twice, as far as the index knows the customer's other invoices. Its lines mark charges after the end. */
export function InvoiceChargeNotices({ invoiceId, customerId }: InvoiceChargeNoticesProps) {
  const { data } = useQuery({ ...customerQuery({ customerId }), staleTime: 0 })
  if (!data) return null
  const twice = data.chargedTwice.filter(({ invoices }) => invoices.some(({ id }) => id === invoiceId))
  if (twice.length === 0) return null
  return <ChargeNotices twice={twice} afterEnd={[]} />
}
