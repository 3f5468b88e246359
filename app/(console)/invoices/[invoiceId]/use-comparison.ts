import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { InvoiceView } from '@/lib/invoices/invoice'
import type { FindingReview, InvoiceFinding } from '@/lib/invoices/finding'
import { isFromComparison } from '@/lib/invoices/finding-kinds'
import { formatCount } from '@/lib/money/amount'
import { comparedLabel } from '@/lib/invoices/finding-label'
import { readable } from '@/lib/billing-api/unreadable'
import { aroundInvoice, customerQuery, relatedQuery } from '@/components/customers/customer-queries'
import { operationQuery } from '@/lib/api'
import type { RelatedObjects } from '@/lib/customers/customer'

/** Which other invoices the invoice was compared with, in words, and the findings of that comparison. */
interface Comparison {
  label: string
  findings: readonly InvoiceFinding[]
}

const NOTHING: readonly InvoiceFinding[] = []

/** Compares the invoice with the others that the console knows of its subscription, and with the ledgers that name it. */
export function useComparison(invoice: InvoiceView): Comparison {
  const customerId = readable(invoice.customerId)
  const others = useRelated(invoice)?.invoices.filter(({ id }) => id !== invoice.id).length
  const { data, error } = useQuery({
    ...customerQuery({ customerId: customerId ?? '' }),
    staleTime: 0,
    enabled: customerId !== null,
    // The same list while nothing new is found: another list would check all lines again.
    select: ({ invoices }) =>
      invoices.find(({ id }) => id === invoice.id)?.checked?.findings.filter(isFromComparison) ?? null,
  })
  if (data)
    return { label: comparedLabel(others ?? 0, data.length === 0), findings: data.length === 0 ? NOTHING : data }
  if (customerId === null || error || data === null) return { label: comparedLabel(null), findings: NOTHING }
  return {
    label: `Comparing with ${others ? formatCount(others, 'other invoice') : 'other invoices'}…`,
    findings: NOTHING,
  }
}

/** Returns what the console knows around the invoice; undefined while it is read and when that fails. */
export const useRelated = (invoice: InvoiceView): RelatedObjects | undefined =>
  useQuery(relatedQuery(aroundInvoice(invoice))).data

const NO_REVIEWS: readonly FindingReview[] = []
export const reviewsQuery = (invoiceId: string) => operationQuery('listReviews', { invoiceId })

/** Returns the reviewed findings of the invoice, read again when the invoice was. */
export function useReviews({ id, asOf }: Pick<InvoiceView, 'id' | 'asOf'>): readonly FindingReview[] {
  const { data, refetch } = useQuery(reviewsQuery(id))
  const readFor = useRef(asOf)
  useEffect(() => {
    if (readFor.current !== asOf) void refetch()
    readFor.current = asOf
  }, [asOf, refetch])
  return data?.reviews ?? NO_REVIEWS
}
