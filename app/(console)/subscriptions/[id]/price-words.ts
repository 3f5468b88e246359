import type { PriceView } from '@/contract/console/price'
import { formatQuantity } from '@/lib/format/amount'

/** Words for the values gaps.md names; any other comes back as it was. */
const wordsFor = (pairs: [value: string, words: string][]) => {
  const known = new Map(pairs)
  return (value: string) => known.get(value) ?? value
}

export const billingModeWords = wordsFor([
  ['advance', 'In advance'],
  ['arrears', 'In arrears'],
])
export const priceTypeWords = wordsFor([
  ['unit', 'Per unit'],
  ['tier', 'Tiered'],
  ['fixed', 'Fixed'],
  ['none', 'No charge'],
])

/** The currency of a price's amounts; null where they count in a custom pricing unit, or may. */
export const priceCurrency = (price: PriceView, currency: string | null) =>
  price.usesCustomPricingUnit === true || price.customPricingUnitId !== null ? null : currency

/** `Limit 1,000 · max 5,000`, or `Max 5,000` alone; empty where neither was sent. */
export function limitWords({ limit, maxUsage }: PriceView): string {
  const words = [
    limit !== null && `Limit ${formatQuantity(limit)}`,
    maxUsage !== null && `${limit === null ? 'Max' : 'max'} ${formatQuantity(maxUsage)}`,
  ]
  return words.filter(Boolean).join(' · ')
}
