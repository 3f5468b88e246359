import type { InvoiceLineItemView } from '@/contract/console/invoice'
import type { Field } from '@/contract/console/view-of'
import type { InvoiceFindings } from '@/lib/domain/invoice/invoice-findings'
import { sizeOfDifference } from '@/lib/domain/invoice/line-verdict'
import { isSeenByCustomer } from '@/lib/domain/invoice/seen-by-customer'
import { readable } from '@/lib/format/unreadable'
import type { LinesSearch } from './lines-search-params'

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
  const numbered: NumberedLine[] = []
  for (const [index, line] of lines.entries())
    if (isIn({ line, position: index + 1 }) && isMatch(line)) numbered.push({ line, position: index + 1 })
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
  if (!/^-?\d+\.?\d*$/.test(typed)) return () => false
  const isSame = sameNumber(typed)
  return ({ amount: sent }) => {
    const amount = readable(sent)
    if (amount === null) return false
    return amount.startsWith(typed) || amount.startsWith(`-${typed}`) || isSame.test(amount)
  }
}

/** Returns a pattern for the same decimal with any zeros around it; it runs for tens of thousands of lines. */
function sameNumber(decimal: string): RegExp {
  const [, sign, whole = '', fraction = ''] = /^(-?)0*(\d*)\.?(\d*?)0*$/.exec(decimal) ?? []
  return new RegExp(`^${sign}0*${whole}${fraction === '' ? String.raw`(?:\.0*)?` : String.raw`\.${fraction}0*`}$`)
}

/** Sorts the largest difference first; equal ones and lines without a finding keep the invoice's order. */
function byDifference(numbered: NumberedLine[], { checkLine }: InvoiceFindings): NumberedLine[] {
  return numbered
    .map((line) => ({ line, size: sizeOfDifference(checkLine(line.line, line.position)) }))
    .toSorted((a, b) => b.size.cmp(a.size))
    .map(({ line }) => line)
}
