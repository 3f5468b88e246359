import { chargeLabel } from './charge-label'
import type { PriceView } from '@/lib/billing-api/price'
import type { WhatTheyPay } from './plan-prices'
import { formatAmount, formatCount } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { cadenceLabel } from './labels'
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

/** Returns the charges in one line: `$499.00 monthly + $15.00 per seat + usage`. */
export function payLine(pay: WhatTheyPay, currency: string | null): string {
  const { main, besides } = payLabel(pay, currency)
  return [main, ...besides].join(' + ')
}

/** Returns `$499.00 monthly`, then `$15.00 per seat` and `usage`; of minor units only that their currency is unknown. */
export function payLabel(pay: WhatTheyPay, currency: string | null): PayLabel {
  if (pay.isInMinorUnits) return { main: 'Amounts in minor units of an unknown currency', besides: [] }
  const { hasBases, metered, unknown, isListUnreadable } = pay
  const others = pay.besides.flatMap(({ price }) =>
    price ? chargeWithInterval(price, pay.billingCadence, currency) : [],
  )
  // A plan without base prices charges only the others.
  const first = hasBases ? basePriceLabel(pay, currency) : others.shift()
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

/** Returns `$499.00 monthly`; null when the base price of the cadence is unknown. */
const basePriceLabel = ({ base }: WhatTheyPay, currency: string | null) =>
  base?.price ? baseCharge(base.price, base.base?.cadence ?? null, currency) : null

/** Returns the charge with its minimum, maximum and custom unit. */
function charge(price: PriceView, currency: string | null): string {
  return qualified(chargeLabel(price.rules, price.inCustomUnit ? null : currency, price.billable), price)
}

/** Appends the interval when it differs from the subscription's and the rules do not name it. */
function chargeWithInterval(price: PriceView, billingCadence: string | null, currency: string | null): string {
  const cadence = readable(price.billingCadence)
  const isSaid = price.rules.kind === 'fixed' && price.rules.cadence !== undefined
  const interval = cadence === null || cadence === billingCadence || isSaid ? '' : `, ${everyLabel(cadence)}`
  return `${charge(price, currency)}${interval}`
}

/** Returns `monthly`, for use in a sentence. */
const everyLabel = (cadence: string) => withoutBidi(cadenceLabel(cadence)).toLowerCase()

function baseCharge(price: PriceView, cadence: string | null, currency: string | null): string {
  const every = cadence === null ? '' : ` ${everyLabel(cadence)}`
  const amount = plainAmount(price, cadence)
  if (amount === null) return `${charge(price, currency)}${price.rules.kind === 'fixed' ? '' : `,${every}`}`
  return qualified(`${formatAmount(amount, price.inCustomUnit ? null : currency)}${every}`, price)
}

/** Returns the amount of a price that is charged once per interval. */
const plainAmount = ({ rules }: PriceView, cadence: string | null): string | null =>
  rules.kind === 'fixed' && (rules.cadence === undefined || rules.cadence === cadence) ? (rules.price ?? null) : null

/** Returns the base price as decimal text; null when it is no single amount, or not in the subscription's currency. */
export function basePriceAmount({ base, isInMinorUnits }: WhatTheyPay): string | null {
  const price = base?.price
  return !price || price.inCustomUnit || isInMinorUnits ? null : plainAmount(price, base.base?.cadence ?? null)
}

const qualified = (label: string, { inCustomUnit }: PriceView) =>
  inCustomUnit ? `${label}, in a custom pricing unit` : label
