import { Big } from 'big.js'
import type { InvoiceChain } from './invoice-chain-view'
import type { InvoiceView } from './invoice'
import { exactOf } from '@/lib/money/decimal'
import { amountOwed, completeTotal } from './owed-statuses'

/**
 * Returns the chain of an invoice's sums (docs/decisions/one-chain.md). The API's own total is used where it is sent and follows from
 * the lines; otherwise the sum of the lines. Returns null when a line has no readable amount, and when sums are sent without lines.
 */
export function invoiceChain(invoice: Pick<InvoiceView, 'status' | 'totals' | 'payable'>): InvoiceChain | null {
  const { status, totals, payable } = invoice
  const lines = exactOf(completeTotal(totals))?.toFixed() ?? null
  if (lines === null || (totals?.lines === 0 && payable === 'unclear')) return null
  const due = status === 'paid' ? '0' : (amountOwed(invoice) ?? lines)
  if (payable === null || payable === 'unclear')
    return chainOf({ lines, total: lines, due, basis: payable === null ? 'lines' : 'unclear' })
  return chainOf({ lines, total: payable.total, due, basis: 'sums' })
}

/** Adds the two amounts that lead from one sum of a chain to the next. */
export const chainOf = (sums: Pick<InvoiceChain, 'lines' | 'total' | 'due' | 'basis'>): InvoiceChain => ({
  ...sums,
  beside: new Big(sums.total).minus(sums.lines).toFixed(),
  settled: new Big(sums.total).minus(sums.due).toFixed(),
})
