/** Addresses of the console's pages. In a path each id is one percent-encoded segment. */
const segment = encodeURIComponent

export const subscriptionPath = (id: string) => `/subscriptions/${segment(id)}`
export const invoicePath = (invoiceId: string) => `/invoices/${segment(invoiceId)}`
export const ledgerPath = (externalId: string) => `/customers/${segment(externalId)}/transactions`
