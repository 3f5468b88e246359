import { Big } from 'big.js'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import type { RulesView } from '@/contract/console/price'
import { readable } from '../../format/unreadable'
import { bigOf, exactOf, type Quotient, whole } from '../money/decimal'

/** The units within one tier, at that tier's price. */
export interface TierStep {
  quantity: string
  price: string
}

/**
 * The charge by the rules of a price, before minimum and maximum. `cost` is null when the quantity is unknown; `rate` is the
 * price of one unit. Strings are as the API sent them.
 */
export type RuleCharge =
  | { kind: 'unit'; price: string; every: string | undefined; rate: Quotient; cost: Quotient | null }
  | { kind: 'fixed'; price: string; rate: Quotient; cost: Quotient }
  | TiersCharge
  | { kind: 'none'; cost: Quotient }

/** A graduated charge by tiers (each unit at the price of its tier), or a volume charge (all units at the price of the last tier). */
export interface TierCharge {
  isVolume: boolean
  steps: TierStep[]
  cost: Quotient
}

interface TiersCharge extends TierCharge {
  kind: 'tiers'
  /** The volume charge, when the price type names neither way to count, or at the next tier's price, when that starts at the quantity. */
  other: TierCharge | null
}

type Price = NonNullable<InvoiceLineItemView['price']>

/** Returns null when the rules, or the quantity that tiers need, are missing or unreadable, or when tiers do not join (gaps.md, Price types). */
export function ruleCharge(
  { rules, priceType }: Pick<Price, 'rules' | 'priceType'>,
  quantity: Big | null,
): RuleCharge | null {
  switch (rules.kind) {
    case 'unit': {
      const rate = rateOf(rules.price, rules.quantity)
      if (rules.price === undefined || rate === null) return null
      const cost = quantity && { ...rate, dividend: rate.dividend.times(quantity) }
      return { kind: 'unit', price: rules.price, every: rules.quantity, rate, cost }
    }
    case 'fixed': {
      const rate = rateOf(rules.price, rules.quantity)
      if (rules.price === undefined || rate === null) return null
      return { kind: 'fixed', price: rules.price, rate, cost: whole(rate.dividend) }
    }
    case 'tier': {
      const steps = quantity === null || !tiersJoin(rules.tiers) ? [] : tierSteps(rules.tiers, quantity)
      const last = steps.at(-1)
      if (quantity === null || last === undefined) return null
      const graduated = tierCharge(steps, false)
      const volume = tierCharge([{ quantity: quantity.toFixed(), price: last.price }], true)
      const how = tierCounting(readable(priceType))
      if (how === 'volume') return { kind: 'tiers', ...volume, other: volumeFrom(rules.tiers, quantity) }
      return { kind: 'tiers', ...graduated, other: how === 'unknown' ? volume : null }
    }
    case 'none':
      return { kind: 'none', cost: whole(new Big(0)) }
    default:
      return null
  }
}

/** Returns the price per unit; `units` defaults to one. */
function rateOf(price: string | undefined, units: string | undefined): Quotient | null {
  const dividend = exactOf(price)
  const divisor = units === undefined ? new Big(1) : bigOf(units)
  return dividend === null || divisor === null || divisor.lte(0) ? null : { dividend, divisor }
}

/** Returns the units of each tier: above the end of the previous tier, up to and including its own end. */
function tierSteps(tiers: Tier[], quantity: Big): TierStep[] {
  const steps: TierStep[] = []
  let counted = new Big(0)
  for (const { end, price } of tiers) {
    const last = exactOf(end)
    if (price === undefined || (end !== undefined && last === null)) return []
    const upTo = last === null || last.gt(quantity) ? quantity : last
    if (upTo.gt(counted)) {
      steps.push({ quantity: upTo.minus(counted).toFixed(), price })
      counted = upTo
    }
  }
  return counted.eq(quantity) && steps.every(({ price }) => bigOf(price) !== null) ? steps : []
}

/** Returns the volume charge at the price of the tier that starts at the quantity, where the previous one ends; else null. */
function volumeFrom(tiers: readonly Tier[], quantity: Big): TierCharge | null {
  const tier = tiers.find((each, index) => exactOf(each.start)?.eq(quantity) && beginsAtEndOf(tiers[index - 1], each))
  if (tier?.price === undefined || exactOf(tier.price) === null) return null
  return tierCharge([{ quantity: quantity.toFixed(), price: tier.price }], true)
}

/** Returns how a price type counts units: `tier` is graduated (gaps.md, Price types), and so is a line without a type. */
function tierCounting(priceType: string | null): 'graduated' | 'volume' | 'unknown' {
  if (priceType === null || /^tier$|graduated/i.test(priceType)) return 'graduated'
  return /volume/i.test(priceType) ? 'volume' : 'unknown'
}

const tierCharge = (steps: TierStep[], isVolume: boolean): TierCharge => ({
  isVolume,
  steps,
  cost: whole(costOf(steps)),
})

const costOf = (steps: TierStep[]) =>
  steps.reduce((sum, { quantity, price }) => sum.plus(new Big(quantity).times(price)), new Big(0))

export type Tier = Extract<RulesView, { kind: 'tier' }>['tiers'][number]

/**
 * True when the tiers have no gap or overlap: each starts at the end of the previous tier, or at the next whole number
 * (gaps.md shows `{start, end, price}` and does not say which). Only the last tier may have no end.
 */
export function tiersJoin(tiers: readonly Tier[]): boolean {
  return tiers.every(({ start, end }, index) => {
    const [from, to] = [exactOf(start), exactOf(end)]
    const before = tiers[index - 1]
    if (from === null || (end === undefined ? index < tiers.length - 1 : to === null || to.lte(from))) return false
    return before === undefined || follows(from, exactOf(before.end))
  })
}

/** True when the tier starts exactly at the end of the previous tier. */
export function beginsAtEndOf(before: Tier | undefined, { start }: Tier): boolean {
  const [end, from] = [exactOf(before?.end), exactOf(start)]
  return end !== null && from !== null && from.eq(end)
}

function follows(start: Big, end: Big | null): boolean {
  if (end === null) return false
  return start.eq(end) || (start.eq(end.plus(1)) && end.round(0, 0).eq(end))
}
