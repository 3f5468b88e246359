import { useQueries } from '@tanstack/react-query'
import type { InvoiceView } from '@/lib/invoices/invoice'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { operationQuery } from '@/lib/api'
import type { Destination } from './destination'

/** How long what was read is reused, so that Back shows it at once. */
export const FRESH_MS = 30_000
/** The most objects that are read for the results. */
const MAX_READ = 10

/** A subscription or invoice of the ticket. */
export interface ReadObject {
  id: string
  /** Undefined while it is read, when that fails, and for those beyond the first ten. */
  view: SubscriptionView | InvoiceView | undefined
  isPending: boolean
  /** ISO 4217, as the search found it; null when it is not known. */
  currency: string | null
}

/** Reads the first ten subscriptions and invoices of a ticket for their replies and rows. Returns all of them, in its order. */
export function useReadObjects(places: readonly Destination[]): ReadObject[] {
  const all = places.filter(({ kind, object }) => kind !== 'customer' && (object?.goneAt ?? null) === null)
  const read = all.slice(0, MAX_READ)
  const results = useQueries({
    queries: read.map(({ kind, id }) =>
      kind === 'subscription'
        ? { ...operationQuery('getSubscription', { id }), staleTime: FRESH_MS }
        : { ...operationQuery('getInvoice', { invoiceId: id }), staleTime: FRESH_MS },
    ),
  })
  return all.map(({ id, object }, nth) => {
    const { data, isPending = false } = results[nth] ?? {}
    return { id, view: data, isPending, currency: object?.currency ?? null }
  })
}
