import type { SubscriptionChange } from '@/lib/changes/change'
import type { Difference, IndexedCustomer, IndexedSubscription, ListedInvoice } from '@/lib/objects/indexed-objects'
import type { WrittenNote } from '@/lib/objects/note'
import type { LedgerCustomer } from '@/lib/ledger/transaction'

/*
 * A customer as the console's index knows them, through the ledger: the billing API has no list of a customer's objects.
 */

/** An invoice of a customer, with the days that its lines cover. */
export interface CustomerInvoice extends Omit<ListedInvoice, 'verdict'> {
  periodStart: string | null
  periodEnd: string | null
  /**
   * Which of its charges could be compared with other invoices: `none` of more lines than the index keeps, `some` when others lack a
   * price, period or amount.
   */
  compared: 'all' | 'some' | 'none'
}

/** An object that a ledger entry or an invoice names, and that is not in the index yet. */
export interface UnreadObject {
  kind: 'subscription' | 'invoice'
  id: string
}

/**
 * Why the console does not know which customer of the billing API a ledger belongs to: the invoices of its blocks name several
 * customers, or those of several ledgers name the same one.
 */
export interface CustomerConflict {
  customerIds: string[]
  externalIds: string[]
}

/** All rows are from the last response that the console read: show them with `asOf`. */
export interface CustomerView {
  /** The customer's ledgers, each with its external ID; the one that was asked for first. Empty when none is known. */
  ledgers: IndexedCustomer[]
  /**
   * The customers of the billing API that the ledger belongs to, each with an entry that proves it: it names the customer, or an invoice
   * of the customer.
   */
  customerIds: LedgerCustomer[]
  /** Why the invoices of the ledger tell no customer; null when they do, or none was read. */
  conflict: CustomerConflict | null
  /** Running ones first. */
  subscriptions: IndexedSubscription[]
  /** Overdue ones first, then the newest issue date. */
  invoices: CustomerInvoice[]
  unread: UnreadObject[]
  /** What changed in the subscriptions and invoices, newest first. */
  differences: Difference[]
  /** Changes of the subscriptions that were made here, newest first. */
  changes: SubscriptionChange[]
  /** The notes on the customer, its subscriptions and invoices, newest first. */
  notes: WrittenNote[]
  /** When this was read from the index: the rows are older, see their `asOf`. */
  readAt: string
  /**
   * Which of them are more than the page reads: 1,000 links of ledgers, 200 subscriptions or invoices. `differences` end at 100,
   * `changes` and `notes` at 200.
   */
  hasMore: { links: boolean; subscriptions: boolean; invoices: boolean }
}

/** What the index knows around a subscription. The billing API has no such lists: show rows with `asOf`. */
export interface RelatedObjects {
  /** The subscription's invoices, the latest period first, by issue date where it is not known; up to 50. */
  invoices: Omit<CustomerInvoice, 'compared' | 'checked'>[]
  /** The customer's external IDs: of the ledgers that belong to the customer. */
  externalIds: string[]
  /** The external IDs of all ledgers that name the customer or an invoice. Another customer may have paid the invoice. */
  ledgers: string[]
}
