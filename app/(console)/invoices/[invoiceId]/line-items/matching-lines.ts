import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { isAfterEnd } from '@/lib/domain/after-end'
import { bigOf, exactOf } from '@/lib/domain/decimal'
import { lineVerdict, sizeOfDifference } from '@/lib/domain/line-verdict'
import { isSeenByCustomer } from '@/lib/domain/seen-by-customer'
import { readable } from '@/lib/format/unreadable'
import type { LinesSearch } from './lines-search-params'

export interface PlacedLine {
  line: InvoiceLineItemView
  /** 1 for the invoice's first line: ids may be missing or repeat, places cannot. */
  position: number
}

type Sought = Pick<LinesSearch, 'lines' | 'find' | 'order'>

/**
 * The lines that the address shows, in the invoice's order or by their difference. Text is found in the description, the
 * ids and the amount; "hidden" finds what the customer does not see. `endDate` is that of the subscription.
 */
export function matchingLines(
  lines: InvoiceLineItemView[],
  { lines: filter, find, order }: Sought,
  endDate: string | null,
): PlacedLine[] {
  const isSought = holds(find)
  const placed = lines
    .map((line, index) => ({ line, position: index + 1 }))
    .filter(({ line }) => isIn(line, filter, endDate) && isSought(line))
  return order === 'difference' ? byDifference(placed) : placed
}

function isIn(line: InvoiceLineItemView, filter: LinesSearch['lines'], endDate: string | null): boolean {
  switch (filter) {
    case 'look':
      return lineVerdict(line).state === 'look'
    case 'hidden':
      return isSeenByCustomer(line) === false
    case 'customer':
      return isSeenByCustomer(line) === true
    case 'afterEnd':
      return isAfterEnd(line, endDate)
    case null:
      return true
  }
}

function holds(text: string): (line: InvoiceLineItemView) => boolean {
  const sought = text.trim().toLowerCase()
  if (sought === '') return () => true
  const holdsAmount = amountHolds(sought)
  return (line) =>
    [line.description, line.id, line.priceId, line.price?.billable?.id].some((field) =>
      readable(field)?.toLowerCase().includes(sought),
    ) ||
    (sought === 'hidden' && isSeenByCustomer(line) === false) ||
    holdsAmount(line)
}

/** Whether an amount is the one sought, or begins with what was typed of it: "$1,2" finds 1,234.50, and "25" −25.00. */
function amountHolds(sought: string): (line: InvoiceLineItemView) => boolean {
  const typed = sought.replaceAll(/[\s,$€£¥+]/g, '').replace('−', '-')
  if (!/^-?\d+\.?\d*$/.test(typed)) return () => false
  const exact = bigOf(typed)
  return ({ amount: sent }) => {
    const amount = readable(sent)
    if (amount === null) return false
    const isBegun = amount.startsWith(typed) || amount.startsWith(`-${typed}`)
    return isBegun || (exact !== null && exactOf(amount)?.eq(exact) === true)
  }
}

/** The largest first; lines of one size, as those without a finding, stay in the invoice's order. */
function byDifference(placed: PlacedLine[]): PlacedLine[] {
  return placed
    .map((line) => ({ line, size: sizeOfDifference(lineVerdict(line.line)) }))
    .toSorted((a, b) => b.size.cmp(a.size))
    .map(({ line }) => line)
}
