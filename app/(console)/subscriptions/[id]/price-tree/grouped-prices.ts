import { formatCount } from '@/lib/money/amount'
import type { PlanPrice } from '@/lib/subscriptions/plan-prices'

/** Base prices of other billing intervals, or prices that are no longer offered, folded into one row. */
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
  [
    'alternativeBase',
    (count: number) =>
      `${formatCount(count, 'base price')} ${count === 1 ? 'with another billing interval' : 'with other billing intervals'}`,
  ],
  ['archived', (count: number) => formatCount(count, 'archived', 'archived')],
] as const

/** Groups archived prices and base prices of other intervals; all other prices come first. */
export function groupedPrices(prices: PlanPrice[]): GroupedPrices {
  return {
    first: prices.filter(({ applies }) => applies === 'yes' || applies === 'unknown'),
    groups: GROUPS.flatMap(([why, label]) => {
      const group = prices.filter(({ applies }) => applies === why)
      return group.length === 0 ? [] : [{ key: `group-${why}`, label: label(group.length), prices: group }]
    }),
  }
}
