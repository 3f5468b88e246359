import { Big } from 'big.js'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import type { RulesView } from '@/contract/console/price'
import { isAbsent } from '../format/unreadable'
import { bigOf, decimalsOf, isRoundedTo, ROUNDING_MODES } from './decimal'
import { lineArithmetic, type Tier, tierCost } from './line-arithmetic'

/** What is wrong with a line, with the exact difference where there is one. */
export type LineFinding =
  | { kind: 'amount'; difference: string }
  | { kind: 'unitPrice'; expected: string }
  | { kind: 'tiers'; expected: string }
  | { kind: 'charged' }

/**
 * `agrees`: the amount is what quantity, unit price and the price's rules make of it, as far as these were sent. `look`:
 * something contradicts it. `unchecked`: there is no amount, or nothing to check it against.
 */
export interface LineVerdict {
  state: 'agrees' | 'look' | 'unchecked'
  findings: LineFinding[]
  /** Whether the unit price could be held against the rules of its price. */
  isUnitPriceChecked: boolean
}

/** Three checks of a line, in exact decimals: its product, its unit price, and a charge where there is to be none. */
export function lineVerdict(line: InvoiceLineItemView): LineVerdict {
  const amount = isAbsent(line.amount) ? null : bigOf(line.amount)
  const { difference, reason } = lineArithmetic(line)
  const isProduct = difference !== null && !/[1-9]/.test(difference)
  const isExplained = isProduct || reason !== null || (amount !== null && isRoundedRate(line, amount))
  const byRules = amount === null ? null : checkRules(line, amount)
  const findings: LineFinding[] = []
  if (difference !== null && !isExplained) findings.push({ kind: 'amount', difference })
  if (byRules !== null && byRules !== 'agrees') findings.push(byRules)
  const isChecked = amount !== null && (difference !== null || isExplained || byRules !== null)
  return {
    state: findings.length > 0 ? 'look' : isChecked ? 'agrees' : 'unchecked',
    findings,
    isUnitPriceChecked: byRules !== null,
  }
}

/** Holds a line against the rules of its price; null where they do not tell, or are in units that are no money. */
function checkRules(line: InvoiceLineItemView, amount: Big): LineFinding | 'agrees' | null {
  const { price } = line
  const rules = price?.rules
  if (rules?.kind === 'none') return amount.eq(0) ? 'agrees' : { kind: 'charged' }
  const unitPrice = isAbsent(line.unitPrice) ? null : bigOf(line.unitPrice)
  const quantity = isAbsent(line.quantity) ? null : bigOf(line.quantity)
  // A credit is not charged by its price.
  if (price === null || price.inCustomUnit || unitPrice === null || amount.lt(0)) return null
  switch (rules?.kind) {
    case 'unit': {
      const each = rules.price === null ? null : bigOf(rules.price)
      const every = rules.quantity === null ? new Big(1) : bigOf(rules.quantity)
      if (each === null || every === null || every.lte(0)) return null
      if (isRate(unitPrice, each, every) || isBound(line, rules, amount)) return 'agrees'
      return hasBounds(line, rules) ? null : { kind: 'unitPrice', expected: rateOf(each, every) }
    }
    case 'fixed': {
      const whole = rules.price === null ? null : bigOf(rules.price)
      const pieces = rules.quantity === null ? new Big(1) : bigOf(rules.quantity)
      if (whole === null || pieces === null || pieces.lte(0)) return null
      const isFixed = amount.eq(whole) || unitPrice.eq(whole) || isRate(unitPrice, whole, pieces)
      return isFixed ? 'agrees' : { kind: 'unitPrice', expected: whole.toFixed() }
    }
    case 'tier': {
      const cost = quantity && tierCost(rules.tiers, quantity)
      if (cost === null) return null
      const isPart = rules.tiers.some((tier) => isPartOf(tier, unitPrice, quantity))
      if (isPart || isBound(line, rules, amount) || isRoundedTo(cost, amount)) return 'agrees'
      return hasBounds(line, rules) ? null : { kind: 'tiers', expected: cost.toFixed() }
    }
    default:
      return null
  }
}

type Bounded = Extract<RulesView, { kind: 'unit' | 'tier' }>

const boundsOf = (line: InvoiceLineItemView, { minimum, maximum }: Bounded) =>
  [minimum, maximum, line.appliedMinimum, line.appliedMaximum].filter((bound): bound is string => !isAbsent(bound))

const isBound = (line: InvoiceLineItemView, rules: Bounded, amount: Big) =>
  boundsOf(line, rules).some((bound) => bigOf(bound)?.eq(amount))

/** A line may be what a minimum adds or a maximum takes: of that its rules tell no unit price. */
const hasBounds = (line: InvoiceLineItemView, rules: Bounded) => boundsOf(line, rules).length > 0

/** Whether the amount is quantity × price ÷ units, rounded: the unit price may be that of one unit, cut. */
function isRoundedRate({ price, quantity: sent }: InvoiceLineItemView, amount: Big): boolean {
  const rules = price?.rules
  if (rules?.kind !== 'unit' || rules.price === null || rules.quantity === null || isAbsent(sent)) return false
  const [quantity, each, every] = [bigOf(sent), bigOf(rules.price), bigOf(rules.quantity)]
  if (quantity === null || each === null || every === null || every.lte(0)) return false
  const decimals = Math.max(2, decimalsOf(amount))
  return ROUNDING_MODES.some((mode) => roundedRate(quantity.times(each), every, decimals, mode).eq(amount))
}

/** Whether a line can be the units of one tier alone: an API may make a line of each. */
function isPartOf({ start, end, price }: Tier, unitPrice: Big, quantity: Big | null): boolean {
  const each = price === null ? null : bigOf(price)
  if (quantity === null || !each?.eq(unitPrice)) return false
  if (end === null) return true
  const width = bigOf(end)?.minus((start === null ? null : bigOf(start)) ?? 0)
  return width !== undefined && quantity.lte(width)
}

/** Whether `price` for `every` units is `unitPrice` each, to as many decimals as that was sent with. */
function isRate(unitPrice: Big, price: Big, every: Big): boolean {
  if (unitPrice.times(every).eq(price)) return true
  const decimals = decimalsOf(unitPrice)
  return decimals > 0 && ROUNDING_MODES.some((mode) => roundedRate(price, every, decimals, mode).eq(unitPrice))
}

function rateOf(price: Big, every: Big): string {
  return roundedRate(price, every, 12, Big.roundHalfUp).toFixed()
}

/** A constructor of its own: the digits of a division are a setting of big.js, which others must not find changed. */
function roundedRate(price: Big, every: Big, decimals: number, mode: 0 | 1 | 2 | 3): Big {
  const Rate = Big()
  Rate.DP = Math.min(decimals, 100)
  Rate.RM = mode
  return new Big(new Rate(price.toFixed()).div(every.toFixed()).toFixed())
}
