import type { InvoiceView } from '@/lib/invoices/invoice'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import type { TransactionPageView } from '@/lib/ledger/transaction'
import type { ObjectIndex } from '@/lib/objects/server/object-index'

/** Record responses in an index as if each was requested at its `asOf`. */

export const recordSubscription = (index: ObjectIndex, view: SubscriptionView, into?: 'object' | 'knownObject') =>
  index.recordSubscription({ ...index.startRead(), sentAt: view.asOf }, view, into)

export const recordInvoice = (index: ObjectIndex, view: InvoiceView) =>
  index.recordInvoice({ ...index.startRead(), sentAt: view.asOf }, view)

export const recordLedgerPage = (
  index: ObjectIndex,
  view: TransactionPageView,
  page: Parameters<ObjectIndex['recordLedgerPage']>[2],
) => index.recordLedgerPage({ ...index.startRead(), sentAt: view.asOf }, view, page)
