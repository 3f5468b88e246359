/** The most objects of one name that a search shows: a plan may have a million subscriptions. */
export const MAX_NAMED = 20

/**
 * An object of the console's index, from the last response that the console read: always show it with `asOf`. A field is null
 * when nothing readable was sent.
 */
export interface IndexedObject {
  kind: 'subscription' | 'invoice' | 'customer'
  id: string
  /** The plan of a subscription, the number of an invoice; null for a ledger. */
  name: string | null
  status: string | null
  /** The total of an invoice, as `IndexedInvoice.total`, and its ISO 4217 currency. */
  amount: string | null
  currency: string | null
  /** The customer ID of the billing API. */
  customerId: string | null
  /** The instant of that response. */
  asOf: string
  /** When the billing API first returned 404 for it afterwards. */
  goneAt: string | null
  /** When a delete or cancel from this console removed it. */
  deletedAt: string | null
}

/** The fields whose changes are kept. */
export const DIFFERENCE_FIELDS = ['status', 'endDate', 'plan', 'price', 'total', 'dueDate'] as const

/** A field of an object that differed from the response before. Instants are UTC ISO 8601; a value is null when nothing readable was sent. */
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
