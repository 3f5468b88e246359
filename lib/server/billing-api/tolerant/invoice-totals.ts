import 'server-only'
import { Big } from 'big.js'
import type { InvoiceLineItemView, InvoiceTotals } from '@/contract/console/invoice'
import { bigOf } from '../../../domain/decimal'
import { isAbsent } from '../../../format/unreadable'

/** Exact sums of the lines, which the billing API does not send. A line without a readable amount is counted, not added. */
export function invoiceTotals(lines: readonly InvoiceLineItemView[]): InvoiceTotals {
  const customerLines = lines.filter(isSeenByCustomer)
  return {
    total: sum(lines),
    customerTotal: sum(customerLines),
    lines: lines.length,
    customerLines: customerLines.length,
    unreadableLines: lines.filter(({ amount }) => isAbsent(amount)).length,
  }
}

function isSeenByCustomer({ price }: InvoiceLineItemView): boolean {
  return price?.billable?.hidden !== true && price?.billable?.showOnInvoice !== false
}

/** Null where an amount has more digits than are computed with: a sum without it would be a lie. */
function sum(lines: readonly InvoiceLineItemView[]): string | null {
  let total = new Big(0)
  for (const { amount } of lines) {
    if (isAbsent(amount)) continue
    const exact = bigOf(amount)
    if (exact === null) return null
    total = total.plus(exact)
  }
  return total.toFixed()
}
