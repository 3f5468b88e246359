/** Paths of the console's pages. Each id is one percent-encoded segment. */
const segment = encodeURIComponent

export const subscriptionPath = (id: string) => `/subscriptions/${segment(id)}`
export const invoicePath = (invoiceId: string) => `/invoices/${segment(invoiceId)}`
/** Returns the path of the comparison with another invoice, or with the one before. */
export const comparePath = (invoiceId: string, otherId?: string) =>
  withQuery(`${invoicePath(invoiceId)}/compare`, otherId === undefined ? {} : { with: otherId })
/** Returns the path of an invoice on paper. Use a plain link: a prefetch would write an audit entry. */
export const printInvoicePath = (invoiceId: string, query: Readonly<Record<string, string>> = {}) =>
  withQuery(`${invoicePath(invoiceId)}/print`, query)
/** Returns the path of the invoices of a month on paper. Use a plain link: a prefetch would write an audit entry. */
export const printInvoiceMonthPath = (issued: string) => withQuery('/print/invoices', { issued })
export const customerPath = (externalId: string) => `/customers/${segment(externalId)}`
export const apiCustomerPath = (customerId: string) => `/api-customers/${segment(customerId)}`
/** Returns the path of a customer’s timeline: by the external ID of a ledger, or by the customer ID of the billing API. */
export const timelinePath = (of: { externalId: string } | { customerId: string }) =>
  `${'externalId' in of ? customerPath(of.externalId) : apiCustomerPath(of.customerId)}/timeline`
/** An object that has a page. */
export interface LinkedObject {
  kind: 'subscription' | 'invoice' | 'customer'
  id: string
  /** True for a customer of the billing API; otherwise the ID names a ledger. */
  isApiCustomer?: true | undefined
}

/** The paths of the objects that the index has. */
export const OBJECT_PATHS = { subscription: subscriptionPath, invoice: invoicePath, customer: customerPath }
/** Returns the path of an object's page. */
export const objectPath = ({ kind, id, isApiCustomer }: LinkedObject) =>
  isApiCustomer ? apiCustomerPath(id) : OBJECT_PATHS[kind](id)
/** The user's own proposals that wait, or were decided within three days. */
export const OWN_CHANGES_PATH = '/changes?mine=1'
/** The changes of a group. */
export const groupPath = (groupId: string) => `/changes?group=${encodeURIComponent(groupId)}`
/** Returns the path of the credits outstanding. */
export const creditsPath = (search: Readonly<Record<string, string>> = {}) => withQuery('/credits', search)
export const balancePath = (externalId: string, search: Readonly<Record<string, string>> = {}) =>
  withQuery(`${customerPath(externalId)}/balance`, search)
/** Returns the path of a ledger's months on paper. Use a plain link: a prefetch would write an audit entry. */
export const printMonthsPath = (externalId: string) => `${balancePath(externalId)}/print`

/** Returns the path of a customer's transactions. @param search the page of the ledger, or filters */
export const ledgerPath = (externalId: string, search: Readonly<Record<string, string>> = {}) =>
  withQuery(`${customerPath(externalId)}/transactions`, search)

/** Returns the path of the activity page with these filters. */
export const activityPath = (filters: Readonly<Record<string, string>> = {}) => withQuery('/activity', filters)
/** Returns the path of a list with these filters. */
export const listPath = (list: 'subscriptions' | 'invoices' | 'customers', filters: Readonly<Record<string, string>>) =>
  withQuery(`/${list}`, filters)

function withQuery(path: string, search: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(search).toString()
  return query === '' ? path : `${path}?${query}`
}
