import type { PlanPrice } from './plan-prices'

/** A row of the tree as a screen reader and the arrow keys know it. */
export interface TreeRow {
  key: string
  kind: 'plan' | 'price' | 'priceDetails' | 'billable' | 'billableDetails'
  parentKey: string | null
  level: number
  position: number
  setSize: number
  /** Undefined where nothing unfolds. */
  expanded: boolean | undefined
  /** The price it is, or belongs to; none for the plan. */
  planPrice?: PlanPrice
}

export const PLAN_KEY = 'plan'
const billableKey = (planPrice: PlanPrice) => `${planPrice.key}-billable`

/** Every key that can be unfolded. */
export const expandableKeys = (prices: PlanPrice[]) => [
  PLAN_KEY,
  ...prices.flatMap((planPrice) =>
    planPrice.price?.billable ? [planPrice.key, billableKey(planPrice)] : planPrice.key,
  ),
]

/** The rows that show: plan → prices → billables, each with its details, as far as they are unfolded. */
export function treeRows(shown: PlanPrice[], total: number, expanded: ReadonlySet<string>): TreeRow[] {
  const planOpen = expanded.has(PLAN_KEY)
  const plan: TreeRow = {
    key: PLAN_KEY,
    kind: 'plan',
    parentKey: null,
    level: 1,
    position: 1,
    setSize: 1,
    expanded: total > 0 ? planOpen : undefined,
  }
  return planOpen ? [plan, ...shown.flatMap((item, index) => priceRows(item, index + 1, total, expanded))] : [plan]
}

function priceRows(planPrice: PlanPrice, position: number, setSize: number, expanded: ReadonlySet<string>): TreeRow[] {
  const { key, price } = planPrice
  const open = expanded.has(key)
  const row: TreeRow = {
    key,
    kind: 'price',
    parentKey: PLAN_KEY,
    level: 2,
    position,
    setSize,
    expanded: open,
    planPrice,
  }
  if (!open) return [row]
  const under = { parentKey: key, level: 3, setSize: price?.billable ? 2 : 1, planPrice }
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
    level: 4,
    position: 1,
    setSize: 1,
    expanded: undefined,
    planPrice,
  }
  return [row, details, billable, billableDetails]
}
