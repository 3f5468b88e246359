import type { InvoiceTotals } from '@/contract/console/invoice'
import { exactOf, MOST_DIGITS } from '../domain/money/decimal'
import { decimalsOf } from '../domain/money/rounding'
import { formatCount, formatNumber } from './amount'

interface SumLabel {
  /** Which lines it is the sum of. */
  note: string
  /** What stands for a sum that is not known, and why it is not; null where it is known. */
  unknown: { short: string; why: string } | null
}

/** What is said beside "Total". */
export function totalLabel({ total, lines, unreadableLines }: InvoiceTotals): SumLabel {
  return {
    note: sumOf(lines, unreadableLines),
    unknown: total === null ? whyUnknown('Total', 'no line', lines === unreadableLines) : null,
  }
}

/** What is said beside "Customer total". */
export function customerTotalLabel(totals: InvoiceTotals): SumLabel {
  const { customerTotal, customerLines, uncertainLines, unreadableCustomerLines } = totals
  if (uncertainLines > 0)
    return {
      note: 'sum of the lines a customer sees',
      unknown: {
        short: 'Not known',
        why: `Customer total not known: whether a customer sees ${formatCount(uncertainLines, 'line')} could not be read.`,
      },
    }
  const noneReadable = customerLines === unreadableCustomerLines
  return {
    note: `${sumOf(customerLines, unreadableCustomerLines)} a customer sees`,
    unknown: customerTotal === null ? whyUnknown('Customer total', 'no line a customer sees', noneReadable) : null,
  }
}

/** What is said beside the sum of the lines that a customer does not see. */
export function hiddenTotalLabel({ hiddenTotal, hiddenLines, unreadableHiddenLines }: InvoiceTotals): SumLabel {
  const noneReadable = hiddenLines === unreadableHiddenLines
  return {
    note: sumOf(hiddenLines, unreadableHiddenLines),
    unknown: hiddenTotal === null ? whyUnknown('Sum of hidden lines', 'no hidden line', noneReadable) : null,
  }
}

/** What the customer total is called where it is not the total. */
export const CUSTOMER_COPY = 'the amount on the customer’s copy'

/** Names the rounding of a sum that has fractions of a cent; null of any other. */
export function roundingLabel(total: string | null): string | null {
  const exact = exactOf(total)
  return exact === null || decimalsOf(exact) <= 2 ? null : 'rounded half up to cents'
}

/** Whether a customer is asked for another amount than the lines make. */
export function isCustomerTotalOther({
  total,
  customerTotal,
}: Pick<InvoiceTotals, 'total' | 'customerTotal'>): boolean {
  const [all, seen] = [exactOf(total), exactOf(customerTotal)]
  return seen !== null && all?.eq(seen) !== true
}

function sumOf(lines: number, unreadableLines: number): string {
  const summed = lines - unreadableLines
  const some = summed > 0 && unreadableLines > 0 ? `${formatNumber(summed)} of ` : ''
  return `sum of ${some}${formatCount(lines, 'line')}`
}

function whyUnknown(name: string, noLine: string, noneReadable: boolean): SumLabel['unknown'] {
  if (noneReadable) return { short: 'Not known', why: `${name} not known: ${noLine} has a readable amount.` }
  return {
    short: 'Not computed',
    why: `${name} not computed: an amount has more than ${formatCount(MOST_DIGITS, 'digit')} before or after the point.`,
  }
}
