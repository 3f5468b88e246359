import { type IndexedList, type IndexedObject, INVOICE_VERDICTS } from './indexed-objects'

/*
 * Checks of a list: the console reads each object of a list again, at a bounded rate, and gives it a verdict. Instants are UTC
 * ISO 8601, amounts decimal text.
 */

/** The most objects of one check. */
export const MAX_CHECKED = 5_000
/** The largest body that starts a check: 5,000 IDs of 256 characters. */
export const MAX_CHECK_BYTES = 2 * 1024 * 1024

/** What the IDs of a list are; of `any` each is looked up as an invoice, a subscription and a customer. */
export const CHECK_KINDS = ['invoice', 'subscription', 'customer', 'any'] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

const [LOOK, ...OTHERS] = INVOICE_VERDICTS
/** In the order in which they need a look. */
export const CHECK_VERDICTS = [LOOK, 'notFound', 'notReadable', ...OTHERS] as const
export type CheckVerdict = (typeof CHECK_VERDICTS)[number]

/** A check of a list, and how far it is. */
export interface Check {
  id: string
  kind: CheckKind
  /** The name of the person who started it. */
  owner: string
  startedAt: string
  endedAt: string | null
  state: 'running' | 'stopped' | 'done'
  total: number
  /** The number of objects with a verdict of this run. */
  checked: number
  counts: Record<CheckVerdict, number>
  /** The number of verdicts that differ from the run before; null for the first run. */
  changed: number | null
  /** True when this person may stop it and run it again. */
  isMine: boolean
}

/** The newest checks first. */
export interface CheckList {
  checks: Check[]
  /** The number of objects that all checks read in a second, at most. */
  perSecond: number
}

/** An object of a check as it was read. Null without a verdict, and where the API sent nothing readable. */
export interface CheckedObject {
  id: string
  /** As it was pasted: the ID, or the number of the invoice. */
  given: string
  /** When it was checked. */
  asOf: string | null
  kind: IndexedObject['kind'] | null
  /** The number of an invoice, the plan of a subscription. */
  name: string | null
  status: string | null
  /** Of an invoice. */
  total: string | null
  currency: string | null
  customerId: string | null
  verdict: CheckVerdict | null
  /** The verdict of the run before. */
  before: CheckVerdict | null
  /** What needs a look, or why it could not be read or checked, in words. */
  findings: string[]
}

/** A page of a check's objects: changed verdicts first, then what needs a look first. `count` is the number that match the filter. */
export interface CheckResults extends IndexedList<CheckedObject> {
  check: Check
}

/** The response to starting, stopping or repeating a check. */
export interface CheckChanged {
  accepted: true
  check: Check
}

/** Gaps among the objects that the console has read. Pages ask about them, because the console knows no other objects. */
export interface Gaps {
  readAt: string
  numbers: {
    /** The smallest and the largest whole number among the invoices; null with fewer than two. */
    range: { first: string; last: string } | null
    /** How many numbers the range has, and how many of them were seen. */
    all: string
    seen: number
    /** The first ranges of numbers that were not seen. */
    missing: { first: string; last: string }[]
    /** The number of further ranges. */
    more: number
  }
  /** Active subscriptions without an invoice for their last period that has ended; the longest ago first. */
  uninvoiced: { id: string; planName: string | null; periodStart: string; periodEnd: string }[]
  /** The number of all of them. */
  uninvoicedCount: number
  /** The number of active subscriptions that were looked at, and whether there are more. */
  subscriptions: { count: number; hasMore: boolean }
  /** Customers, and how many invoices their ledger names that the index does not have. */
  unread: { externalId: string; invoices: number }[]
  /** The number of further customers. */
  moreUnread: number
}
