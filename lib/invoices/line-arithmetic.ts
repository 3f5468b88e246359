import { Big } from 'big.js'
import type { InvoiceLineItemView } from './invoice'
import type { Billing, LineCalculation, LineFinding, Prorated, TierGroup } from './finding'
import { readableList } from '@/lib/billing-api/unreadable'
import { CENTS } from '@/lib/money/currency-decimals'
import { decimalsOfAmount, exactOf, type Quotient, quotientOf, type Rounding, roundingTo } from '@/lib/money/decimal'
import { daysOfPeriod, otherDays, proratedFrom } from './prorated'
import { ruleCharge, type RuleCharge, ruleReason, type RuleReason } from '@/lib/subscriptions/rule-charge'

/** Why an amount is not quantity × unit price. Each reason gives the amount exactly, or by a named rounding. */
export type DifferenceReason =
  | { kind: 'rounded'; decimals: number; rounding: Rounding }
  | { kind: 'subItems'; count: number }
  | ProratedReason
  | AppliedBound
  | RuleReason

/** The amount or unit price is a full charge prorated to the days of the line. */
export type ProratedReason = { kind: 'prorated' } & Prorated

/** A minimum or maximum charge that equals the amount. */
export interface AppliedBound {
  kind: 'minimum' | 'maximum'
  bound: string
}

/** A line and its numbers; each is null when it was not sent, is unreadable, or has too many digits. */
export interface LineNumbers {
  line: InvoiceLineItemView
  quantity: Big | null
  unitPrice: Big | null
  amount: Big | null
  /** Quantity × unit price, exact. */
  product: Big | null
  /** The charge by the rules of the price; null for a price in a custom unit, which is not money. */
  charge: RuleCharge | null
  /** The minimum and maximum charge of the price's rules. */
  minimum: Big | null
  maximum: Big | null
  /** The decimals of the currency, to which amounts may be rounded. */
  decimals: number
  /** How the subscription is billed; null when it is unknown. */
  billing: Billing | null
}

/** The numbers of a line with a readable amount. */
export type ReadableNumbers = LineNumbers & { amount: Big }

export interface LineArithmetic {
  /** Quantity × unit price, exact; null when either is unreadable or has too many digits. */
  product: string | null
  /** Amount − product, exact; null when either is unknown. */
  difference: string | null
  /** The reason for a difference; null when there is no difference, or no known reason. */
  reason: DifferenceReason | null
}

/** Returns the numbers of a line as exact decimals. @param decimals of the currency */
export function lineNumbers(line: InvoiceLineItemView, decimals = CENTS, billing: Billing | null = null): LineNumbers {
  const { price } = line
  const [quantity, unitPrice] = [exactOf(line.quantity), exactOf(line.unitPrice)]
  const isMoney = price !== undefined && (!price.inCustomUnit || price.rules.kind === 'none')
  const bounds = boundsOfRules(line)
  return {
    line,
    quantity,
    unitPrice,
    amount: exactOf(line.amount),
    product: quantity && unitPrice && quantity.times(unitPrice),
    charge: isMoney ? ruleCharge(price, quantity) : null,
    minimum: exactOf(bounds.minimum),
    maximum: exactOf(bounds.maximum),
    decimals,
    billing,
  }
}

/** Checks a line's amount against quantity and unit price (section 2.5, gaps.md "Line details"). Exact decimal strings. */
export function lineArithmetic(numbers: LineNumbers): LineArithmetic {
  const { amount, product } = numbers
  const difference = amount && product && amount.minus(product)
  const isProduct = difference?.eq(0) === true
  return {
    product: product?.toFixed() ?? null,
    difference: difference?.toFixed() ?? null,
    reason: amount === null || isProduct ? null : explain({ ...numbers, amount }),
  }
}

