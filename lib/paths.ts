import type { ListTransactionsQuery } from '@/contract/console/operations'

/** Addresses of the console's pages and of its own API. In a path each id is one percent-encoded segment. */
const segment = encodeURIComponent

export const subscriptionPath = (id: string) => `/subscriptions/${segment(id)}`
export const invoicePath = (invoiceId: string) => `/invoices/${segment(invoiceId)}`
export const ledgerPath = (externalId: string) => `/customers/${segment(externalId)}/transactions`
/** Which page of a ledger, as `/api` takes it. */
export const ledgerSearch = ({ page, pageSize, order }: ListTransactionsQuery) =>
  `page=${page}&pageSize=${pageSize}&order=${order}`

export const apiPath = (page: string) => `/api${page}`
export const rawPath = (page: string) => `/api${page}/raw`
