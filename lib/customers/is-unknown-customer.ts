import type { CustomerView } from './customer'

/** True when the index has nothing of a customer. */
export const isUnknownCustomer = ({
  ledgers,
  customerIds,
  subscriptions,
  invoices,
  unread,
  conflict,
}: CustomerView): boolean =>
  conflict === null && [ledgers, customerIds, subscriptions, invoices, unread].every((list) => list.length === 0)
