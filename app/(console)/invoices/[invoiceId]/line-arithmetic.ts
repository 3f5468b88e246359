import { Big } from 'big.js'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import type { RulesView } from '@/contract/console/price'

/** Why an amount is not quantity × unit price. Given only where it makes exactly the amount. */
export type DifferenceReason =
  | { kind: 'rounded'; decimals: number }
  | { kind: 'minimum' | 'maximum'; bound: string }
  | { kind: 'tiers'; steps: TierStep[] }
  | { kind: 'fixed'; price: string }
  | { kind: 'perUnits'; quantity: string; price: string }
  | { kind: 'subItems'; count: number }

/** Units that fall into one tier, at that tier's price. */
interface TierStep {
  quantity: string
  price: string
}

export interface LineArithmetic {
  /** Quantity × unit price, exact; null where one of them is not readable. */
  product: string | null
  /** Amount − product, exact; null where one of them is not known. */
  difference: string | null
  /** What explains a difference; null where there is none, or nothing that was sent explains it. */
  reason: DifferenceReason | null
}

/** Checks a line's amount against what it is made of (section 2.5, gaps.md "Line details"). Decimal strings, exact. */
export function lineArithmetic(line: InvoiceLineItemView): LineArithmetic {
  const { quantity, unitPrice, amount } = line
  const product = quantity === null || unitPrice === null ? null : new Big(quantity).times(unitPrice)
  if (amount === null || product === null)
    return { product: product?.toFixed() ?? null, difference: null, reason: amount === null ? null : explain(line) }
  const difference = new Big(amount).minus(product)
  const reason = difference.eq(0) ? null : (explain(line) ?? rounded(product, amount))
  return { product: product.toFixed(), difference: difference.toFixed(), reason }
}

function explain(line: InvoiceLineItemView): DifferenceReason | null {
  const amount = new Big(line.amount ?? 0)
  const is = (decimal: string | null): decimal is string => decimal !== null && amount.eq(decimal)
  const rules = line.price?.rules

  if (is(line.appliedMinimum)) return { kind: 'minimum', bound: line.appliedMinimum }
  if (is(line.appliedMaximum)) return { kind: 'maximum', bound: line.appliedMaximum }
  if (line.subItems.length > 0 && is(sumOf(line.subItems.map((item) => item.amount))))
    return { kind: 'subItems', count: line.subItems.length }
  if (rules?.kind === 'fixed' && is(rules.price)) return { kind: 'fixed', price: rules.price }
  if (rules?.kind === 'unit' && line.quantity !== null && rules.quantity !== null && rules.price !== null)
    if (amount.times(rules.quantity).eq(new Big(line.quantity).times(rules.price)))
      return { kind: 'perUnits', quantity: rules.quantity, price: rules.price }
  const steps = rules?.kind === 'tier' && line.quantity !== null ? tierSteps(rules.tiers, line.quantity) : []
  if (steps.length > 0 && is(costOf(steps))) return { kind: 'tiers', steps }
  if ((rules?.kind === 'unit' || rules?.kind === 'tier') && is(rules.minimum))
    return { kind: 'minimum', bound: rules.minimum }
  if ((rules?.kind === 'unit' || rules?.kind === 'tier') && is(rules.maximum))
    return { kind: 'maximum', bound: rules.maximum }
  return null
}

/** An amount may be the product cut to fewer decimals: any of the usual roundings counts. */
function rounded(product: Big, amount: string): DifferenceReason | null {
  const decimals = Math.max(2, amount.split('.')[1]?.length ?? 0)
  const modes = [Big.roundHalfUp, Big.roundHalfEven, Big.roundDown, Big.roundUp]
  return modes.some((mode) => product.round(decimals, mode).eq(amount)) ? { kind: 'rounded', decimals } : null
}

function sumOf(amounts: (string | null)[]): string | null {
  let sum = new Big(0)
  for (const amount of amounts) {
    if (amount === null) return null
    sum = sum.plus(amount)
  }
  return sum.toFixed()
}

type Tier = Extract<RulesView, { kind: 'tier' }>['tiers'][number]

/** The units of each tier: those above the end of the tier before it, up to and including its own end. */
function tierSteps(tiers: Tier[], quantity: string): TierStep[] {
  const steps: TierStep[] = []
  let counted = new Big(0)
  for (const { end, price } of tiers) {
    if (price === null) return []
    const upTo = end === null || new Big(end).gt(quantity) ? new Big(quantity) : new Big(end)
    if (upTo.gt(counted)) {
      steps.push({ quantity: upTo.minus(counted).toFixed(), price })
      counted = upTo
    }
  }
  return counted.eq(quantity) ? steps : []
}

const costOf = (steps: TierStep[]) =>
  steps.reduce((sum, { quantity, price }) => sum.plus(new Big(quantity).times(price)), new Big(0)).toFixed()
