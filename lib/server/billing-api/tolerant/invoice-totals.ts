import { Big } from 'big.js'
import type { InvoiceLineItemView, InvoiceTotals } from '@/contract/console/invoice'
import { bigOf } from '../../../domain/money/decimal'
import { isSeenByCustomer } from '../../../domain/invoice/seen-by-customer'
import { isAbsent } from '../../../format/unreadable'

/**
 * Returns exact sums of the lines, which the billing API does not send. A line without a readable amount is counted,
 * not added.
 */
export function invoiceTotals(lines: readonly InvoiceLineItemView[]): InvoiceTotals {
  const customerLines = lines.filter((line) => isSeenByCustomer(line) === true)
  const hiddenLines = lines.filter((line) => isSeenByCustomer(line) === false)
  const uncertainLines = lines.filter((line) => isSeenByCustomer(line) === null).length
  return {
    total: sum(lines),
    customerTotal: uncertainLines > 0 ? null : sum(customerLines),
    hiddenTotal: sum(hiddenLines),
    lines: lines.length,
    customerLines: customerLines.length,
    hiddenLines: hiddenLines.length,
    uncertainLines,
    unreadableLines: withoutAmount(lines),
    unreadableCustomerLines: withoutAmount(customerLines),
    unreadableHiddenLines: withoutAmount(hiddenLines),
  }
}

const withoutAmount = (lines: readonly InvoiceLineItemView[]) => lines.filter(({ amount }) => isAbsent(amount)).length

/** Returns null when no amount is readable, or one has too many digits to compute with: any sum would be wrong. */
function sum(lines: readonly InvoiceLineItemView[]): string | null {
  if (lines.length > 0 && withoutAmount(lines) === lines.length) return null
  let total = new Big(0)
  for (const { amount } of lines) {
    if (isAbsent(amount)) continue
    const exact = bigOf(amount)
    if (exact === null) return null
    total = total.plus(exact)
  }
  return total.toFixed()
}
