import type { Big } from 'big.js'
import type { InvoiceLineItemView } from './invoice'
import type { PriceFinding, TierGroup, WhyUnchecked } from './finding'
import {
  decimalOf,
  decimalsOf,
  decimalsOfAmount,
  exactOf,
  isFiniteDecimal,
  type Quotient,
  quotientOf,
  type Rounding,
  roundingTo,
} from '@/lib/money/decimal'
import {
  type AppliedBound,
  appliedBound,
  boundOfRules,
  type LineNumbers,
  type ProratedReason,
  proratedReason,
  ruleReason,
  type RuleReason,
} from './line-arithmetic'
import { proratedFrom } from './prorated'
import { asVolume, type RuleCharge, type Tier, type TierStep } from '@/lib/subscriptions/rule-charge'

/** The part of the price's rules that a line agrees with. */
export type PriceAgreement =
  | { kind: 'nothing' }
  | { kind: 'unitPrice'; price: string; quantity: string | undefined; rounding: Rounding | null }
  | { kind: 'fixedUnitPrice'; price: string; rounding: Rounding | null }
  | AppliedBound
  | RuleReason
  | ProratedReason
  /** All lines of its price and period together. */
  | { kind: 'tiersOfLines'; group: TierGroup }

type WhyUnsettled = Exclude<WhyUnchecked, 'oneTier'>

/** The result of checking a line against the rules of its price; `steps` is the calculation by tiers, if any. */
export type PriceCheck =
  | { state: 'agrees'; by: PriceAgreement }
  | { state: 'differs'; finding: PriceFinding; steps: TierStep[] }
  | { state: 'unchecked'; why: WhyUnsettled }
  /** The unit price is that of one tier which can hold the quantity; `expected` is the charge by all tiers, exact. */
  | { state: 'unchecked'; why: 'oneTier'; tier: Tier; expected: string }

type Readable = LineNumbers & { amount: Big }

/**
 * Makes the second and third check: the unit price against the rules of the price, and a charge on a price that charges nothing. A
 * line of a tier group gets the result of its group.
 */
export function priceCheck(line: InvoiceLineItemView, numbers: LineNumbers, group?: TierGroup): PriceCheck {
  if (group) return group.finding ? differs(group.finding) : agrees({ kind: 'tiersOfLines', group })
  const rules = line.price?.rules
  const { amount, charge } = numbers
  if (amount === null) return unchecked('incomplete')
  if (rules === undefined || rules.kind === 'missing') return unchecked('notSent')
  if (rules.kind === 'other') return unchecked('unknownRules')
  if (rules.kind !== 'none' && line.price?.inCustomUnit) return unchecked('customUnit')
  // A credit does not follow the price's rules; a price that charges nothing has no credits.
  if (rules.kind !== 'none' && amount.lt(0)) return unchecked('credit')

  const readable = { ...numbers, amount }
  switch (charge?.kind) {
    case 'none':
      return amount.eq(0) ? agrees({ kind: 'nothing' }) : differs({ kind: 'charged', difference: amount.toFixed() })
    case 'unit':
      return checkUnit(line, readable, charge)
    case 'fixed':
      return checkFixed(line, readable, charge)
    case 'tiers':
      return checkTiers(line, readable, charge)
    case undefined:
      return unchecked('incomplete')
  }
}

type Charge<Kind extends RuleCharge['kind']> = Extract<RuleCharge, { kind: Kind }>

function checkUnit(
  line: InvoiceLineItemView,
  numbers: Readable,
  { price, every, rate, cost }: Charge<'unit'>,
): PriceCheck {
  const { amount, unitPrice } = numbers
  const bounds = checkBounds(line, numbers)
  if (bounds !== null) return bounds
  const how = unitPrice && rateOf(numbers, unitPrice, rate)
  if (how !== null) return agrees({ kind: 'unitPrice', price, quantity: every, rounding: how === 'exact' ? null : how })
  const byRules = ruleReason(numbers)
  const isUnitPriceRounded = unitPrice === null || roundingTo(rate, unitPrice, decimalsOf(unitPrice)) !== null
  if (byRules !== null && (byRules.kind === 'packages' || isUnitPriceRounded)) return agrees(byRules)
  const bound = boundOfRules(line, numbers)
  if (bound !== null) return agrees(bound)
  if (mayBeForEach(numbers, price)) return unchecked('perUnits')
  if (mayBeBounded(line, amount, cost)) return unchecked('bounds')
  const part = partOf(line, numbers, [rate])
  if (part !== null) return agrees(part)
  const difference = cost && excess(amount, cost)
  if (unitPrice !== null) return differs({ kind: 'unitPrice', expected: written(rate), difference })
  return cost === null || difference === null
    ? unchecked('incomplete')
    : differs({ kind: 'rules', expected: written(cost), difference })
}

function checkFixed(line: InvoiceLineItemView, numbers: Readable, { price, rate, cost }: Charge<'fixed'>): PriceCheck {
  const { amount, unitPrice, quantity } = numbers
  const byRules = ruleReason(numbers)
  if (byRules !== null) return agrees(byRules)
  // A line may cover some of the pieces, or all of them several times.
  for (const each of [cost, rate]) {
    const how = unitPrice
      ? rateOf(numbers, unitPrice, each)
      : quantity && roundingTo(times(each, quantity), amount, decimalsOfAmount(amount, numbers.decimals))
    const kind = unitPrice ? 'fixedUnitPrice' : 'fixed'
    if (how !== null) return agrees({ kind, price, rounding: how === 'exact' ? null : how })
  }
  if (unitPrice === null && quantity === null) return unchecked('incomplete')
  const part = partOf(line, numbers, [cost, rate])
  if (part !== null) return agrees(part)
  return differs({ kind: 'unitPrice', expected: price, difference: excess(amount, cost) })
}

