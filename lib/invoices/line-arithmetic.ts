import { Big } from 'big.js'
import type { InvoiceLineItemView } from './invoice'
import type { Billing } from './finding'
import { CENTS } from '@/lib/money/currency-decimals'
import { decimalsOfAmount, exactOf, type Quotient, quotientOf, type Rounding, roundingTo } from '@/lib/money/decimal'
import { readableList } from '@/lib/billing-api/unreadable'
import { type Prorated, proratedFrom } from './prorated'
import { haveTierPrices, ruleCharge, type RuleCharge, type TierStep } from '@/lib/subscriptions/rule-charge'

/** Why an amount is not quantity × unit price. Each reason gives the amount exactly, or by a named rounding. */
export type DifferenceReason =
  | { kind: 'rounded'; decimals: number; rounding: Rounding }
  | { kind: 'subItems'; count: number }
  | ProratedReason
  | AppliedBound
  | RuleReason

/** How the rules of the price give the amount; `rounding` is null when they give it exactly. */
export type RuleReason = { rounding: Rounding | null } & (
  | { kind: 'tiers'; steps: TierStep[]; isVolume: boolean; free?: string }
  | { kind: 'packages'; count: string; size: string; price: string }
  | { kind: 'fixed'; price: string }
  | { kind: 'perUnits'; quantity: string | undefined; price: string }
)

/** The amount or unit price is a full charge prorated to the days of the line. */
export type ProratedReason = { kind: 'prorated' } & Prorated

/** A minimum or maximum charge that equals the amount. */
export interface AppliedBound {
  kind: 'minimum' | 'maximum'
  bound: string
}

/** The numbers of a line; each is null when it was not sent, is unreadable, or has too many digits. */
export interface LineNumbers {
  quantity: Big | null
  unitPrice: Big | null
  amount: Big | null
  /** Quantity × unit price, exact. */
  product: Big | null
  /** The charge by the rules of the price; null for a price in a custom unit, which is not money. */
  charge: RuleCharge | null
  /** The decimals of the currency, to which amounts may be rounded. */
  decimals: number
  /** How the subscription is billed; null when it is unknown. */
  billing: Billing | null
}

export interface LineArithmetic {
  /** Quantity × unit price, exact; null when either is unreadable or has too many digits. */
  product: string | null
  /** Amount − product, exact; null when either is unknown. */
  difference: string | null
  /** The reason for a difference; null when there is no difference, or no known reason. */
  reason: DifferenceReason | null
}

type Sent = InvoiceLineItemView['amount']
type Readable = LineNumbers & { amount: Big }

/** Returns the numbers of a line as exact decimals. @param decimals of the currency */
export function lineNumbers(
  { price, ...line }: InvoiceLineItemView,
  decimals = CENTS,
  billing: Billing | null = null,
): LineNumbers {
  const quantity = exactOf(line.quantity)
  const unitPrice = exactOf(line.unitPrice)
  const isMoney = price !== undefined && (!price.inCustomUnit || price.rules.kind === 'none')
  return {
    quantity,
    unitPrice,
    amount: exactOf(line.amount),
    product: quantity && unitPrice && quantity.times(unitPrice),
    charge: isMoney ? ruleCharge(price, quantity) : null,
    decimals,
    billing,
  }
}

/** Checks a line's amount against quantity and unit price (section 2.5, gaps.md "Line details"). Exact decimal strings. */
export function lineArithmetic(line: InvoiceLineItemView, numbers = lineNumbers(line)): LineArithmetic {
  const { amount, product } = numbers
  const difference = amount && product && amount.minus(product)
  const isProduct = difference?.eq(0) === true
  return {
    product: product?.toFixed() ?? null,
    difference: difference?.toFixed() ?? null,
    reason: amount === null || isProduct ? null : explain(line, { ...numbers, amount }),
  }
}

function explain(line: InvoiceLineItemView, numbers: Readable): DifferenceReason | null {
  const { product, decimals } = numbers
  const computed = product && quotientOf(product)
  const applied = appliedBound(line, numbers)
  if (applied !== null) return applied
  const items = subItemsCheck(line, decimals)
  if (items.sum !== null && items.wrong === null && roundingOf(numbers, quotientOf(items.sum)) !== null)
    return { kind: 'subItems', count: items.count }
  const byRules = ruleReason(numbers)
  if (byRules?.rounding === null) return byRules
  return boundOfRules(line, numbers) ?? roundingReason(numbers, computed) ?? byRules ?? proratedReason(line, numbers)
}

/** Returns the full charge that, prorated to the days of the line, gives the amount; null when there is none. */
export function proratedReason(line: InvoiceLineItemView, numbers: Readable): ProratedReason | null {
  const { amount, product, quantity, unitPrice, charge } = numbers
  // A credit has a negative quantity or unit price.
  if (amount.lt(0) && product?.gt(0)) return null
  // A quantity below one may be the prorated part itself, with a few decimals.
  const each = unitPrice && quantity?.gt(0) && quantity.lt(1) ? quotientOf(unitPrice) : null
  const full = [product && quotientOf(product), charge?.cost ?? null, each, minimumAbove(line, product)]
  const found = proratedFrom(line, amount, full, numbers)
  return found && { kind: 'prorated', ...found }
}

