import type { InvoiceLineItemView, InvoiceView } from '@/lib/invoices/invoice'
import type { Field } from '@/lib/billing-api/view-of'
import { invoiceFindings, type InvoiceFindings } from '@/lib/invoices/invoice-findings'
import { sizeOfDifference } from '@/lib/invoices/line-verdict'
import { isSeenByCustomer } from '@/lib/invoices/invoice-lines'
import { readable, readableList } from '@/lib/billing-api/unreadable'
import type { LinesSearch } from './lines-search-params'
import type { InvoiceFinding } from '@/lib/invoices/finding'
import { outsideOf, type SubscriptionDates } from '@/lib/invoices/against-subscription'

export interface NumberedLine {
  line: InvoiceLineItemView
  /** The line's number, from 1: IDs may be missing or repeat. */
  position: number
}

type Sought = Pick<LinesSearch, 'lines' | 'find' | 'order'>

/**
 * Returns the lines that the URL selects, in the invoice's order or by difference. The search covers description, IDs
 * and amount; "hidden" finds lines that the customer does not see.
 */
export function matchingLines(
  lines: InvoiceLineItemView[],
  { lines: filter, find, order }: Sought,
  checked: InvoiceFindings,
): NumberedLine[] {
  const isMatch = holds(find)
  const isIn = selects(filter, checked)
  const numbered = lines
    .map((line, index) => ({ line, position: index + 1 }))
    .filter((each) => isIn(each) && isMatch(each.line))
  return order === 'difference' ? byDifference(numbered, checked) : numbered
}

function selects(filter: LinesSearch['lines'], { findings, checkLine }: InvoiceFindings) {
  const outside = new Set(findings.filter(({ kind }) => kind === filter).flatMap(({ lines }) => lines))
  return ({ line, position }: NumberedLine): boolean => {
    switch (filter) {
      case 'look':
        return checkLine(line, position).state === 'look'
      case 'hidden':
        return isSeenByCustomer(line) === false
      case 'customer':
        return isSeenByCustomer(line) === true
      case 'afterEnd':
      case 'beforeStart':
        return outside.has(position)
      case null:
        return true
    }
  }
}

function holds(text: string): (line: InvoiceLineItemView) => boolean {
  const searchText = text.trim().toLowerCase()
  if (searchText === '') return () => true
  const isAmountMatch = matchesAmount(searchText)
  const isInText = (field: Field<string>) => readable(field)?.toLowerCase().includes(searchText) === true
  return (line) =>
    isInText(line.description) ||
    isInText(line.id) ||
    isInText(line.priceId) ||
    isInText(line.price?.billable?.id) ||
    (searchText === 'hidden' && isSeenByCustomer(line) === false) ||
    isAmountMatch(line)
}

/** True when an amount equals or starts with the typed one: "$1,2" finds 1,234.50, and "25" finds −25.00. */
function matchesAmount(searchText: string): (line: InvoiceLineItemView) => boolean {
  const typed = searchText.replaceAll(/[\s,$€£¥+]/g, '').replace('−', '-')
  // The URL keeps 200 characters; a pattern of 32 Ki digits would throw.
  if (!/^-?\d{1,200}(?:\.\d{0,200})?$/.test(typed)) return () => false
  const isSame = sameNumber(typed)
  return ({ amount: sent }) => {
    const amount = readable(sent)
    if (amount === null) return false
    return amount.startsWith(typed) || amount.startsWith(`-${typed}`) || isSame.test(amount)
  }
}

/** Returns a pattern for the same decimal with any zeros around it; it runs for tens of thousands of lines. */
function sameNumber(decimal: string): RegExp {
  const [, sign, whole = '', fraction = ''] = /^(-?)0*(\d*)(?:\.((?:0*[1-9])*)0*)?$/.exec(decimal) ?? []
  return new RegExp(`^${sign}0*${whole}${fraction === '' ? String.raw`(?:\.0*)?` : String.raw`\.${fraction}0*`}$`)
}

/** Sorts the largest difference first; equal ones and lines without a finding keep the invoice's order. */
function byDifference(numbered: NumberedLine[], { checkLine }: InvoiceFindings): NumberedLine[] {
  return numbered
    .map((line) => ({ line, size: sizeOfDifference(checkLine(line.line, line.position)) }))
    .toSorted((a, b) => b.size.cmp(a.size))
    .map(({ line }) => line)
}

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
export function firstLines(invoice: InvoiceView, search: LinesSearch, subscription: SubscriptionDates): FirstLines {
  const outside = outsideOf(invoice, subscription)
  const checked = invoiceFindings(invoice.own, { isTrial: subscription.isTrial, outside, compared: [] })
  return { ...pageOfLines(matchingLines(readableList(invoice.invoiceLineItems), search, checked), search), outside }
}

/** The query key under which the server stores them. */
export const firstLinesKey = (invoiceId: string, search: LinesSearch) => ['firstLines', { invoiceId, ...search }]
