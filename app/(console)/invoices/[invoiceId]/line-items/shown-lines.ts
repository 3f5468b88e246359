import type { InvoiceView } from '@/contract/console/invoice'
import type { InvoiceFinding } from '@/contract/console/invoice-findings'
import { outsideOf, type SubscriptionDates } from '@/lib/domain/invoice/charged-wrongly'
import { invoiceFindings } from '@/lib/domain/invoice/invoice-findings'
import { readable, readableList } from '@/lib/format/unreadable'
import type { SubscriptionSummary } from '@/lib/queries/subscription-summary'
import type { LinesSearch } from './lines-search-params'
import { matchingLines, type NumberedLine } from './matching-lines'

/** One page of the lines that match. */
export interface ShownLines {
  shown: NumberedLine[]
  /** Counts from 1; the last page when the URL asks for a later one. */
  page: number
  lastPage: number
  /** The number of lines that match; `shown` is one page of them. */
  matches: number
}

export function pageOfLines(
  matches: NumberedLine[],
  { page, pageSize }: Pick<LinesSearch, 'page' | 'pageSize'>,
): ShownLines {
  const lastPage = Math.max(1, Math.ceil(matches.length / pageSize))
  const shownPage = Math.min(page, lastPage)
  const start = (shownPage - 1) * pageSize
  return { shown: matches.slice(start, start + pageSize), page: shownPage, lastPage, matches: matches.length }
}

/** True when an invoice came with its lines: the first HTML of a long invoice omits them. */
export const hasAllLines = ({ invoiceLineItems, totals }: InvoiceView) =>
  readableList(invoiceLineItems).length === (totals?.lines ?? 0)

/** The part of the lines that the first HTML of a long invoice contains. */
export interface FirstLines extends ShownLines {
  /** Charges outside the subscription, which the browser cannot find without all lines. */
  outside: InvoiceFinding[]
}

/** Returns the lines that the URL selects. The invoice must have all lines. */
export function firstLines(invoice: InvoiceView, search: LinesSearch, subscription: CheckedSubscription): FirstLines {
  const outside = outsideOf(invoice, subscription)
  const checked = invoiceFindings(invoice.own, { isTrial: subscription.isTrial, outside, compared: [] })
  return { ...pageOfLines(matchingLines(readableList(invoice.invoiceLineItems), search, checked), search), outside }
}

/** The fields of a subscription that the lines are checked against. */
export interface CheckedSubscription extends SubscriptionDates {
  isTrial: boolean
}

/** Returns the fields that the lines are checked against; all empty for an unknown subscription. */
export const checkedSubscription = (subscription: SubscriptionSummary | undefined): CheckedSubscription => ({
  startDate: readable(subscription?.startDate),
  endDate: readable(subscription?.endDate),
  isTrial: readable(subscription?.isTrial) === true,
})

/** The query key under which the server stores them. */
export const firstLinesKey = (invoiceId: string, search: LinesSearch) => ['firstLines', { invoiceId, ...search }]
