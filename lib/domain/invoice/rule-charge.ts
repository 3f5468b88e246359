import { Big } from 'big.js'
import type { RulesView } from '@/contract/console/price'
import { bigOf, exactOf } from '../money/decimal'
import { type Quotient, whole } from '../money/rounding'
import { type Tier, tiersJoin } from './tiers-join'

/** Units that fall into one tier, at that tier's price. */
export interface TierStep {
  quantity: string
  price: string
}

/**
 * What the rules of a price make of a quantity, before their minimum and maximum. `cost` is null where the quantity is
 * not known; `rate` is what one unit costs. Numbers as they were sent.
 */
export type RuleCharge =
  | { kind: 'unit'; price: string; every: string | null; rate: Quotient; cost: Quotient | null }
  | { kind: 'fixed'; price: string; rate: Quotient; cost: Quotient }
  | { kind: 'tiers'; steps: TierStep[]; cost: Quotient }
  | { kind: 'none'; cost: Quotient }

/** Null where the rules, or the quantity that tiers need, are not there or could not be read, and where tiers do not join up (gaps.md, Price types). */
export function ruleCharge(rules: RulesView, quantity: Big | null): RuleCharge | null {
  switch (rules.kind) {
    case 'unit': {
      const rate = rateOf(rules.price, rules.quantity)
      if (rules.price === null || rate === null) return null
      const cost = quantity && { ...rate, dividend: rate.dividend.times(quantity) }
      return { kind: 'unit', price: rules.price, every: rules.quantity, rate, cost }
    }
    case 'fixed': {
      const rate = rateOf(rules.price, rules.quantity)
      if (rules.price === null || rate === null) return null
      return { kind: 'fixed', price: rules.price, rate, cost: whole(rate.dividend) }
    }
    case 'tier': {
      const steps = quantity === null || !tiersJoin(rules.tiers) ? [] : tierSteps(rules.tiers, quantity)
      return steps.length === 0 ? null : { kind: 'tiers', steps, cost: whole(costOf(steps)) }
    }
    case 'none':
      return { kind: 'none', cost: whole(new Big(0)) }
    default:
      return null
  }
}

/** A price for so many units, one where that was not sent. */
function rateOf(price: string | null, units: string | null): Quotient | null {
  const dividend = exactOf(price)
  const divisor = units === null ? new Big(1) : bigOf(units)
  return dividend === null || divisor === null || divisor.lte(0) ? null : { dividend, divisor }
}

/** The units of each tier: those above the end of the tier before it, up to and including its own end. */
function tierSteps(tiers: Tier[], quantity: Big): TierStep[] {
  const steps: TierStep[] = []
  let counted = new Big(0)
  for (const { end, price } of tiers) {
    const last = exactOf(end)
    if (price === null || (end !== null && last === null)) return []
    const upTo = last === null || last.gt(quantity) ? quantity : last
    if (upTo.gt(counted)) {
      steps.push({ quantity: upTo.minus(counted).toFixed(), price })
      counted = upTo
    }
  }
  return counted.eq(quantity) && steps.every(({ price }) => bigOf(price) !== null) ? steps : []
}

const costOf = (steps: TierStep[]) =>
  steps.reduce((sum, { quantity, price }) => sum.plus(new Big(quantity).times(price)), new Big(0))
