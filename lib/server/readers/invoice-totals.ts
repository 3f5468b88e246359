import 'server-only'
import { Big } from 'big.js'
import type { InvoiceLineItemView, InvoiceTotals } from '@/contract/console/invoice'

/** Exact sums of the lines, which the billing API does not send. A line without a readable amount is counted, not added. */
export function invoiceTotals(lines: readonly InvoiceLineItemView[]): InvoiceTotals {
  const customerLines = lines.filter(isSeenByCustomer)
  return {
    total: sum(lines),
    customerTotal: sum(customerLines),
    lines: lines.length,
    customerLines: customerLines.length,
    unreadableLines: lines.filter(({ amount }) => amount === null).length,
  }
}

function isSeenByCustomer({ price }: InvoiceLineItemView): boolean {
  return price?.billable?.hidden !== true && price?.billable?.showOnInvoice !== false
}

function sum(lines: readonly InvoiceLineItemView[]): string {
  return lines.reduce((total, { amount }) => (amount === null ? total : total.plus(amount)), new Big(0)).toFixed()
}
