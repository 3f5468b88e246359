import { Big } from 'big.js'
import type { InvoiceView } from './invoice'
import { exactOf } from '@/lib/money/decimal'
import { amountOwed, completeTotal, isChargedStatus } from './owed-statuses'

/**
 * Returns the chain of an invoice's sums (docs/decisions/one-chain.md). The API's own total is used where it is sent and follows from
 * the lines; otherwise the sum of the lines. Returns null when a line has no readable amount, and when sums are sent without lines.
 */
export function invoiceChain(invoice: Pick<InvoiceView, 'status' | 'totals' | 'payable'>): InvoiceChain | null {
  const { status, totals, payable } = invoice
  const lines = exactOf(completeTotal(totals))?.toFixed() ?? null
  if (lines === null || (totals?.lines === 0 && payable === 'unclear')) return null
  const due = dueOf(status, amountOwed(invoice) ?? lines)
  if (payable === null || payable === 'unclear')
    return chainOf({ lines, total: lines, due, basis: payable === null ? 'lines' : 'unclear' })
  return chainOf({ lines, total: payable.total, due, basis: 'sums' })
}

/** Returns what is due of an invoice of this status: zero when it is paid, null when it is not charged. */
export function dueOf(status: unknown, owed: string): string | null {
  if (!isChargedStatus(status)) return null
  return status === 'paid' ? '0' : owed
}

/** Adds the two amounts that lead from one sum of a chain to the next. */
export const chainOf = (sums: Pick<InvoiceChain, 'lines' | 'total' | 'due' | 'basis'>): InvoiceChain => ({
  ...sums,
  beside: new Big(sums.total).minus(sums.lines).toFixed(),
  settled: sums.due === null ? null : new Big(sums.total).minus(sums.due).toFixed(),
})

/*
 * The chain of an invoice's sums, and of the sums of many: lines + beside = total, total − settled = due. Exact decimal text.
 * docs/decisions/one-chain.md says what each is.
 */

/**
 * Where total and due come from. `sums`: the API's own, which follow from the lines. `lines`: the lines alone, because the API sends
 * nothing else. `unclear`: the lines alone, because what else it sends contradicts them or says no sum.
 */
export type ChainBasis = 'sums' | 'lines' | 'unclear'

export interface ChainSums {
  /** The sum of all lines. */
  lines: string
  /** Tax, fees, discounts, and lines that are not charged: what leads from the lines to the total. */
  beside: string
  total: string
  /** Credits and payments: what the total has more than is due. Null where nothing is charged, as `due`. */
  settled: string | null
  due: string | null
}

export interface InvoiceChain extends ChainSums {
  basis: ChainBasis
}

/** The sum of several invoices of one currency; null when it is not known. */
export interface InvoiceSum {
  currency: string | null
  count: number
  /** Decimal text; null when no total is known. Each total is rounded to the currency's smallest unit first, as lists show it. */
  total: string | null
  /** How many of them have no known total. */
  unknown: number
}

/** The sum of several invoices of one currency, with its chain. */
export interface InvoiceChainSum extends InvoiceSum {
  /** The chain of those with a known total; null when there are none, and for an unknown currency. */
  chain: ChainSums | null
  /** How many of them are summed by their lines, because the API's other amounts contradict these or say no sum. */
  unclear: number
}
