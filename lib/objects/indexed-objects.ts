import type { InvoiceChain, InvoiceChainSum, InvoiceSum } from '@/lib/invoices/invoice-chain'
import type { CheckedInvoice, InvoiceVerdict } from '@/lib/invoices/finding'

/*
 * The console's index of the objects that it read, because the billing API has no lists: search, lists, differences, and what a user
 * opened. Each object is from the last response that the console read. Instants are UTC ISO 8601, amounts decimal text;
 * null when nothing readable was sent.
 */

/** The most objects of one name that a search shows: a plan may have a million subscriptions. */
export const MAX_NAMED = 20

/** An object of the index, as a search finds it: always show it with `asOf`. */
export interface IndexedObject {
  kind: 'subscription' | 'invoice' | 'customer'
  id: string
  /** The plan of a subscription, the number of an invoice; null for a ledger. */
  name: string | null
  status: string | null
  /** The total of an invoice, as `IndexedInvoice.total`, and its ISO 4217 currency. */
  amount: string | null
  /** As `IndexedInvoice.owed`; absent from an object without it. */
  owed?: string | null
  currency: string | null
  /** The end of a subscription, the due date of an invoice, the newest entry of a ledger; absent when only the name is known. */
  date?: string | null
  /** The customer ID of the billing API; of a ledger only when it was found by this ID. */
  customerId: string | null
  /** The instant of that response. */
  asOf: string
  /** When the billing API first returned 404 for it afterwards. */
  goneAt: string | null
  /** When a delete or cancel from this console removed it. */
  deletedAt: string | null
  /** The `id` of the customer is that of the billing API: no ledger, or more than one, is known to belong to it. */
  isApiCustomer?: true
}

/** The fields whose changes are kept. */
export const DIFFERENCE_FIELDS = ['status', 'endDate', 'plan', 'price', 'total', 'dueDate'] as const

/** A field of an object that differed from the response before. */
export interface Difference {
  kind: 'subscription' | 'invoice'
  id: string
  /** The plan of a subscription, the number of an invoice; null when the index has neither. */
  name: string | null
  /** ISO 4217, of an invoice's total; null when it is not known. */
  currency: string | null
  field: (typeof DIFFERENCE_FIELDS)[number]
  before: string | null
  after: string | null
  /** The instants of the two responses. */
  beforeAt: string
  afterAt: string
}

/** What changed in the billing API, as the console noticed it, newest first. */
export interface DifferenceList {
  differences: Difference[]
}

/** The ages of an owed invoice: not due, days since the due day (UTC), or no readable due date; last, credits that are not used. */
export const AGES = ['notDue', 'to30', 'to60', 'to90', 'over90', 'noDate', 'credit'] as const
export type Age = (typeof AGES)[number]

export const LIST_PAGE_SIZES = [20, 50, 100] as const
/** A cursor of a list; it holds an ID of up to 256 characters. */
export const CURSOR = /^[\w-]{1,2000}$/
/** A month of a filter, UTC: "2026-03". */
export const MONTH = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/
/** The filter of objects without a readable date. */
export const NO_DATE = 'noDate'
/** Rows are counted exactly up to this number. */
export const MAX_COUNTED = 10_000

interface IndexedRow {
  id: string
  /** When the newest response was requested, by the console's clock. */
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
  /** Its amount, decimal text; null when it is no single amount, is in minor units or a custom unit, or version 0.3.0 read it. */
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
  /** The total of `chain`, decimal text, or "Partial: 6 of 7 lines" instead of a sum that lacks lines; null when it is unknown. */
  total: string | null
  /** What is still to pay, decimal text, when the API's sums say it; null when they add nothing. */
  owed: string | null
  /** Null when a sum of it is unknown. */
  chain: InvoiceChain | null
  /** ISO 4217, from the invoice's subscription; also null when that is not in the index. */
  currency: string | null
  issueDate: string | null
  dueDate: string | null
  customerId: string | null
  subscriptionId: string | null
}

/** An invoice in a list of invoices. */
export interface ListedInvoice extends IndexedInvoice {
  verdict: InvoiceVerdict
  /** Its findings; null when there are none and version 0.3.0, which checked no lines, read it. */
  checked: CheckedInvoice | null
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

/** A page of a list, and the cursors of the pages around it; null where there is none. */
export interface IndexedList<Row> {
  rows: Row[]
  /** When the index was read. */
  readAt: string
  /** The number of matching rows, at most `MAX_COUNTED`; `hasMore` says that there are more. */
  count: number
  hasMore: boolean
  previous: string | null
  next: string | null
}

/** The sums of all invoices that match the filters of a list. */
export interface InvoiceSums {
  /** When the index was read, and the oldest response of a row. */
  readAt: string
  oldest: string | null
  /** By currency: the invoices that are charged, and those that are void, a draft, a test, or gone. */
  chains: (InvoiceChainSum & { isCharged: boolean })[]
  /** By currency and status, those that are gone apart, most invoices first. */
  byStatus: (InvoiceChainSum & { status: string | null; isCharged: boolean })[]
  /** What is due, by age and currency; below zero for credits that are not used. */
  owed: (InvoiceSum & { age: Age })[]
}

/** What needs attention among the objects that the console has read; an invoice is in one of the counts. Counts end at `MAX_COUNTED`. */
export interface Attention {
  /** The overdue invoices by currency; the currency of most invoices first. */
  overdue: InvoiceSum[]
  /** Not overdue, as those below. */
  failedPayments: number
  paymentsToConfirm: number
  endingSoon: number
  /** The objects that changed after the user opened them last. */
  changedSubscriptions: number
  /** Without those that are counted above. */
  changedInvoices: number
}

/** The most objects that are listed as opened by a user. */
export const MAX_OPENED = 8

/** An object that the user opened, as its last response showed it, and when they opened it last. */
export interface OpenedObject extends IndexedObject {
  openedAt: string
}

/** What the user opened last, newest first. An object that the index does not have is left out. */
export interface OpenedList {
  opened: OpenedObject[]
}
