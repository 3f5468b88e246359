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
export const entityTypeWords = wordsFor([
  ['entitlement', 'Entitlement'],
  ['metric', 'Metric'],
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

/** `Limit 1,000 · maximum 5,000 · overage blocked`; empty where nothing of it was sent. */
export function limitWords({ limit, maxUsage, blockOverage }: PriceView): string {
  const words = [
    limit !== null && `limit ${formatQuantity(limit)}`,
    maxUsage !== null && `maximum ${formatQuantity(maxUsage)}`,
    blockOverage === true && 'overage blocked',
  ]
  const text = words.filter(Boolean).join(' · ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
