/** Paths of the console's pages. Each id is one percent-encoded segment. */
const segment = encodeURIComponent

export const subscriptionPath = (id: string) => `/subscriptions/${segment(id)}`
export const invoicePath = (invoiceId: string) => `/invoices/${segment(invoiceId)}`
export const customerPath = (externalId: string) => `/customers/${segment(externalId)}`
export const apiCustomerPath = (customerId: string) => `/api-customers/${segment(customerId)}`
export const ledgerPath = (externalId: string) => `/customers/${segment(externalId)}/transactions`

/** Returns the path of the activity page with these filters. */
export function activityPath(filters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(filters).toString()
  return query === '' ? '/activity' : `/activity?${query}`
}