function checkTiers(line: InvoiceLineItemView, numbers: Readable, charge: Charge<'tiers'>): PriceCheck {
  const { amount } = numbers
  const { steps, cost } = charge
  const bounds = checkBounds(line, numbers)
  if (bounds !== null) return bounds
  const byRules = ruleReason(numbers)
  if (byRules !== null) return agrees(byRules)
  const bound = boundOfRules(line, numbers)
  if (bound !== null) return agrees(bound)
  const tier = tierOf(line, numbers)
  if (tier !== undefined) return { state: 'unchecked', why: 'oneTier', tier, expected: written(cost) }
  if (mayBeBounded(line, amount, cost)) return unchecked('bounds')
  const part = proratedReason(line, numbers)
  if (part !== null) return agrees(part)
  const finding = {
    kind: 'tiers' as const,
    expected: written(cost),
    difference: excess(amount, cost),
    ...asVolume(charge),
  }
  return differs(finding, steps)
}

/**
 * Checks a line against the minimum and maximum of its rules, and those that the API applied; null when none decides. The rules' own may
 * be prorated. A line below the minimum may be one of several, or raised to it by another.
 */
function checkBounds(line: InvoiceLineItemView, numbers: Readable): PriceCheck | null {
  const { amount, decimals } = numbers
  const rules = line.price?.rules
  if (rules?.kind !== 'unit' && rules?.kind !== 'tier') return null
  const applied = appliedBound(line, numbers)
  if (applied !== null) {
    const bound = exactOf(rules[applied.kind])
    if (bound === null || bound.eq(amount) || proratedFrom(line, amount, [quotientOf(bound)], numbers))
      return agrees(applied)
    return amount.gt(bound) ? beyond(bound, amount) : unchecked('bounds')
  }
  const [least, most] = [exactOf(rules.minimum), exactOf(rules.maximum)]
  const isMost = most !== null && roundingTo(quotientOf(most), amount, decimalsOfAmount(amount, decimals)) !== null
  if (most !== null && amount.gt(most) && !isMost) return beyond(most, amount)
  return least !== null && amount.lt(least) && amount.gt(0) ? unchecked('bounds') : null
}

const beyond = (bound: Big, amount: Big) =>
  differs({ kind: 'rules', expected: bound.toFixed(), difference: amount.minus(bound).toFixed() })

/** Returns the proration that gives the unit price or, without one, the amount; null when there is none. */
function partOf(line: InvoiceLineItemView, numbers: Readable, rates: Quotient[]): ProratedReason | null {
  if (numbers.unitPrice === null) return proratedReason(line, numbers)
  const found = proratedFrom(line, numbers.unitPrice, rates, numbers)
  return found && { kind: 'prorated', ...found }
}

/** Returns the tier that the line may stand for: an API may create one line per tier, which a single line does not show. */
function tierOf({ price }: InvoiceLineItemView, { unitPrice, quantity }: Readable): Tier | undefined {
  if (price?.rules.kind !== 'tier' || unitPrice === null || quantity === null) return undefined
  const { tiers } = price.rules
  return tiers.find((tier, index) => {
    if (!exactOf(tier.price)?.eq(unitPrice)) return false
    // Counted from the end of the previous tier, as in `ruleCharge`: this tier may start at the next whole number.
    const before = exactOf(tiers[index - 1]?.end ?? '0')
    const width = before === null ? null : exactOf(tier.end)?.minus(before)
    return tier.end === undefined || width?.gte(quantity) === true
  })
}

/** True when the price may be per unit: the interface document does not define `rules.quantity`. */
function mayBeForEach({ amount, unitPrice, quantity }: Readable, price: string): boolean {
  const each = exactOf(price)
  return each !== null && (unitPrice?.eq(each) ?? quantity?.times(each).eq(amount) ?? false)
}

/** True when the line may be part of a minimum or a maximum charge, for which the rules give no unit price. */
function mayBeBounded({ price, ...line }: InvoiceLineItemView, amount: Big, cost: Quotient | null): boolean {
  const rules = price?.rules
  if (rules?.kind !== 'unit' && rules?.kind !== 'tier') return false
  const least = [rules.minimum, line.appliedMinimum].map(exactOf)
  const most = [rules.maximum, line.appliedMaximum].map(exactOf)
  const computed = cost && decimalOf(cost)
  return (
    least.some((bound) => bound?.gte(amount) && !computed?.gte(bound)) ||
    most.some((bound) => bound?.gte(amount) && !computed?.lte(bound))
  )
}

/** Returns how `each` matches the rate: exactly or, for a rate that is no finite decimal, rounded to the decimals sent; else null. */
function rateOf({ decimals }: Readable, each: Big, rate: Quotient) {
  const how = roundingTo(rate, each, decimalsOfAmount(each, decimals))
  return how === 'exact' || (!isFiniteDecimal(rate) && !each.eq(0)) ? how : null
}

const times = (rate: Quotient, quantity: Big): Quotient => ({ ...rate, dividend: rate.dividend.times(quantity) })
const written = (number: Quotient) => decimalOf(number).toFixed()
const excess = (amount: Big, cost: Quotient) => amount.minus(decimalOf(cost)).toFixed()

const agrees = (by: PriceAgreement): PriceCheck => ({ state: 'agrees', by })
const differs = (finding: PriceFinding, steps: TierStep[] = []): PriceCheck => ({ state: 'differs', finding, steps })
const unchecked = (why: WhyUnsettled): PriceCheck => ({ state: 'unchecked', why })
