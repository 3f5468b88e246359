import type { PriceView } from '@/contract/console/price'
import { formatQuantity } from '@/lib/format/amount'
import { readable } from '@/lib/format/unreadable'

/** Words for the values gaps.md names; any other comes back as it was. */
const wordsFor = (pairs: [value: string, words: string][]) => {
  const known = new Map(pairs)
  return (value: string) => known.get(value) ?? value
}

export const billingModeLabel = wordsFor([
  ['advance', 'In advance'],
  ['arrears', 'In arrears'],
])
export const priceTypeLabel = wordsFor([
  ['unit', 'Per unit'],
  ['tier', 'Tiered'],
  ['fixed', 'Fixed'],
  ['none', 'No charge'],
])

/** The currency of a price's amounts; null where they are counted in a custom pricing unit. */
export const priceCurrency = (price: PriceView, currency: string | null) => (price.inCustomUnit ? null : currency)

/** `Limit 1,000 · max 5,000`, or `Max 5,000` alone; empty where neither was sent and readable. */
export function limitLabel(price: PriceView): string {
  const limit = readable(price.limit)
  const maxUsage = readable(price.maxUsage)
  const label = [
    limit !== null && `Limit ${formatQuantity(limit)}`,
    maxUsage !== null && `${limit === null ? 'Max' : 'max'} ${formatQuantity(maxUsage)}`,
  ]
  return label.filter(Boolean).join(' · ')
}
