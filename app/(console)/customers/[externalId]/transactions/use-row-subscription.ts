'use client'

import { useQuery } from '@tanstack/react-query'
import type { SubscriptionView } from '@/contract/console/subscription'
import { isUnreadable, readable } from '@/lib/format/unreadable'
import { problemOf } from '@/lib/browser/problem-of'
import { operationQuery } from '@/lib/queries/operation-query'

export interface RowSubscription {
  /** Known as soon as the row's invoice was read. */
  subscriptionId: string | null
  subscription: SubscriptionView | null
  /** Why there is no subscription, or not yet; null once it was read. */
  missing: string | null
}

/** The subscription a transaction belongs to, found through its invoice: row → invoice → subscription, read anew. */
export function useRowSubscription(invoiceId: string | null): RowSubscription {
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
    if (invoiceId === null) return 'This transaction has no invoice'
    if (invoice.isError) return `The invoice could not be read: ${problemOf(invoice.error).detail}`
    if (invoice.data && subscriptionId === null)
      return isUnreadable(invoice.data.subscriptionId)
        ? 'The invoice names a subscription that could not be read'
        : 'The invoice names no subscription'
    if (subscription.isError) return `The subscription could not be read: ${problemOf(subscription.error).detail}`
    return 'Looking for the subscription…'
  }
}
