/*
 * The lists of what the team has seen, because the billing API has none. Each row is as of the response that showed it. Instants are
 * UTC ISO 8601, amounts decimal text; null where nothing readable was sent.
 */

export const LIST_PAGE_SIZES = [20, 50, 100] as const
/** Rows are counted exactly up to this number. */
export const MAX_COUNTED = 10_000

export interface SeenRow {
  id: string
  /** The instant of the newest response. */
  asOf: string
  /** When the billing API first answered 404 afterwards. */
  goneAt: string | null
}

export interface SeenSubscription extends SeenRow {
  planName: string | null
  status: string | null
  startDate: string | null
  endDate: string | null
  billingCadence: string | null
  customerId: string | null
}

export interface SeenInvoice extends SeenRow {
  number: string | null
  status: string | null
  total: string | null
  /** ISO 4217, of the invoice's subscription where the team has seen that. */
  currency: string | null
  issueDate: string | null
  dueDate: string | null
  customerId: string | null
  subscriptionId: string | null
}

/** A ledger; `id` is the external customer ID. */
export interface SeenCustomer extends SeenRow {
  /** The number of entries that the API counts. */
  count: number | null
  /** Null when its newest entries were not seen. */
  balances: { unit: string | null; balance: string }[] | null
  /** The date of its newest entry. */
  newestAt: string | null
}

/** A page of a list, and the cursors of the pages around it; null where there is none. */
export interface SeenList<Row extends SeenRow> {
  rows: Row[]
  /** The number of matching rows, at most `MAX_COUNTED`; `hasMore` says that there are more. */
  count: number
  hasMore: boolean
  /** The oldest `asOf` of all matching rows. */
  oldest: string | null
  previous: string | null
  next: string | null
}
