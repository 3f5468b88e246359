import { Big } from 'big.js'
import type { InvoiceLineItemView } from './invoice'
import type { Billing, InvoiceFinding, LineFinding, LineNote, PriceFinding, TierGroup, WhyUnchecked } from './finding'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'
import { CENTS } from '@/lib/money/currency-decimals'
import {
  decimalOf,
  exactOf,
  isFiniteDecimal,
  type Quotient,
  quotientOf,
  type Rounding,
  roundingTo,
} from '@/lib/money/decimal'
import { usableDate } from '@/lib/time/usable-date'
import {
  amountFindings,
  type AppliedBound,
  appliedBound,
  boundOfRules,
  type LineArithmetic,
  lineArithmetic,
  type LineNumbers,
  lineNumbers,
  type ProratedReason,
  proratedReason,
  type ReadableNumbers,
} from './line-arithmetic'
import { proratedFrom } from './prorated'
import {
  asVolume,
  type ChargeOf,
  ruleReason,
  type RuleReason,
  type Tier,
  tierOfLine,
  type TierStep,
} from '@/lib/subscriptions/rule-charge'

/**
 * `agrees`: the amount follows from quantity, unit price and the price's rules, as far as these were sent. `look`: something
 * contradicts the amount or the period; `reviewed`: a person reviewed all of that. `unchecked`: there is no amount, or nothing to check it against.
 */
export interface LineVerdict {
  state: 'agrees' | 'look' | 'reviewed' | 'unchecked'
  findings: LineFinding[]
  /** The explanation of an amount that is not quantity × unit price, or of a unit price that differs from the price. */
  note: LineNote | null
  /** The checks that the verdict and its words follow from. */
  arithmetic: LineArithmetic
  price: PriceCheck
}

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

/** The result of checking a line against the rules of its price; `steps` is the calculation by tiers, if any. */
export type PriceCheck =
  | { state: 'agrees'; by: PriceAgreement }
  | { state: 'differs'; finding: PriceFinding; steps: TierStep[] }
  | { state: 'unchecked'; why: Exclude<WhyUnchecked, 'oneTier'> }
  /** The unit price is that of one tier which can hold the quantity; `expected` is the charge by all tiers, exact. */
  | { state: 'unchecked'; why: 'oneTier'; tier: Tier; expected: string }

/** What the checks of a line know besides the line. */
interface LineSurroundings {
  /** The lines of its price and period, when their tiers were checked together. */
  group?: TierGroup | undefined
  /** True in a trial, which may charge nothing; `ended` when the line is as of one that is over. */
  isTrial?: boolean | 'ended'
  /** The decimals of the currency: 2 when it is unknown. */
  decimals?: number
  /** How the subscription is billed. */
  billing?: Billing | null
}

/** Checks a line in exact decimals: its product, its unit price, a charge on a price that charges nothing, and its period. */
export function lineVerdict(
  line: InvoiceLineItemView,
  { group, isTrial = false, decimals = CENTS, billing = null }: LineSurroundings = {},
): LineVerdict {
  const numbers = lineNumbers(line, decimals, billing)
  const arithmetic = lineArithmetic(numbers)
  const price = priceCheck(numbers, group)
  const charged = [...amountFindings(numbers, arithmetic, group), ...(price.state === 'differs' ? [price.finding] : [])]
  const isFree = isTrial !== false && isNothingCharged(line, charged)
  const findings = [...(isFree ? [] : charged), ...periodFindings(line)]
  const trial: LineNote = isTrial === 'ended' ? { kind: 'trial', hasEnded: true } : { kind: 'trial' }
  const isConfirmed = arithmetic.difference !== null || arithmetic.reason !== null || confirmsAmount(price)
  const isChecked = isConfirmed && !hasUnreadableSubItem(line)
  const state = findings.length > 0 ? 'look' : isChecked ? 'agrees' : 'unchecked'
  return { state, findings, note: isFree ? trial : noteOf(arithmetic, price), arithmetic, price }
}

/** True when sub items may contradict the amount, and nothing shows whether they do. */
const hasUnreadableSubItem = ({ subItems }: InvoiceLineItemView) =>
  isUnreadable(subItems) || subItems.some(({ amount }) => isUnreadable(amount))

/** True when a line that should charge something charges nothing, and nothing else is wrong with it. */
export const isNothingCharged = ({ amount }: InvoiceLineItemView, findings: readonly LineFinding[]): boolean =>
  /^-?0+(\.0+)?$/.test(readable(amount) ?? '') &&
  findings.length > 0 &&
  findings.every(({ kind }) => kind === 'amount' || kind === 'unitPrice' || kind === 'rules' || kind === 'tiers')

/** False also for a matching unit price, which does not confirm the amount without a quantity. */
const confirmsAmount = (price: PriceCheck) =>
  price.state === 'agrees' && price.by.kind !== 'unitPrice' && price.by.kind !== 'fixedUnitPrice'

