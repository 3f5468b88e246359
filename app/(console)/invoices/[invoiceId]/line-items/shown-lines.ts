import type { InvoiceLineItemView, InvoiceView } from '@/contract/console/invoice'
import { isAfterEnd } from '@/lib/domain/invoice/after-end'
import { readableList } from '@/lib/format/unreadable'
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

/** Counts the lines that start after the end of their subscription. */
export const linesAfterEnd = (lines: InvoiceLineItemView[], endDate: string | null) =>
  lines.filter((line) => isAfterEnd(line, endDate)).length

/** The part of the lines that the first HTML of a long invoice contains. */
export interface FirstLines extends ShownLines {
  afterEnd: number
}

/** Returns the lines that the URL selects; `endDate` is the subscription's, null when it is unknown. */
export const firstLines = (lines: InvoiceLineItemView[], search: LinesSearch, endDate: string | null): FirstLines => ({
  ...pageOfLines(matchingLines(lines, search, endDate), search),
  afterEnd: linesAfterEnd(lines, endDate),
})

/** The query key under which the server stores them. */
export const firstLinesKey = (invoiceId: string, search: LinesSearch) => ['firstLines', { invoiceId, ...search }]
