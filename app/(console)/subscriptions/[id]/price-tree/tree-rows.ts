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

export const PLAN_KEY = 'plan'

/** A row with those that it unfolds to; without `children` it cannot unfold. */
interface TreeNode {
  key: string
  kind: 'plan' | 'group' | 'price' | 'priceDetails' | 'billable' | 'billableDetails'
  /** The price of the row, or the one it belongs to; undefined for the plan and for groups. */
  planPrice?: PlanPrice
  group?: PriceGroup
  children?: TreeNode[] | undefined
}

/** A row of the tree as screen readers and the arrow keys need it. */
export interface TreeRow extends Omit<TreeNode, 'children'> {
  parentKey: string | null
  level: number
  position: number
  setSize: number
  /** Undefined when the row cannot unfold. */
  expanded: boolean | undefined
}

/** Returns the whole tree: plan → prices → billables, each with its details. */
function planNode({ first, groups }: GroupedPrices): TreeNode {
  const children = [
    ...first.map(priceNode),
    ...groups.map((group): TreeNode => ({
      key: group.key,
      kind: 'group',
      group,
      children: group.prices.map(priceNode),
    })),
  ]
  return { key: PLAN_KEY, kind: 'plan', children: children.length > 0 ? children : undefined }
}

function priceNode(planPrice: PlanPrice): TreeNode {
  const { key, price } = planPrice
  const details: TreeNode = { key: `${key}-details`, kind: 'priceDetails', planPrice }
  const billable: TreeNode = {
    key: `${key}-billable`,
    kind: 'billable',
    planPrice,
    children: [{ key: `${key}-billable-details`, kind: 'billableDetails', planPrice }],
  }
  return { key, kind: 'price', planPrice, children: price?.billable ? [details, billable] : [details] }
}

/** Returns every key that can unfold. */
export const expandableKeys = (grouped: GroupedPrices): string[] => keysOf(planNode(grouped))

const keysOf = ({ key, children }: TreeNode): string[] => (children ? [key, ...children.flatMap(keysOf)] : [])

/** Returns the unfolded prices and the first ones of each list, which are visible. */
export function unfoldedPrices({ first, groups }: GroupedPrices, expanded: ReadonlySet<string>, most: number) {
  const lists = [first, ...groups.flatMap(({ key, prices }) => (expanded.has(key) ? [prices] : []))]
  return {
    count: lists.flat().length,
    shown: new Set(lists.flatMap((prices) => prices.slice(0, most))),
  }
}

/** Returns the visible rows, as far as they are unfolded and their price is in `shown`. */
export function treeRows(
  grouped: GroupedPrices,
  shown: ReadonlySet<PlanPrice>,
  expanded: ReadonlySet<string>,
): TreeRow[] {
  const rowsOf = (nodes: readonly TreeNode[], parentKey: string | null, level: number): TreeRow[] =>
    nodes.flatMap(({ children, ...node }, index) => {
      if (node.planPrice && !shown.has(node.planPrice)) return []
      const isOpen = children && expanded.has(node.key)
      const row = { ...node, parentKey, level, position: index + 1, setSize: nodes.length, expanded: isOpen }
      return isOpen ? [row, ...rowsOf(children, node.key, level + 1)] : [row]
    })
  return rowsOf([planNode(grouped)], null, 1)
}