function noteOf({ reason }: LineArithmetic, price: PriceCheck): LineNote | null {
  for (const why of [reason, price.state === 'agrees' ? price.by : null]) {
    if (why?.kind === 'prorated') return why
    const free = why?.kind === 'tiersOfLines' ? why.group.free : why?.kind === 'tiers' ? why.free : undefined
    if (free !== undefined) return { kind: 'overage', free }
    if (why?.kind === 'packages') return { kind: 'packages', count: why.count, size: why.size, price: why.price }
  }
  return null
}

function periodFindings(line: InvoiceLineItemView): LineFinding[] {
  const [start, end] = [usableDate(line.startDate), usableDate(line.endDate)]
  return start !== null && end !== null && Date.parse(end) < Date.parse(start) ? [{ kind: 'periodReversed' }] : []
}

/** Returns the findings and the note of one line; its tier group has a finding of its own. */
export function findingsOfLine({ findings, note }: LineVerdict, position: number): InvoiceFinding[] {
  const single = findings.flatMap((finding): InvoiceFinding[] =>
    finding.kind === 'tiersOfLines' ? [] : [{ severity: 'finding', lines: [position], ...finding }],
  )
  return note ? [...single, { severity: 'note', lines: [position], ...note }] : single
}

/** Returns the absolute difference of the line's largest finding; 0 without a known difference. */
export function sizeOfDifference({ findings }: Pick<LineVerdict, 'findings'>): Big {
  return findings.reduce((largest, finding) => {
    const size = new Big('difference' in finding ? (finding.difference ?? 0) : 0).abs()
    return size.gt(largest) ? size : largest
  }, new Big(0))
}

/** Checks the unit price against the rules of the price. A line of a tier group has the result of its group. */
function priceCheck(numbers: LineNumbers, group?: TierGroup): PriceCheck {
  if (group) return group.finding ? differs(group.finding) : agrees({ kind: 'tiersOfLines', group })
  const { amount, charge, line } = numbers
  const rules = line.price?.rules
  if (amount === null) return unchecked('incomplete')
  if (rules === undefined || rules.kind === 'missing') return unchecked('notSent')
  if (rules.kind === 'other') return unchecked('unknownRules')
  if (rules.kind !== 'none' && line.price?.inCustomUnit) return unchecked('customUnit')
  // A credit does not follow the price's rules; a price that charges nothing has no credits.
  if (rules.kind !== 'none' && amount.lt(0)) return unchecked('credit')

  const known = { ...numbers, amount }
  switch (charge?.kind) {
    case 'none':
      return amount.eq(0) ? agrees({ kind: 'nothing' }) : differs({ kind: 'charged', difference: amount.toFixed() })
    case 'unit':
      return checkBounds(known) ?? checkUnit(known, charge)
    case 'fixed':
      return checkFixed(known, charge)
    case 'tiers':
      return checkBounds(known) ?? checkTiers(known, charge)
    case undefined:
      return unchecked('incomplete')
  }
}

/**
 * Checks a line against the minimum and maximum of its rules, and those that the API applied; null when none decides. The rules' own may
 * be prorated. A line below the minimum may be one of several, or raised to it by another.
 */
function checkBounds(numbers: ReadableNumbers): PriceCheck | null {
  const { line, amount, minimum, maximum, decimals } = numbers
  const applied = appliedBound(numbers)
  if (applied !== null) {
    const bound = numbers[applied.kind]
    if (bound === null || bound.eq(amount) || proratedFrom(line, amount, [quotientOf(bound)], numbers))
      return agrees(applied)
    return amount.gt(bound) ? beyond(bound, amount) : unchecked('bounds')
  }
  const isAbove = maximum !== null && amount.gt(maximum)
  if (isAbove && roundingTo(quotientOf(maximum), amount, decimals) === null) return beyond(maximum, amount)
  return minimum !== null && amount.lt(minimum) && amount.gt(0) ? unchecked('bounds') : null
}

const beyond = (bound: Big, amount: Big) =>
  differs({ kind: 'rules', expected: bound.toFixed(), difference: amount.minus(bound).toFixed() })

