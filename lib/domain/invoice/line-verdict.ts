import { Big } from 'big.js'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { type LineArithmetic, lineArithmetic, lineNumbers } from './line-arithmetic'
import { type PriceAgreement, type PriceCheck, priceCheck, type PriceFinding } from './price-check'
import { decimalsOfAmount, roundingTo, whole } from '../money/rounding'
import { subItemsCheck } from './sub-items-check'

/** A problem of a line. `difference` is how much more than expected the line charges, exact. */
export type LineFinding =
  | { kind: 'amount'; difference: string }
  | { kind: 'subItems'; expected: string; difference: string }
  | { kind: 'subItem'; position: number; difference: string }
  | PriceFinding

/**
 * `agrees`: the amount follows from quantity, unit price and the price's rules, as far as these were sent. `look`: something
 * contradicts the amount. `unchecked`: there is no amount, or nothing to check it against.
 */
export interface LineVerdict {
  state: 'agrees' | 'look' | 'unchecked'
  findings: LineFinding[]
  /** The checks that the verdict and its words follow from. */
  arithmetic: LineArithmetic
  price: PriceCheck
}

/** Checks a line in exact decimals: its product, its unit price, and a charge on a price that charges nothing. */
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

/** False for a matching unit price, which does not confirm the amount without a quantity. */
const isOfAmount = ({ kind }: PriceAgreement) => kind !== 'unitPrice' && kind !== 'fixedUnitPrice'

/** The first check: the amount is quantity × unit price or has a known reason, and the sub items agree. */
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

/** Returns the absolute difference of the line's largest finding; 0 without a known difference. */
export function sizeOfDifference({ findings }: LineVerdict): Big {
  return findings.reduce((largest, { difference }) => {
    const size = new Big(difference ?? 0).abs()
    return size.gt(largest) ? size : largest
  }, new Big(0))
}
