import { formatCount } from '@/lib/format/amount'
import type { PlanPrice } from '@/lib/domain/plan-prices'

/** Prices that this subscription is not charged for, folded into one row. */
export interface PriceGroup {
  key: string
  label: string
  prices: PlanPrice[]
}

export interface GroupedPrices {
  first: PlanPrice[]
  groups: PriceGroup[]
}

const GROUPS = [
  ['otherCadence', (count: number) => `${formatCount(count, 'price')} of other cadences`],
  ['archived', (count: number) => formatCount(count, 'archived price')],
] as const

/** What applies to the subscription, or may, stands first; the rest is folded by why it does not. */
export function groupedPrices(prices: PlanPrice[]): GroupedPrices {
  return {
    first: prices.filter(({ applies }) => applies === 'yes' || applies === 'unknown'),
    groups: GROUPS.flatMap(([why, label]) => {
      const group = prices.filter(({ applies }) => applies === why)
      return group.length === 0 ? [] : [{ key: `group-${why}`, label: label(group.length), prices: group }]
    }),
  }
}