function explain(numbers: ReadableNumbers): DifferenceReason | null {
  const { amount, product, decimals } = numbers
  const applied = appliedBound(numbers)
  if (applied !== null) return applied
  const items = subItemsCheck(numbers)
  if (items.sum !== null && items.wrong === null && isRounded(numbers, items.sum))
    return { kind: 'subItems', count: items.count }
  const byRules = ruleReason(numbers)
  if (byRules?.rounding === null) return byRules
  const bound = boundOfRules(numbers)
  if (bound !== null) return bound
  const rounding = product && roundingTo(quotientOf(product), amount, decimals)
  if (rounding !== null && rounding !== 'exact')
    return { kind: 'rounded', decimals: decimalsOfAmount(amount, decimals), rounding }
  return byRules ?? proratedReason(numbers)
}

/** Returns the full charge that, prorated to the days of the line, gives the amount; null when there is none. */
export function proratedReason(numbers: ReadableNumbers): ProratedReason | null {
  const { line, amount, product, quantity, unitPrice, charge, minimum } = numbers
  // A credit has a negative quantity or unit price.
  if (amount.lt(0) && product?.gt(0)) return null
  // A quantity below one may be the prorated part itself, with a few decimals.
  const each = unitPrice && quantity?.gt(0) && quantity.lt(1) ? quotientOf(unitPrice) : null
  const least = minimum && product && minimum.gt(product) ? quotientOf(minimum) : null
  const found = proratedFrom(line, amount, [product && quotientOf(product), charge?.cost ?? null, each, least], numbers)
  return found && { kind: 'prorated', ...found }
}

/** Returns the minimum or maximum that the API says it applied, when it equals the amount. */
export const appliedBound = ({ line, amount, product }: ReadableNumbers): AppliedBound | null =>
  boundOf({ minimum: line.appliedMinimum, maximum: line.appliedMaximum }, amount, product && quotientOf(product))

/** Returns the minimum or maximum of the price's rules, when it equals the amount. */
export const boundOfRules = ({ line, charge, amount, product }: ReadableNumbers): AppliedBound | null =>
  boundOf(boundsOfRules(line), amount, charge?.cost ?? (product && quotientOf(product)))

interface SentBounds {
  minimum?: InvoiceLineItemView['amount']
  maximum?: InvoiceLineItemView['amount']
}

/** Returns the minimum and maximum charge of the price's rules; only those of units and of tiers may have them. */
export function boundsOfRules({ price }: Pick<InvoiceLineItemView, 'price'>): { minimum?: string; maximum?: string } {
  const rules = price?.rules
  return rules?.kind === 'unit' || rules?.kind === 'tier' ? rules : {}
}

/** A minimum only raises the computed charge, and a maximum only lowers it. */
function boundOf({ minimum, maximum }: SentBounds, amount: Big, computed: Quotient | null): AppliedBound | null {
  const above = computed === null ? 0 : computed.dividend.cmp(amount.times(computed.divisor))
  const isAmount = (bound: typeof minimum): bound is string => exactOf(bound)?.eq(amount) === true
  if (above <= 0 && isAmount(minimum)) return { kind: 'minimum', bound: minimum }
  if (above >= 0 && isAmount(maximum)) return { kind: 'maximum', bound: maximum }
  return null
}

/** Finds an amount that is not quantity × unit price and has no reason, and sub items that contradict it or themselves. */
export function amountFindings(
  numbers: LineNumbers,
  { difference, reason }: LineArithmetic,
  group: TierGroup | undefined,
): LineFinding[] {
  const { line, amount, product } = numbers
  if (amount === null) return []
  const findings: LineFinding[] = []
  const isAverage = group?.finding === null && isRoundedAverage(numbers, difference)
  if (product !== null && difference !== null && reason === null && !isAverage && !amount.eq(product)) {
    const days = otherDays(line, amount, product, numbers)
    findings.push({ kind: 'amount', difference, ...calculationOf(numbers), ...(days && { days }) })
  }
  const { sum, wrong } = subItemsCheck(numbers)
  if (wrong !== null) findings.push({ kind: 'subItem', ...wrong })
  const isBound = reason?.kind === 'minimum' || reason?.kind === 'maximum'
  if (sum !== null && !isBound && !isRounded({ ...numbers, amount }, sum))
    findings.push({ kind: 'subItems', expected: sum.toFixed(), difference: amount.minus(sum).toFixed() })
  return findings
}

