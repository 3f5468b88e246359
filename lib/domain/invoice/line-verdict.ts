import { Big } from 'big.js'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { type LineArithmetic, lineArithmetic, lineNumbers } from './line-arithmetic'
import { type PriceAgreement, type PriceCheck, priceCheck, type PriceFinding } from './price-check'
import { decimalsOfAmount, roundingTo, whole } from '../money/rounding'
import { subItemsCheck } from './sub-items-check'

/** What is wrong with a line, with the exact difference where there is one: how much more than expected it charges. */
export type LineFinding =
  | { kind: 'amount'; difference: string }
  | { kind: 'subItems'; expected: string; difference: string }
  | { kind: 'subItem'; position: number; difference: string }
  | PriceFinding

/**
 * `agrees`: the amount is what quantity, unit price and the price's rules make of it, as far as these were sent. `look`:
 * something contradicts it. `unchecked`: there is no amount, or nothing to check it against.
 */
export interface LineVerdict {
  state: 'agrees' | 'look' | 'unchecked'
  findings: LineFinding[]
  /** The checks that the verdict and its words follow from. */
  arithmetic: LineArithmetic
  price: PriceCheck
}

/** Three checks of a line, in exact decimals: its product, its unit price, and a charge where there is to be none. */
export function lineVerdict(line: InvoiceLineItemView): LineVerdict {
  const numbers = lineNumbers(line)
  const arithmetic = lineArithmetic(line, numbers)
  const price = priceCheck(line, numbers)
  const findings = [
    ...amountFindings(line, numbers.amount, arithmetic),
    ...(price.state === 'differs' ? [price.finding] : []),
  ]
  const { difference, reason } = arithmetic
  const isByPrice = price.state === 'agrees' && isOfAmount(price.by)
  const isChecked = difference !== null || reason !== null || isByPrice
  return { state: findings.length > 0 ? 'look' : isChecked ? 'agrees' : 'unchecked', findings, arithmetic, price }
}

/** A unit price that is its price's says nothing of the amount: without a quantity nothing was held against that. */
const isOfAmount = ({ kind }: PriceAgreement) => kind !== 'unitPrice' && kind !== 'fixedUnitPrice'

/** The first check: the amount is quantity × unit price or explained, and its sub items, where there are some, agree. */
function amountFindings(
  line: InvoiceLineItemView,
  amount: Big | null,
  { difference, reason }: LineArithmetic,
): LineFinding[] {
  if (amount === null) return []
  const findings: LineFinding[] = []
  if (difference !== null && reason === null && !new Big(difference).eq(0))
    findings.push({ kind: 'amount', difference })
  const { sum, wrong } = subItemsCheck(line)
  if (wrong !== null) findings.push({ kind: 'subItem', ...wrong })
  const isBound = reason?.kind === 'minimum' || reason?.kind === 'maximum'
  if (sum !== null && !isBound && roundingTo(whole(sum), amount, decimalsOfAmount(amount)) === null)
    findings.push({ kind: 'subItems', expected: sum.toFixed(), difference: amount.minus(sum).toFixed() })
  return findings
}

/** How far a line is from what was expected of it, by its largest finding, without its sign; 0 where nothing is told. */
export function sizeOfDifference({ findings }: LineVerdict): Big {
  return findings.reduce((largest, { difference }) => {
    const size = new Big(difference ?? 0).abs()
    return size.gt(largest) ? size : largest
  }, new Big(0))
}
