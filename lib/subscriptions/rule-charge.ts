import { Big } from 'big.js'
import type { PriceView, RulesView } from '@/lib/billing-api/price'
import { readable } from '@/lib/billing-api/unreadable'
import { bigOf, exactOf, type Quotient, quotientOf, type Rounding, roundingTo } from '@/lib/money/decimal'

/** The units within one tier, at that tier's price. */
export interface TierStep {
  quantity: string
  price: string
}

/**
 * The charge by the rules of a price, before minimum and maximum. `cost` is null when the quantity is unknown; `rate` is the
 * price of one unit. Strings are as the API sent them. The `others` of tiers are ways to count that are right too: volume, when no price
 * type names a way; at the next tier's price, when that starts at the quantity; and only the units beyond the free tiers.
 */
export type RuleCharge =
  | { kind: 'unit'; price: string; every: string | undefined; rate: Quotient; cost: Quotient | null }
  | { kind: 'fixed'; price: string; rate: Quotient; cost: Quotient }
  | ({ kind: 'tiers'; others: TierCharge[] } & TierCharge)
  | { kind: 'none'; cost: Quotient }

/** A graduated charge by tiers (each unit at the price of its tier), or a volume charge (all units at the price of the last tier). */
export interface TierCharge {
  isVolume: boolean
  /** The free units that are not among the counted ones: only the units beyond the free tiers are. */
  free?: string
  steps: TierStep[]
  cost: Quotient
}

/** How the rules of the price give an amount; `rounding` is null when they give it exactly. */
export type RuleReason = { rounding: Rounding | null } & (
  | { kind: 'tiers'; steps: TierStep[]; isVolume: boolean; free?: string }
  | { kind: 'packages'; count: string; size: string; price: string }
  | { kind: 'fixed'; price: string }
  | { kind: 'perUnits'; quantity: string | undefined; price: string }
)

/** A charge of one kind. */
export type ChargeOf<Kind extends RuleCharge['kind']> = Extract<RuleCharge, { kind: Kind }>

/** Returns null when the rules, or the quantity that tiers need, are missing or unreadable, or when tiers do not join (gaps.md, Price types). */
export function ruleCharge(
  { rules, priceType }: Pick<PriceView, 'rules' | 'priceType'>,
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
      return { kind: 'fixed', price: rules.price, rate, cost: quotientOf(rate.dividend) }
    }
    case 'tier': {
      const steps = quantity === null || !tiersJoin(rules.tiers) ? [] : tierSteps(rules.tiers, quantity)
      const last = steps.at(-1)
      if (quantity === null || last === undefined) return null
      const graduated = tierCharge(steps, false)
      const volume = tierCharge([{ quantity: quantity.toFixed(), price: last.price }], true)
      const how = tierCounting(readable(priceType))
      const others = how === 'graduated' ? [] : volumeFrom(rules.tiers, quantity)
      if (how === 'volume') return { kind: 'tiers', ...volume, others }
      if (how === 'unknown') others.unshift(volume)
      return { kind: 'tiers', ...graduated, others: [...others, ...beyondFree(rules.tiers, quantity)] }
    }
    case 'none':
      return { kind: 'none', cost: quotientOf(new Big(0)) }
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

/** Returns the volume charge at the price of the tier that starts at the quantity, where the previous one ends; none without one. */
function volumeFrom(tiers: readonly Tier[], quantity: Big): TierCharge[] {
  const tier = tiers.find((each, index) => exactOf(each.start)?.eq(quantity) && beginsAtEndOf(tiers[index - 1], each))
  if (tier?.price === undefined || exactOf(tier.price) === null) return []
  return [tierCharge([{ quantity: quantity.toFixed(), price: tier.price }], true)]
}

/** Returns the graduated charge of units that are all beyond the free tiers at the start; none without such tiers. */
function beyondFree(tiers: Tier[], quantity: Big): TierCharge[] {
  const paid = tiers.findIndex(({ price }) => exactOf(price)?.eq(0) !== true)
  const free = paid < 1 ? null : exactOf(tiers[paid - 1]?.end)
  if (!free || quantity.lte(0)) return []
  const steps = tierSteps(tiers, quantity.plus(free)).slice(paid)
  return steps.length === 0 ? [] : [{ ...tierCharge(steps, false), free: free.toFixed() }]
}

/** Returns how a price type counts units: `tier` is graduated (gaps.md, Price types). A line may have none. */
function tierCounting(priceType: string | null): 'graduated' | 'volume' | 'unknown' {
  if (priceType === null) return 'unknown'
  if (/^tier$|graduated/i.test(priceType)) return 'graduated'
  return /volume/i.test(priceType) ? 'volume' : 'unknown'
}