/** Returns the minimum charge of the price that is above the product; null without one. */
function minimumAbove({ price }: InvoiceLineItemView, product: Big | null): Quotient | null {
  const minimum = price && 'minimum' in price.rules ? exactOf(price.rules.minimum) : null
  return minimum && product && minimum.gt(product) ? quotientOf(minimum) : null
}

/** Returns how the rules of the price give the amount; null when they do not. */
export function ruleReason(numbers: Readable): RuleReason | null {
  const { charge, amount, quantity } = numbers
  if (charge === null) return null
  if (charge.kind === 'tiers') return tiersReason(numbers, charge)
  const how = charge.cost ? roundingOf(numbers, charge.cost) : null
  if (how === null) return charge.kind === 'unit' && quantity ? packagesReason(amount, quantity, charge) : null
  const rounding = how === 'exact' ? null : how
  switch (charge.kind) {
    case 'unit':
      return { kind: 'perUnits', quantity: charge.every, price: charge.price, rounding }
    case 'fixed':
      return { kind: 'fixed', price: charge.price, rounding }
    case 'none':
      return null
  }
}

function tiersReason(numbers: Readable, charge: Extract<RuleCharge, { kind: 'tiers' }>): RuleReason | null {
  for (const way of [charge, ...charge.others]) {
    const { steps, isVolume, cost, free } = way
    if (free !== undefined && !haveTierPrices([numbers.unitPrice], way)) continue
    const how = roundingOf(numbers, cost)
    if (how !== null)
      return {
        kind: 'tiers',
        steps,
        isVolume,
        ...(free !== undefined && { free }),
        rounding: how === 'exact' ? null : how,
      }
  }
  return null
}

/** Returns the packages of units that give the amount: the document does not say whether `rules.quantity` means whole packages. */
function packagesReason(
  amount: Big,
  quantity: Big,
  { price, every }: Extract<RuleCharge, { kind: 'unit' }>,
): RuleReason | null {
  const size = exactOf(every)
  const each = exactOf(price)
  if (every === undefined || !size?.gt(1) || each === null || quantity.lt(0)) return null
  const full = quantity.div(size).round(0, Big.roundDown)
  const count = full.times(size).lt(quantity) ? full.plus(1) : full
  return count.times(each).eq(amount)
    ? { kind: 'packages', count: count.toFixed(), size: every, price, rounding: null }
    : null
}

/** Returns the minimum or maximum that the API says it applied, when it equals the amount. */
export const appliedBound = (line: InvoiceLineItemView, { amount, product }: Readable): AppliedBound | null =>
  boundOf(line.appliedMinimum, line.appliedMaximum, amount, product && quotientOf(product))

/** Returns the minimum or maximum of the price's rules, when it equals the amount. */
export function boundOfRules(
  { price }: InvoiceLineItemView,
  { charge, amount, product }: Readable,
): AppliedBound | null {
  const rules = price?.rules
  if (rules?.kind !== 'unit' && rules?.kind !== 'tier') return null
  return boundOf(rules.minimum, rules.maximum, amount, charge?.cost ?? (product && quotientOf(product)))
}

/** A minimum only raises the computed charge, and a maximum only lowers it. */
function boundOf(minimum: Sent, maximum: Sent, amount: Big, computed: Quotient | null): AppliedBound | null {
  const above = computed === null ? 0 : computed.dividend.cmp(amount.times(computed.divisor))
  if (above <= 0 && isAmount(minimum, amount)) return { kind: 'minimum', bound: minimum }
  if (above >= 0 && isAmount(maximum, amount)) return { kind: 'maximum', bound: maximum }
  return null
}

const isAmount = (number: Sent, amount: Big): number is string => exactOf(number)?.eq(amount) === true

function roundingReason(numbers: Readable, computed: Quotient | null): DifferenceReason | null {
  const rounding = computed && roundingOf(numbers, computed)
  return rounding === null || rounding === 'exact'
    ? null
    : { kind: 'rounded', decimals: decimalsOfAmount(numbers.amount, numbers.decimals), rounding }
}

const roundingOf = ({ amount, decimals }: Readable, computed: Quotient) =>
  roundingTo(computed, amount, decimalsOfAmount(amount, decimals))

interface SubItemsCheck {
  count: number
  /** The sum of the amounts; null without sub items, or when an amount is unreadable. */
  sum: Big | null
  /** The first sub item whose amount is not quantity × price; `position` counts from 1. */
  wrong: { position: number; difference: string } | null
}

/** Sums the sub items of a line and checks each amount (gaps.md "Line details"). @param decimals of the currency */
export function subItemsCheck({ subItems }: Pick<InvoiceLineItemView, 'subItems'>, decimals: number): SubItemsCheck {
  const items = readableList(subItems)
  let sum: Big | null = items.length === 0 ? null : new Big(0)
  let wrong: SubItemsCheck['wrong'] = null
  for (const [index, item] of items.entries()) {
    const amount = exactOf(item.amount)
    sum = amount && sum && sum.plus(amount)
    const [quantity, price] = [exactOf(item.quantity), exactOf(item.price)]
    if (amount === null || quantity === null || price === null || wrong !== null) continue
    const product = quantity.times(price)
    if (roundingTo(quotientOf(product), amount, decimalsOfAmount(amount, decimals)) === null)
      wrong = { position: index + 1, difference: amount.minus(product).toFixed() }
  }
  return { count: items.length, sum, wrong }
}
