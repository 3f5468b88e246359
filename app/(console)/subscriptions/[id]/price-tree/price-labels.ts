import type { PriceView } from '@/contract/console/price'
import { formatQuantity } from '@/lib/format/amount'
import { readable } from '@/lib/format/unreadable'

/** The currency of a price's amounts; null where they are counted in a custom pricing unit. */
export const priceCurrency = (price: PriceView, currency: string | null) => (price.inCustomUnit ? null : currency)

/** `Limit 1,000 · max 5,000`, or `Max 5,000` alone; empty where neither was sent and readable. */
export function limitLabel(price: PriceView): string {
  const limit = readable(price.limit)
  const maxUsage = readable(price.maxUsage)
  const parts = [
    limit !== null && `Limit ${formatQuantity(limit)}`,
    maxUsage !== null && `${limit === null ? 'Max' : 'max'} ${formatQuantity(maxUsage)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}