/** True when the amount is the exact number, or rounded from it. */
const isRounded = ({ amount, decimals }: Pick<ReadableNumbers, 'amount' | 'decimals'>, exact: Big): boolean =>
  roundingTo(quotientOf(exact), amount, decimals) !== null

interface SubItemsCheck {
  count: number
  /** The sum of the amounts; null without sub items, or when an amount is unreadable. */
  sum: Big | null
  /** The first sub item whose amount is not quantity × price; `position` counts from 1. */
  wrong: { position: number; difference: string } | null
}

/** Sums the sub items of a line and checks each amount (gaps.md "Line details"). */
function subItemsCheck({ line, decimals }: LineNumbers): SubItemsCheck {
  const items = readableList(line.subItems)
  let sum: Big | null = items.length === 0 ? null : new Big(0)
  let wrong: SubItemsCheck['wrong'] = null
  for (const [index, item] of items.entries()) {
    const [amount, quantity, price] = [exactOf(item.amount), exactOf(item.quantity), exactOf(item.price)]
    sum = amount && sum && sum.plus(amount)
    if (amount === null || quantity === null || price === null || wrong !== null) continue
    const product = quantity.times(price)
    if (!isRounded({ amount, decimals }, product))
      wrong = { position: index + 1, difference: amount.minus(product).toFixed() }
  }
  return { count: items.length, sum, wrong }
}

/** Returns the calculation of a line, and by how much the amount differs from the nearest result: of all its time, or of its days. */
function calculationOf(numbers: LineNumbers): { difference?: string; calculation?: LineCalculation } {
  const { line, amount, quantity, unitPrice, product, minimum, maximum, decimals, billing } = numbers
  if (!amount || !quantity || !unitPrice || !product) return {}
  const calculation: LineCalculation = {
    amount: amount.toFixed(),
    quantity: quantity.toFixed(),
    unitPrice: unitPrice.toFixed(),
    expected: product.toFixed(),
  }
  const kind = product.lt(0) ? null : minimum?.gt(product) ? 'minimum' : maximum?.lt(product) ? 'maximum' : null
  const bound = kind && numbers[kind]
  if (kind && bound) {
    const difference = amount.minus(bound).toFixed()
    return { difference, calculation: { ...calculation, bound: { kind, amount: bound.toFixed() } } }
  }
  const difference = amount.minus(product)
  const days = daysOfPeriod(line, billing)
  const part = days && product.times(days.days).div(days.of).round(decimalsOfAmount(amount, decimals), Big.roundHalfUp)
  if (!days || !part?.minus(amount).abs().lt(difference.abs())) return { difference: difference.toFixed(), calculation }
  return {
    difference: amount.minus(part).toFixed(),
    calculation: { ...calculation, part: { ...days, expected: part.toFixed() } },
  }
}

/**
 * True when a unit price that is a rounded average of several tiers explains the difference: half of its last digit for each unit, and
 * half a cent.
 */
function isRoundedAverage({ line: { price }, quantity, unitPrice, decimals }: LineNumbers, difference: string | null) {
  if (price?.rules.kind !== 'tier' || quantity === null || unitPrice === null || difference === null) return false
  if (price.rules.tiers.some((tier) => exactOf(tier.price)?.eq(unitPrice))) return false
  const most = quantity.abs().times(`5e-${decimalsOfAmount(unitPrice, decimals) + 1}`)
  return new Big(difference).abs().lte(most.plus(`5e-${decimals + 1}`))
}
