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
  /** Credits and payments: what the total has more than is due. */
  settled: string
  due: string
}

export interface InvoiceChain extends ChainSums {
  basis: ChainBasis
}
