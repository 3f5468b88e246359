import type { Big } from 'big.js'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { exactOf } from '../money/decimal'
import { decimalsOfAmount, type Quotient, type Rounding, roundingTo, whole } from '../money/rounding'
import { type RuleCharge, ruleCharge, type TierStep } from './rule-charge'
import { subItemsCheck } from './sub-items-check'

/** Why an amount is not quantity × unit price. Given only where it makes exactly the amount, or by a named rounding. */
export type DifferenceReason =
  | { kind: 'rounded'; decimals: number; rounding: Rounding }
  | { kind: 'subItems'; count: number }
  | AppliedBound
  | RuleReason

/** How the rules of its price make the amount; `rounding` is null where they make it exactly. */
export type RuleReason = { rounding: Rounding | null } & (
  | { kind: 'tiers'; steps: TierStep[] }
  | { kind: 'fixed'; price: string }
  | { kind: 'perUnits'; quantity: string | null; price: string }
)

/** The least or the most that is charged, where that is the amount. */
export interface AppliedBound {
  kind: 'minimum' | 'maximum'
  bound: string
}

/** A line in numbers to compute with, each null where it was not sent, could not be read or has too many digits. */
export interface LineNumbers {
  quantity: Big | null
  unitPrice: Big | null
  amount: Big | null
  /** Quantity × unit price, exact. */
  product: Big | null
  /** What the rules of its price make of it; null of a price in a custom unit, which is no money. */
  charge: RuleCharge | null
}

export interface LineArithmetic {
  /** Quantity × unit price, exact; null where one of them is not readable, or has too many digits to compute with. */
  product: string | null
  /** Amount − product, exact; null where one of them is not known. */
  difference: string | null
  /** What explains a difference; null where there is none, or nothing that could be read explains it. */
  reason: DifferenceReason | null
}

type Sent = InvoiceLineItemView['amount']
type Readable = LineNumbers & { amount: Big }

export function lineNumbers({ price, ...line }: InvoiceLineItemView): LineNumbers {
  const quantity = exactOf(line.quantity)
  const unitPrice = exactOf(line.unitPrice)
  const isMoney = price !== null && (!price.inCustomUnit || price.rules.kind === 'none')
  return {
    quantity,
    unitPrice,
    amount: exactOf(line.amount),
    product: quantity && unitPrice && quantity.times(unitPrice),
    charge: isMoney ? ruleCharge(price.rules, quantity) : null,
  }
}

/** Checks a line's amount against what it is made of (section 2.5, gaps.md "Line details"). Decimal strings, exact. */
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
  const { amount, product } = numbers
  const made = product && whole(product)
  const applied = appliedBound(line, numbers)
  if (applied !== null) return applied
  const items = subItemsCheck(line)
  if (items.sum !== null && items.wrong === null && cutTo(amount, whole(items.sum)) !== null)
    return { kind: 'subItems', count: items.count }
  const byRules = ruleReason(numbers)
  if (byRules?.rounding === null) return byRules
  return boundOfRules(line, numbers) ?? roundingReason(amount, made) ?? byRules
}

/** Where what the rules make of the quantity is the amount. */
export function ruleReason({ charge, amount }: Readable): RuleReason | null {
  const how = charge?.cost ? cutTo(amount, charge.cost) : null
  if (charge === null || how === null) return null
  const rounding = how === 'exact' ? null : how
  switch (charge.kind) {
    case 'unit':
      return { kind: 'perUnits', quantity: charge.every, price: charge.price, rounding }
    case 'fixed':
      return { kind: 'fixed', price: charge.price, rounding }
    case 'tiers':
      return { kind: 'tiers', steps: charge.steps, rounding }
    case 'none':
      return null
  }
}

/** The minimum or maximum that the API says it applied, where that is the amount. */
export const appliedBound = (line: InvoiceLineItemView, { amount, product }: Readable): AppliedBound | null =>
  boundOf(line.appliedMinimum, line.appliedMaximum, amount, product && whole(product))

/** The minimum or maximum of a price's rules, where that is the amount. */
export function boundOfRules(
  { price }: InvoiceLineItemView,
  { charge, amount, product }: Readable,
): AppliedBound | null {
  const rules = price?.rules
  if (rules?.kind !== 'unit' && rules?.kind !== 'tier') return null
  return boundOf(rules.minimum, rules.maximum, amount, charge?.cost ?? (product && whole(product)))
}

/** A minimum adds to what was made of the quantity, and a maximum takes of it: neither explains the other way round. */
function boundOf(minimum: Sent, maximum: Sent, amount: Big, made: Quotient | null): AppliedBound | null {
  const above = made === null ? 0 : made.dividend.cmp(amount.times(made.divisor))
  if (above <= 0 && isAmount(minimum, amount)) return { kind: 'minimum', bound: minimum }
  if (above >= 0 && isAmount(maximum, amount)) return { kind: 'maximum', bound: maximum }
  return null
}

const isAmount = (number: Sent, amount: Big): number is string => exactOf(number)?.eq(amount) === true

function roundingReason(amount: Big, made: Quotient | null): DifferenceReason | null {
  const rounding = made && cutTo(amount, made)
  return rounding === null || rounding === 'exact'
    ? null
    : { kind: 'rounded', decimals: decimalsOfAmount(amount), rounding }
}

const cutTo = (amount: Big, made: Quotient) => roundingTo(made, amount, decimalsOfAmount(amount))
