import type { PriceView } from '@/contract/console/price'
import { formatQuantity } from '@/lib/format/amount'
import { readable } from '@/lib/format/unreadable'

/** Returns the currency of a price's amounts; null when they count in a custom pricing unit. */
export const priceCurrency = (price: PriceView, currency: string | null) => (price.inCustomUnit ? null : currency)

/** Returns `Limit 1,000 · max 5,000` or `Max 5,000`; empty when neither is sent and readable. */
export function limitLabel(price: PriceView): string {
  const limit = readable(price.limit)
  const maxUsage = readable(price.maxUsage)
  const parts = [
    limit !== null && `Limit ${formatQuantity(limit)}`,
    maxUsage !== null && `${limit === null ? 'Max' : 'max'} ${formatQuantity(maxUsage)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}
