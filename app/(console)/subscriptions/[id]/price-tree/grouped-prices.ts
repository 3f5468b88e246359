import { formatCount } from '@/lib/format/amount'
import type { PlanPrice } from '@/lib/domain/plan-prices'

/** Prices that are not those of the subscription's cadence, or no longer offered, folded into one row. */
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
  ['archived', (count: number) => formatCount(count, 'archived', 'archived')],
] as const

/** The prices of the subscription's cadence stand first, and what cannot be told; the rest is folded by what it is. */
export function groupedPrices(prices: PlanPrice[]): GroupedPrices {
  return {
    first: prices.filter(({ applies }) => applies === 'yes' || applies === 'unknown'),
    groups: GROUPS.flatMap(([why, label]) => {
      const group = prices.filter(({ applies }) => applies === why)
      return group.length === 0 ? [] : [{ key: `group-${why}`, label: label(group.length), prices: group }]
    }),
  }
}
