/*
 * The amounts of a check's invoices by plan, price and month. An estimate: it knows only the invoices of the check. Months are UTC,
 * "2026-03"; null for an amount without a period on an invoice without an issue date. Amounts are exact decimal text.
 */

/** Why an invoice is in no sum: its status says that it charges nothing, or its total or its currency is not known. */
export const LEFT_OUT = ['notCharged', 'noLines', 'unreadable', 'minorUnits', 'noCurrency'] as const
export type LeftOut = (typeof LEFT_OUT)[number]

/** `beside`: taxes and what else the total has beside the lines. `others`: the prices beyond the first 50 of an invoice. */
export const AMOUNT_KINDS = ['price', 'beside', 'others'] as const

/** What an amount is for. */
export interface PricedAmount {
  kind: (typeof AMOUNT_KINDS)[number]
  /** Null without a price; such lines are known by their description. */
  priceId: string | null
  /** The description of the lines up to a comma. */
  name: string | null
}

/** The amount of an invoice for a price that falls in a month. */
export interface MonthAmount extends PricedAmount {
  month: string | null
  amount: string
}

/** The amounts of an invoice: they add up to its total. */
export interface InvoiceMonths {
  plan: string | null
  /** ISO 4217. */
  currency: string
  /** The month of its issue date. */
  issued: string | null
  total: string
  rows: MonthAmount[]
}

/** The sums of a month. */
interface MonthSums {
  month: string | null
  /** Of the invoices that were issued in the month. */
  invoiced: string
  /** Of the lines' days that are in the month. */
  earned: string
  /** Of the days after the month, on invoices issued up to its end. */
  deferred: string
}

export interface CurrencyMonth extends MonthSums {
  currency: string
}

export interface PlanMonth extends CurrencyMonth, PricedAmount {
  plan: string | null
}

/** The sums of a check so far. */
export interface CheckMonths {
  readAt: string
  /** The number of invoices in the sums, and the sum of their totals by currency. */
  invoices: number
  totals: { currency: string; invoices: number; total: string }[]
  leftOut: Record<LeftOut, number>
  /** The objects that may be invoices and could not be read, and those that this run has not read yet. */
  unread: number
  /** In the order of the months, by currency. */
  months: CurrencyMonth[]
  /** In the order of plan, price and month; at most 2,000. */
  rows: PlanMonth[]
  /** The number of further rows. */
  more: number
}