/** Returns the volume charge that would be right too, at most the maximum, for the finding about a charge that fits neither way. */
export function asVolume({ isVolume, cost, others }: ChargeOf<'tiers'>, maximum?: Big | null): { asVolume?: string } {
  const volume = others.find((way) => way.isVolume)
  if (isVolume || volume === undefined || volume.cost.dividend.eq(cost.dividend)) return {}
  const { dividend } = volume.cost
  return { asVolume: (maximum?.lt(dividend) ? maximum : dividend).toFixed() }
}

/** Returns the ways to count tiers that fit the unit prices: units beyond the free tiers have prices of paid tiers. */
export const possibleWays = (charge: ChargeOf<'tiers'>, unitPrices: readonly (Big | null)[]): TierCharge[] =>
  [charge, ...charge.others].filter(({ free, steps }) => {
    const isOfStep = (each: Big | null) => each !== null && steps.some(({ price }) => exactOf(price)?.eq(each))
    return free === undefined || unitPrices.every(isOfStep)
  })

const tierCharge = (steps: TierStep[], isVolume: boolean): TierCharge => ({
  isVolume,
  steps,
  cost: quotientOf(costOf(steps)),
})

const costOf = (steps: TierStep[]) =>
  steps.reduce((sum, { quantity, price }) => sum.plus(new Big(quantity).times(price)), new Big(0))

/** The numbers of a line that the rules are compared with. `decimals` are those of the currency. */
interface RuleNumbers {
  amount: Big
  quantity: Big | null
  unitPrice: Big | null
  charge: RuleCharge | null
  decimals: number
}

/** Returns how the rules of the price give the amount; null when they do not. */
export function ruleReason(numbers: RuleNumbers): RuleReason | null {
  const { charge } = numbers
  switch (charge?.kind) {
    case 'unit': {
      const rounding = charge.cost && roundingOf(charge.cost, numbers)
      if (rounding === null) return packagesReason(charge, numbers)
      return { kind: 'perUnits', quantity: charge.every, price: charge.price, ...inexact(rounding) }
    }
    case 'fixed': {
      const rounding = roundingOf(charge.cost, numbers)
      return rounding && { kind: 'fixed', price: charge.price, ...inexact(rounding) }
    }
    case 'tiers': {
      for (const { steps, isVolume, cost, free } of possibleWays(charge, [numbers.unitPrice])) {
        const rounding = roundingOf(cost, numbers)
        if (rounding === null) continue
        return { kind: 'tiers', steps, isVolume, ...(free !== undefined && { free }), ...inexact(rounding) }
      }
      return null
    }
    default:
      return null
  }
}

const roundingOf = (cost: Quotient, { amount, decimals }: RuleNumbers) => roundingTo(cost, amount, decimals)
const inexact = (how: Rounding | 'exact') => ({ rounding: how === 'exact' ? null : how })

/** Returns the packages of units that give the amount: the document does not say whether `rules.quantity` means whole packages. */
function packagesReason({ price, every }: ChargeOf<'unit'>, { amount, quantity }: RuleNumbers): RuleReason | null {
  const [size, each] = [exactOf(every), exactOf(price)]
  if (every === undefined || !size?.gt(1) || each === null || !quantity?.gte(0)) return null
  const full = quantity.div(size).round(0, Big.roundDown)
  const count = full.times(size).lt(quantity) ? full.plus(1) : full
  return count.times(each).eq(amount)
    ? { kind: 'packages', count: count.toFixed(), size: every, price, rounding: null }
    : null
}

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

/** Returns the tier that a line alone may be charged at: its unit price is the tier's, which can hold the quantity. */
export const tierOfLine = (tiers: readonly Tier[], unitPrice: Big, quantity: Big): Tier | undefined =>
  tiers.find(({ end, price }, index) => {
    if (!exactOf(price)?.eq(unitPrice)) return false
    // Counted from the end of the previous tier: this tier may start at the next whole number.
    const before = exactOf(tiers[index - 1]?.end ?? '0')
    const width = before === null ? null : exactOf(end)?.minus(before)
    return end === undefined || width?.gte(quantity) === true
  })

/** True when the tier starts exactly at the end of the previous tier. */
export function beginsAtEndOf(before: Tier | undefined, { start }: Tier): boolean {
  const [end, from] = [exactOf(before?.end), exactOf(start)]
  return end !== null && from !== null && from.eq(end)
}

function follows(start: Big, end: Big | null): boolean {
  if (end === null) return false
  return start.eq(end) || (start.eq(end.plus(1)) && end.round(0, 0).eq(end))
}