function checkUnit(numbers: ReadableNumbers, { price, every, rate, cost }: ChargeOf<'unit'>): PriceCheck {
  const { amount, unitPrice, quantity } = numbers
  const how = unitPrice && roundingOfRate(unitPrice, rate, numbers)
  if (how !== null) return agrees({ kind: 'unitPrice', price, quantity: every, rounding: how === 'exact' ? null : how })
  const byRules = ruleReason(numbers)
  const isUnitPriceRounded = unitPrice === null || roundingTo(rate, unitPrice, 0) !== null
  if (byRules !== null && (byRules.kind === 'packages' || isUnitPriceRounded)) return agrees(byRules)
  const bound = boundOfRules(numbers)
  if (bound !== null) return agrees(bound)
  // The price may be for each unit: the interface document does not define `rules.quantity`.
  const each = exactOf(price)
  if (each && (unitPrice?.eq(each) ?? quantity?.times(each).eq(amount))) return unchecked('perUnits')
  if (mayBeBounded(numbers, cost)) return unchecked('bounds')
  const part = proratedRate(numbers, [rate])
  if (part !== null) return agrees(part)
  const difference = cost && excess(amount, cost)
  if (unitPrice !== null) return differs({ kind: 'unitPrice', expected: written(rate), difference })
  if (cost === null || difference === null) return unchecked('incomplete')
  return differs({ kind: 'rules', expected: written(cost), difference })
}

function checkFixed(numbers: ReadableNumbers, { price, rate, cost }: ChargeOf<'fixed'>): PriceCheck {
  const { amount, unitPrice, quantity, decimals } = numbers
  const byRules = ruleReason(numbers)
  if (byRules !== null) return agrees(byRules)
  // A line may cover some of the pieces, or all of them several times.
  for (const each of [cost, rate]) {
    const how = unitPrice
      ? roundingOfRate(unitPrice, each, numbers)
      : quantity && roundingTo(times(each, quantity), amount, decimals)
    const kind = unitPrice ? 'fixedUnitPrice' : 'fixed'
    if (how !== null) return agrees({ kind, price, rounding: how === 'exact' ? null : how })
  }
  if (unitPrice === null && quantity === null) return unchecked('incomplete')
  const part = proratedRate(numbers, [cost, rate])
  if (part !== null) return agrees(part)
  return differs({ kind: 'unitPrice', expected: price, difference: excess(amount, cost) })
}

function checkTiers(numbers: ReadableNumbers, charge: ChargeOf<'tiers'>): PriceCheck {
  const { line, amount, unitPrice, quantity } = numbers
  const { steps, cost } = charge
  const agreed = ruleReason(numbers) ?? boundOfRules(numbers)
  if (agreed !== null) return agrees(agreed)
  // An API may create one line per tier, which a single line does not show.
  const rules = line.price?.rules
  const tier = rules?.kind === 'tier' && unitPrice && quantity ? tierOfLine(rules.tiers, unitPrice, quantity) : null
  if (tier) return { state: 'unchecked', why: 'oneTier', tier, expected: written(cost) }
  if (mayBeBounded(numbers, cost)) return unchecked('bounds')
  const part = proratedReason(numbers)
  if (part !== null) return agrees(part)
  const amounts = { expected: written(cost), difference: excess(amount, cost) }
  return differs({ kind: 'tiers', ...amounts, ...asVolume(charge) }, steps)
}

/** True when the line may be part of a minimum or a maximum charge, for which the rules give no unit price. */
function mayBeBounded({ line, amount, minimum, maximum }: ReadableNumbers, cost: Quotient | null): boolean {
  const computed = cost && decimalOf(cost)
  const [least, most] = [exactOf(line.appliedMinimum), exactOf(line.appliedMaximum)]
  return (
    [minimum, least].some((bound) => bound?.gte(amount) && !computed?.gte(bound)) ||
    [maximum, most].some((bound) => bound?.gte(amount) && !computed?.lte(bound))
  )
}

/** Returns the proration that gives the unit price or, without one, the amount; null when there is none. */
function proratedRate(numbers: ReadableNumbers, rates: Quotient[]): ProratedReason | null {
  if (numbers.unitPrice === null) return proratedReason(numbers)
  const found = proratedFrom(numbers.line, numbers.unitPrice, rates, numbers)
  return found && { kind: 'prorated', ...found }
}

/** Returns how `each` matches the rate: exactly or, for a rate that is no finite decimal, rounded to the decimals sent; else null. */
function roundingOfRate(each: Big, rate: Quotient, { decimals }: ReadableNumbers) {
  const how = roundingTo(rate, each, decimals)
  return how === 'exact' || (!isFiniteDecimal(rate) && !each.eq(0)) ? how : null
}

const times = (rate: Quotient, quantity: Big): Quotient => ({ ...rate, dividend: rate.dividend.times(quantity) })
const written = (number: Quotient) => decimalOf(number).toFixed()
const excess = (amount: Big, cost: Quotient) => amount.minus(decimalOf(cost)).toFixed()

const agrees = (by: PriceAgreement): PriceCheck => ({ state: 'agrees', by })
const differs = (finding: PriceFinding, steps: TierStep[] = []): PriceCheck => ({ state: 'differs', finding, steps })
const unchecked = (why: Exclude<WhyUnchecked, 'oneTier'>): PriceCheck => ({ state: 'unchecked', why })
