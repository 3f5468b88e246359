import { alias } from 'drizzle-orm/pg-core'
import { indexedInvoices, indexedLedgers, indexedSubscriptions } from '../store/index-schema'

/** The subscription of an invoice, which alone names its currency (section 2.5): join it. */
export const subscriptionOfInvoice = alias(indexedSubscriptions, 'subscription')

// The columns of the indexed objects as `contract/console/indexed-list.ts` has them.

export const SUBSCRIPTION_COLUMNS = {
  id: indexedSubscriptions.id,
  planName: indexedSubscriptions.planName,
  status: indexedSubscriptions.status,
  startDate: indexedSubscriptions.startDate,
  endDate: indexedSubscriptions.endDate,
  billingCadence: indexedSubscriptions.billingCadence,
  pays: indexedSubscriptions.pays,
  customerId: indexedSubscriptions.customerId,
  asOf: indexedSubscriptions.seenAt,
  goneAt: indexedSubscriptions.goneAt,
}

export const INVOICE_COLUMNS = {
  id: indexedInvoices.id,
  number: indexedInvoices.number,
  status: indexedInvoices.status,
  total: indexedInvoices.total,
  currency: subscriptionOfInvoice.currency,
  issueDate: indexedInvoices.issueDate,
  dueDate: indexedInvoices.dueDate,
  customerId: indexedInvoices.customerId,
  subscriptionId: indexedInvoices.subscriptionId,
  asOf: indexedInvoices.seenAt,
  goneAt: indexedInvoices.goneAt,
}

export const LEDGER_COLUMNS = {
  id: indexedLedgers.id,
  count: indexedLedgers.count,
  balances: indexedLedgers.balances,
  newestAt: indexedLedgers.newestAt,
  asOf: indexedLedgers.seenAt,
  goneAt: indexedLedgers.goneAt,
}
