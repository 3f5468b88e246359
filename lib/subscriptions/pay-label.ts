import { chargeLabel, isOne, withCadence } from './charge-label'
import type { PriceView, RulesView } from '@/lib/billing-api/price'
import { priceCurrency, type WhatTheyPay } from './plan-prices'
import { formatCount } from '@/lib/money/amount'
import { readable } from '@/lib/billing-api/unreadable'

/** The most prices beside the first that are spelled out; more are counted. */
const MAX_SPELLED = 1

/** The charges of a subscription as text: `main`, then each of `besides` after a plus. */
interface PayLabel {
  main: string
  besides: string[]
}

/** True for a charge of several parts, which would read as several charges in a line. */
const isLong = (text: string) => text.includes(' · ')

/** Returns the charges in one line: `$499.00 a month + $15.00 per seat + usage`. */
export function payLine(pay: WhatTheyPay, currency: string | null): string {
  const { main, besides } = payLabel(pay, currency)
  return [main, ...besides].join(' + ')
}

/** Returns `$499.00 a month`, then `$15.00 per seat` and `usage`; of minor units only that their currency is unknown. */
export function payLabel(pay: WhatTheyPay, currency: string | null): PayLabel {
  if (pay.isInMinorUnits) return { main: 'Amounts in minor units of an unknown currency', besides: [] }
  const { hasBases, metered, unknown, isListUnreadable } = pay
  const prices = pay.besides.flatMap(({ price }) => price ?? [])
  // A plan without base prices charges only the others.
  const firstPrice = hasBases ? undefined : prices.shift()
  const first = firstPrice
    ? chargeAt(firstPrice, readable(firstPrice.billingCadence), currency)
    : basePriceLabel(pay, currency)
  const others = prices.map((price) => {
    const cadence = readable(price.billingCadence)
    return chargeAt(price, cadence === pay.billingCadence ? null : cadence, currency)
  })
  const counted = [
    metered > 0 && 'usage',
    unknown > 0 && `${formatCount(unknown, 'price')} this console can’t interpret`,
    isListUnreadable && 'prices that could not be read',
  ].filter((text) => text !== false)
  const besides = [
    ...(others.length > MAX_SPELLED || others.some(isLong) ? [formatCount(others.length, 'other price')] : others),
    ...counted,
  ]
  const main = first ?? (hasBases ? undefined : besides.shift())
  return { main: main ?? 'Base price not known', besides }
}

/** Returns `$499.00 a month`; null when the base price of the cadence is unknown. */
const basePriceLabel = ({ base }: WhatTheyPay, currency: string | null) =>
  base?.price ? chargeAt(base.price, base.base?.cadence ?? null, currency) : null

/** Returns the charge with its minimum, maximum and custom unit. */
function charge(price: PriceView, currency: string | null): string {
  const label = chargeLabel(price.rules, priceCurrency(price, currency), price.billable)
  return price.inCustomUnit ? `${label}, in a custom pricing unit` : label
}

const hasAmount = (rules: RulesView) =>
  rules.kind === 'tier'
    ? rules.tiers.length > 0
    : (rules.kind === 'unit' || rules.kind === 'fixed') && rules.price !== undefined

/** Returns the charge with its interval: that of its rules, else this one. */
function chargeAt(price: PriceView, cadence: string | null, currency: string | null): string {
  const { rules } = price
  if (cadence === null || !hasAmount(rules)) return charge(price, currency)
  if (rules.kind !== 'fixed') return withCadence(charge(price, currency), cadence)
  return charge({ ...price, rules: { ...rules, cadence: rules.cadence ?? cadence } }, currency)
}

/** Returns the amount of a price that is charged once per interval; null for several units, which it may be for each or for all. */
const plainAmount = ({ rules }: PriceView, cadence: string | null): string | null =>
  rules.kind === 'fixed' && isOne(rules.quantity) && (rules.cadence === undefined || rules.cadence === cadence)
    ? (rules.price ?? null)
    : null

/** Returns the base price as decimal text; null when it is no single amount, or not in the subscription's currency. */
export function basePriceAmount({ base, isInMinorUnits }: WhatTheyPay): string | null {
  const price = base?.price
  return !price || price.inCustomUnit || isInMinorUnits ? null : plainAmount(price, base.base?.cadence ?? null)
}

const INTERVAL = / (?:a month|a quarter|a year|once)$/

/** True also for a price that version 0.3.0 stored in other words: "$499.00 monthly", "$12.00 fixed for 5 seats, monthly". */
export const isSamePrice = (one: string, other: string) =>
  one === other || (INTERVAL.test(one) !== INTERVAL.test(other) && barePrice(one) === barePrice(other))

const barePrice = (pays: string) =>
  pays
    .replace(/ fixed(?: for 1 [^,]+)?(?=,|$)/, '')
    .replace(/ fixed for (\S+) [^,]+/, ', quantity $1')
    .replace(/,? (?:monthly|quarterly|annually|one-time|a month|a quarter|a year|once)$/, '')
