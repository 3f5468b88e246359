/** Addresses of the console's pages and of its own API. In a path each id is one percent-encoded segment. */
const segment = encodeURIComponent

export const subscriptionPath = (id: string) => `/subscriptions/${segment(id)}`
export const invoicePath = (invoiceId: string) => `/invoices/${segment(invoiceId)}`
export const ledgerPath = (externalId: string) => `/customers/${segment(externalId)}/transactions`

export const apiPath = (page: string) => `/api${page}`
export const rawPath = (page: string) => `/api${page}/raw`
