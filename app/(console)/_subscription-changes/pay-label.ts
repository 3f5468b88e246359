import { chargeLabel } from '@/components/charge-label'
import type { PriceView } from '@/contract/console/price'
import type { WhatTheyPay } from '@/lib/domain/subscription/what-they-pay'
import { formatAmount, formatCount } from '@/lib/format/amount'
import { withoutBidi } from '@/lib/format/bidi'
import { cadenceLabel } from '@/lib/format/labels'
import { readable } from '@/lib/format/unreadable'

/** More prices than these are counted, not spelled out. */
const MOST_SPELLED = 2

/** What they pay as a person says it: `main` first, then each of `besides` after a plus. */
interface PayLabel {
  main: string
  besides: string[]
}

/** `$499.00 monthly`, then `$15.00 per seat`, `3 metered prices`. */
export function payLabel(pay: WhatTheyPay, currency: string | null): PayLabel {
  const { hasBases, besides, metered, unknown, isListUnreadable } = pay
  const spelled =
    besides.length > MOST_SPELLED
      ? []
      : besides.flatMap(({ price }) => (price ? chargeWithInterval(price, pay.billingCadence, currency) : []))
  const counted = [
    besides.length > MOST_SPELLED && formatCount(besides.length, 'other price'),
    metered > 0 && formatCount(metered, 'metered price'),
    unknown > 0 && `${formatCount(unknown, 'price')} this console cannot judge`,
    isListUnreadable && 'prices that could not be read',
  ]
  const all = [...spelled, ...counted.filter((text) => text !== false)]
  const [first, ...others] = all
  // A plan without base prices charges by the others alone.
  if (!hasBases && first !== undefined) return { main: first, besides: others }
  return { main: basePriceLabel(pay, currency) ?? 'Base price not known', besides: all }
}

/** `$499.00 monthly`; null where the base price of its cadence is not known. */
const basePriceLabel = ({ base }: WhatTheyPay, currency: string | null) =>
  base?.price ? baseCharge(base.price, base.base?.cadence ?? null, currency) : null

/** With its least and most, and what it is counted in where that is no money. */
function charge(price: PriceView, currency: string | null): string {
  return qualified(chargeLabel(price.rules, price.inCustomUnit ? null : currency, price.billable), price)
}

/** With its own interval where that is not the subscription's, unless its rules say it already. */
function chargeWithInterval(price: PriceView, billingCadence: string | null, currency: string | null): string {
  const cadence = readable(price.billingCadence)
  const isSaid = price.rules.kind === 'fixed' && price.rules.cadence !== null
  const interval = cadence === null || cadence === billingCadence || isSaid ? '' : `, ${everyLabel(cadence)}`
  return `${charge(price, currency)}${interval}`
}

/** `monthly`, inside a sentence. */
const everyLabel = (cadence: string) => withoutBidi(cadenceLabel(cadence)).toLowerCase()

function baseCharge(price: PriceView, cadence: string | null, currency: string | null): string {
  const { rules } = price
  const every = cadence === null ? '' : ` ${everyLabel(cadence)}`
  const isPlain =
    rules.kind === 'fixed' && rules.price !== null && (rules.cadence === null || rules.cadence === cadence)
  if (!isPlain || rules.price === null) return `${charge(price, currency)}${rules.kind === 'fixed' ? '' : `,${every}`}`
  return qualified(`${formatAmount(rules.price, price.inCustomUnit ? null : currency)}${every}`, price)
}

const qualified = (label: string, { inCustomUnit }: PriceView) =>
  inCustomUnit ? `${label}, in a custom pricing unit` : label
