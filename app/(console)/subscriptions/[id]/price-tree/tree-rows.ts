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

/** A row of the tree as screen readers and the arrow keys need it. */
export interface TreeRow {
  key: string
  kind: 'plan' | 'group' | 'price' | 'priceDetails' | 'billable' | 'billableDetails'
  parentKey: string | null
  level: number
  position: number
  setSize: number
  /** Undefined when the row cannot unfold. */
  expanded: boolean | undefined
  /** The price of the row, or the one it belongs to; undefined for the plan and for groups. */
  planPrice?: PlanPrice
  group?: PriceGroup
}

export const PLAN_KEY = 'plan'
const billableKey = (planPrice: PlanPrice) => `${planPrice.key}-billable`

/** Returns every key that can unfold. */
export const expandableKeys = ({ first, groups }: GroupedPrices) => [
  PLAN_KEY,
  ...groups.map(({ key }) => key),
  ...[...first, ...groups.flatMap(({ prices }) => prices)].flatMap((planPrice) =>
    planPrice.price?.billable ? [planPrice.key, billableKey(planPrice)] : planPrice.key,
  ),
]

/** Returns the unfolded prices and the first ones of each list, which are visible. */
export function unfoldedPrices({ first, groups }: GroupedPrices, expanded: ReadonlySet<string>, most: number) {
  const lists = [first, ...groups.flatMap(({ key, prices }) => (expanded.has(key) ? [prices] : []))]
  return {
    count: lists.flat().length,
    shown: new Set(lists.flatMap((prices) => prices.slice(0, most))),
  }
}

/**
 * Returns the visible rows: plan → prices → billables, each with its details, as far as they are unfolded and in
 * `shown`.
 */
export function treeRows(
  { first, groups }: GroupedPrices,
  shown: ReadonlySet<PlanPrice>,
  expanded: ReadonlySet<string>,
): TreeRow[] {
  const setSize = first.length + groups.length
  const planOpen = expanded.has(PLAN_KEY)
  const plan: TreeRow = {
    key: PLAN_KEY,
    kind: 'plan',
    parentKey: null,
    level: 1,
    position: 1,
    setSize: 1,
    expanded: setSize > 0 ? planOpen : undefined,
  }
  if (!planOpen) return [plan]
  const rowsOf = (prices: PlanPrice[], under: Pick<TreeRow, 'parentKey' | 'level' | 'setSize'>) =>
    prices.flatMap((item, index) =>
      shown.has(item) ? priceRows(item, { ...under, position: index + 1 }, expanded) : [],
    )
  return [
    plan,
    ...rowsOf(first, { parentKey: PLAN_KEY, level: 2, setSize }),
    ...groups.flatMap((group, index) => {
      const { key, prices } = group
      const isOpen = expanded.has(key)
      const place = { parentKey: PLAN_KEY, level: 2, position: first.length + index + 1, setSize }
      const row: TreeRow = { key, kind: 'group', ...place, expanded: isOpen, group }
      return isOpen ? [row, ...rowsOf(prices, { parentKey: key, level: 3, setSize: prices.length })] : [row]
    }),
  ]
}

function priceRows(
  planPrice: PlanPrice,
  place: Pick<TreeRow, 'parentKey' | 'level' | 'position' | 'setSize'>,
  expanded: ReadonlySet<string>,
): TreeRow[] {
  const { key, price } = planPrice
  const open = expanded.has(key)
  const row: TreeRow = { key, kind: 'price', ...place, expanded: open, planPrice }
  if (!open) return [row]
  const under = { parentKey: key, level: place.level + 1, setSize: price?.billable ? 2 : 1, planPrice }
  const details: TreeRow = {
    ...under,
    key: `${key}-details`,
    kind: 'priceDetails',
    position: 1,
    expanded: undefined,
  }
  if (!price?.billable) return [row, details]
  const ofBillable = billableKey(planPrice)
  const billableOpen = expanded.has(ofBillable)
  const billable: TreeRow = { ...under, key: ofBillable, kind: 'billable', position: 2, expanded: billableOpen }
  if (!billableOpen) return [row, details, billable]
  const billableDetails: TreeRow = {
    key: `${ofBillable}-details`,
    kind: 'billableDetails',
    parentKey: ofBillable,
    level: place.level + 2,
    position: 1,
    setSize: 1,
    expanded: undefined,
    planPrice,
  }
  return [row, details, billable, billableDetails]
}
