import type { RulesView } from '@/lib/billing-api/price'
import { withoutBidi } from '@/lib/text/bidi'
import { exactOf } from '@/lib/money/decimal'
import { beginsAtEndOf, tiersJoin, type Tier } from './rule-charge'
import { formatAmount, formatCount, formatQuantity, unitLabel, type UnitLabels } from '@/lib/money/amount'
import { cadenceWords } from './labels'

const ONE = /^1(\.0+)?$/

/** Returns `seat` for one, `100 seats` for many; `unit` when the billable has no labels. */
export function perLabel(quantity: string | undefined, labels?: UnitLabels | null): string {
  return quantity === undefined || ONE.test(quantity)
    ? unitWord('1', labels)
    : `${formatQuantity(quantity)} ${unitWord(quantity, labels)}`
}

const unitWord = (quantity: string, labels?: UnitLabels | null) =>
  withoutBidi(unitLabel(quantity, labels) ?? (ONE.test(quantity) ? 'unit' : 'units'))

/** Beyond this number tiers are only counted: the details show their table. */
const MAX_TIERS = 5

/**
 * Returns a price's rules in one line: `$10.00 per seat`, `0–100 free · to 1,000 $0.12 · above $0.085 per GB · at least
 * $100.00`, `$500.00 a month`. Rules with a quantity do not say whether the price is for each or for all: `$12.00, quantity 5`. A null
 * `currency` yields plain numbers.
 */
export function chargeLabel(rules: RulesView, currency: string | null, labels?: UnitLabels | null): string {
  switch (rules.kind) {
    case 'unit':
      if (rules.price === undefined) return 'Price not sent'
      return bounded(
        isOne(rules.quantity)
          ? `${formatAmount(rules.price, currency)} per ${perLabel(undefined, labels)}`
          : withQuantity(rules.price, rules.quantity, currency),
        rules,
        currency,
      )
    case 'tier':
      return bounded(tiersLabel(rules.tiers, currency, perLabel(undefined, labels)), rules, currency)
    case 'fixed': {
      if (rules.price === undefined) return 'Price not sent'
      const amount = isOne(rules.quantity)
        ? formatAmount(rules.price, currency)
        : withQuantity(rules.price, rules.quantity, currency)
      return rules.cadence === undefined ? `${amount} fixed` : withCadence(amount, rules.cadence)
    }
    case 'none':
      return 'No charge'
    case 'missing':
      return 'Rules not sent'
    case 'other':
      return 'Rules of a kind this console does not know'
  }
}

/** True when a price is for one: also when its rules have no quantity. */
export const isOne = (quantity: string | undefined) => quantity === undefined || ONE.test(quantity)

const withQuantity = (price: string, quantity: string | undefined, currency: string | null) =>
  `${formatAmount(price, currency)}, quantity ${formatQuantity(quantity ?? '1')}`

/** Returns `$499.00 a month`; of an interval that the console does not know, the interval as sent after a comma. */
export function withCadence(amount: string, cadence: string): string {
  const words = cadenceWords(cadence)
  return `${amount}${words === cadence || amount.includes(', ') ? ',' : ''} ${withoutBidi(words)}`
}

/** Describes each tier by its own numbers; states gaps, overlaps and missing numbers, and computes nothing then. */
function tiersLabel(tiers: Tier[], currency: string | null, unit: string): string {
  if (tiers.length === 0) return 'Tiers not sent'
  if (tiers.some(({ start, price }) => start === undefined || price === undefined))
    return `${formatCount(tiers.length, 'tier')}, not fully readable`
  const shown = tiers.slice(0, MAX_TIERS)
  const lastPriced = shown.findLastIndex((tier) => !isFree(tier))
  const parts = shown.map((tier, index) => {
    const price = isFree(tier) ? 'free' : formatAmount(tier.price ?? '', currency)
    const per = index === lastPriced ? ` per ${unit}` : ''
    const range = isAll(tiers) ? '' : `${rangeLabel(tier, tiers[index - 1])} `
    return `${range}${price}${per}`
  })
  if (tiers.length > MAX_TIERS) parts.push(formatCount(tiers.length - MAX_TIERS, 'more tier'))
  if (!tiersJoin(tiers)) parts.push('as sent: they do not join up')
  return parts.join(' · ')
}

/** True for a single open tier from 0: it reads like a unit price. */
const isAll = ([tier, ...others]: Tier[]) =>
  others.length === 0 && tier !== undefined && tier.end === undefined && exactOf(tier.start)?.eq(0) === true

const isFree = ({ price }: Tier) => exactOf(price)?.eq(0) === true

/**
 * Returns `0–100`, then `to 1,000` and `above` for tiers that start at the end of the one before, else `101–1,000` and
 * `from 101`.
 */
export function rangeLabel(tier: Tier, before?: Tier): string {
  const [start, end] = [formatQuantity(tier.start ?? ''), tier.end && formatQuantity(tier.end)]
  if (beginsAtEndOf(before, tier)) return end ? `to ${end}` : 'above'
  return end ? `${start}–${end}` : `from ${start}`
}

const bounded = (label: string, rules: RulesView, currency: string | null) =>
  [label, boundsLabel(rules, currency)].filter(Boolean).join(' · ')

/** Returns the minimum and maximum charge in words; empty when the rules set neither. */
export function boundsLabel(rules: RulesView, currency: string | null): string {
  if (rules.kind !== 'unit' && rules.kind !== 'tier') return ''
  return [
    rules.minimum !== undefined && `at least ${formatAmount(rules.minimum, currency)}`,
    rules.maximum !== undefined && `at most ${formatAmount(rules.maximum, currency)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
