'use client'

import { useQuery } from '@tanstack/react-query'
import type { SubscriptionView } from '@/contract/console/subscription'
import type { AllocationBlockView } from '@/contract/console/transaction'
import { problemOf } from '@/lib/browser/problem-of'
import { readable } from '@/lib/format/unreadable'
import { operationQuery } from '@/lib/queries/operation-query'
import { whyNoInvoice, whyNoSubscription } from './why-no-invoice'

export interface RowSubscription {
  /** Known once the row's invoice is read. */
  subscriptionId: string | null
  subscription: SubscriptionView | null
  /** Why there is no subscription, or none yet; null once it is read. */
  missing: string | null
}

/** Finds the subscription of a transaction through its invoice (row → invoice → subscription), with fresh reads. */
export function useRowSubscription(sentInvoiceId: AllocationBlockView['invoiceId']): RowSubscription {
  const invoiceId = readable(sentInvoiceId)
  const invoice = useQuery({
    ...operationQuery('getInvoice', { invoiceId: invoiceId ?? '' }),
    enabled: invoiceId !== null,
  })
  const subscriptionId = readable(invoice.data?.subscriptionId)
  const subscription = useQuery({
    ...operationQuery('getSubscription', { id: subscriptionId ?? '' }),
    enabled: subscriptionId !== null,
    staleTime: 0,
  })
  const found = subscription.data ?? null
  return { subscriptionId, subscription: found, missing: found ? null : whyMissing() }

  function whyMissing(): string {
    const noInvoice = whyNoInvoice(sentInvoiceId)
    if (noInvoice !== null) return noInvoice
    if (invoice.isError) return `The invoice could not be read: ${problemOf(invoice.error).detail}`
    const noSubscription = invoice.data ? whyNoSubscription(invoice.data) : null
    if (noSubscription !== null) return noSubscription
    if (subscription.isError) return `The subscription could not be read: ${problemOf(subscription.error).detail}`
    return 'Looking for the subscription…'
  }
}
