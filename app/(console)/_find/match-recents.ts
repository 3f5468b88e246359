import type { RecentPage } from '@/lib/browser/recent-page'
import { ledgersOf } from '@/lib/browser/recents'

/**
 * Finds recently opened pages by a name that the billing API cannot search: invoice number, plan name, or the service's
 * customer ID. For a customer, returns the ledgers, else the subscriptions, else the invoices.
 */
export function recentsNamed(pages: RecentPage[], text: string): RecentPage[] {
  const wanted = text.trim().toLowerCase()
  const number = wanted.replace(/^(?:invoice\s+)?#?/, '')
  const named = pages.filter((page) => {
    if (page.kind === 'subscription') return page.label.toLowerCase() === wanted
    return page.kind === 'invoice' && page.number?.toLowerCase() === number
  })
  return named.length > 0 ? named : ofCustomer(pages, text.trim())
}

function ofCustomer(pages: RecentPage[], customerId: string): RecentPage[] {
  const ledgers = ledgersOf(pages, { subscriptionId: null, customerId })
  if (ledgers.length > 0) return ledgers
  const theirs = pages.filter((page) => page.kind !== 'customer' && page.customerId === customerId)
  const subscriptions = theirs.filter(({ kind }) => kind === 'subscription')
  return subscriptions.length > 0 ? subscriptions : theirs
}

/** Returns the recently opened pages whose name, ID or customer contains the text, ignoring case. */
export function recentsContaining(pages: RecentPage[], text: string): RecentPage[] {
  const wanted = text.trim().toLowerCase()
  return pages.filter((page) => {
    const customerId = page.kind === 'customer' ? '' : (page.customerId ?? '')
    return [page.label, page.id, customerId].some((name) => name.toLowerCase().includes(wanted))
  })
}
