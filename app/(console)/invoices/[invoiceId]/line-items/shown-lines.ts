import type { InvoiceLineItemView, InvoiceView } from '@/contract/console/invoice'
import { isAfterEnd } from '@/lib/domain/invoice/after-end'
import { readableList } from '@/lib/format/unreadable'
import type { LinesSearch } from './lines-search-params'
import { matchingLines, type PlacedLine } from './matching-lines'

/** One page of the lines that are found. */
export interface ShownLines {
  shown: PlacedLine[]
  /** From 1: the last where the address asks for one behind it. */
  page: number
  lastPage: number
  /** How many lines are found, of which `shown` are a page. */
  matches: number
}

export function pageOfLines(
  matches: PlacedLine[],
  { page, pageSize }: Pick<LinesSearch, 'page' | 'pageSize'>,
): ShownLines {
  const lastPage = Math.max(1, Math.ceil(matches.length / pageSize))
  const shownPage = Math.min(page, lastPage)
  const start = (shownPage - 1) * pageSize
  return { shown: matches.slice(start, start + pageSize), page: shownPage, lastPage, matches: matches.length }
}

/** Whether an invoice came with its lines: those of a long one come after its first HTML. */
export const hasItsLines = ({ invoiceLineItems, totals }: InvoiceView) =>
  readableList(invoiceLineItems).length === (totals?.lines ?? 0)

/** How many lines begin after the end of their subscription. */
export const linesAfterEnd = (lines: InvoiceLineItemView[], endDate: string | null) =>
  lines.filter((line) => isAfterEnd(line, endDate)).length

/** What the first HTML of a long invoice holds in place of its lines. */
export interface FirstLines extends ShownLines {
  afterEnd: number
}

/** What the address asks for; `endDate` is that of the subscription, null where it is not known. */
export const firstLines = (lines: InvoiceLineItemView[], search: LinesSearch, endDate: string | null): FirstLines => ({
  ...pageOfLines(matchingLines(lines, search, endDate), search),
  afterEnd: linesAfterEnd(lines, endDate),
})

/** Where the server puts them. */
export const firstLinesKey = (invoiceId: string, search: LinesSearch) => ['firstLines', { invoiceId, ...search }]
