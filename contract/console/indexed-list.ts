import type { InvoiceFinding, LineChecks } from './invoice-findings'

/*
 * Lists from the console's index, because the billing API has none. Each row is from the last response that the console read.
 * Instants are UTC ISO 8601, amounts decimal text; null when nothing readable was sent.
 */

export const LIST_PAGE_SIZES = [20, 50, 100] as const
/** A cursor of a list; it holds an ID of up to 256 characters. */
export const CURSOR = /^[\w-]{1,2000}$/
/** Rows are counted exactly up to this number. */
export const MAX_COUNTED = 10_000

export interface IndexedRow {
  id: string
  /** The instant of the newest response. */
  asOf: string
  /** When the billing API first returned 404 afterwards. */
  goneAt: string | null
}

export interface IndexedSubscription extends IndexedRow {
  planName: string | null
  status: string | null
  startDate: string | null
  endDate: string | null
  billingCadence: string | null
  /** The base price as the console shows it: "$499.00 monthly". */
  pays: string | null
  /** Its amount, decimal text; null when it is no single amount, is in minor units or a custom unit, or an older version read it. */
  basePrice: string | null
  /** ISO 4217, or the words for an unreadable one. */
  currency: string | null
  customerId: string | null
  /** When a delete or cancel from this console removed it. */
  deletedAt: string | null
}

export interface IndexedInvoice extends IndexedRow {
  number: string | null
  status: string | null
  /** Decimal text, or "Partial: 6 of 7 lines" instead of a sum that lacks lines; null when it is unknown. */
  total: string | null
  /** ISO 4217, from the invoice's subscription; also null when that is not in the index. */
  currency: string | null
  issueDate: string | null
  dueDate: string | null
  customerId: string | null
  subscriptionId: string | null
}

/** An invoice in a list of invoices. */
export interface ListedInvoice extends IndexedInvoice {
  /** Its findings; null when there are none and an earlier version read it without checking its lines. */
  checked: CheckedInvoice | null
}

/** The findings of an invoice, followed by notes; `more` counts further ones of single lines. */
export interface CheckedInvoice {
  findings: InvoiceFinding[]
  more: number
  checks: LineChecks
}

/** A ledger; `id` is the external customer ID. */
export interface IndexedCustomer extends IndexedRow {
  /** The number of entries that the API counts. */
  count: number | null
  /**
   * Null when neither its newest entries nor the whole ledger was read; a single balance is null when it is unknown. `asOf` is the
   * time of the whole-ledger read, for a pool without an entry among the newest.
   */
  balances: { unit: string | null; balance: string | null; asOf: string | null }[] | null
  /** The date of its newest entry. */
  newestAt: string | null
}

export interface CustomerForgotten {
  accepted: true
  /** The number of deleted rows of the index. */
  rows: number
}

/** A page of a list, and the cursors of the pages around it; null where there is none. */
export interface IndexedList<Row extends IndexedRow> {
  rows: Row[]
  /** When the index was read. */
  readAt: string
  /** The number of matching rows, at most `MAX_COUNTED`; `hasMore` says that there are more. */
  count: number
  hasMore: boolean
  /** The oldest `asOf` of all matching rows. */
  oldest: string | null
  previous: string | null
  next: string | null
}
