import type { PriceView } from '@/contract/console/price'
import type { WhatTheyPay } from '@/lib/domain/what-they-pay'
import { formatAmount, formatCount } from '@/lib/format/amount'
import { cadenceLabel } from '@/lib/format/labels'
import { chargeLabel } from '@/components/charge-label'

/** More prices than these are counted, not spelled out. */
const MOST_SPELLED = 2

/** What they pay as a person says it: `main` first, then each of `besides` after a plus. */
interface PayLabel {
  /** Null where no base price of the cadence was sent. */
  main: string | null
  besides: string[]
}

/** `$499.00 monthly`, then `$15.00 per seat`, `3 metered prices`. */
export function payLabel({ base, besides, metered, unknown }: WhatTheyPay, currency: string | null): PayLabel {
  const spelled =
    besides.length > MOST_SPELLED ? [] : besides.flatMap(({ price }) => (price ? charge(price, currency) : []))
  const counted = [
    besides.length > MOST_SPELLED && formatCount(besides.length, 'other price'),
    metered > 0 && formatCount(metered, 'metered price'),
    unknown > 0 && `${formatCount(unknown, 'price')} this console cannot judge`,
  ]
  return {
    main: base && (base.price ? baseCharge(base.price, base.base?.cadence ?? null, currency) : 'Base price not sent'),
    besides: [...spelled, ...counted.filter((text) => text !== false)],
  }
}

const currencyOf = ({ inCustomUnit }: PriceView, currency: string | null) => (inCustomUnit ? null : currency)

const charge = (price: PriceView, currency: string | null) =>
  chargeLabel(price.rules, currencyOf(price, currency), price.billable)

function baseCharge(price: PriceView, cadence: string | null, currency: string | null): string {
  const { rules } = price
  const every = cadence === null ? '' : ` ${cadenceLabel(cadence).toLowerCase()}`
  if (rules.kind !== 'fixed' || rules.price === null) return `${charge(price, currency)},${every}`
  return `${formatAmount(rules.price, currencyOf(price, currency))}${every}`
}
