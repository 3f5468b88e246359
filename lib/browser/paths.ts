/** Addresses of the console's pages. In a path each id is one percent-encoded segment. */
const segment = encodeURIComponent

export const subscriptionPath = (id: string) => `/subscriptions/${segment(id)}`
export const invoicePath = (invoiceId: string) => `/invoices/${segment(invoiceId)}`
export const ledgerPath = (externalId: string) => `/customers/${segment(externalId)}/transactions`

/** What people did, as far as it fits: all of it, or that of one object or person. */
export function activityPath(filters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(filters).toString()
  return query === '' ? '/activity' : `/activity?${query}`
}
