import { describe, expect, it } from 'vitest'
import { bareBillable, barePrice } from '@/testing/console/bare-views'
import type { PlanPrice } from '@/lib/subscriptions/plan-prices'
import { type GroupedPrices, groupedPrices, expandableKeys, PLAN_KEY, treeRows, unfoldedPrices } from './tree-rows'

function planPrice(key: string, withBillable: boolean): PlanPrice {
  const price = barePrice({ id: key, billable: withBillable ? bareBillable() : undefined })
  return { key, price, base: null, ofCadence: false, sharesName: false, applies: 'yes' }
}

const prices = [planPrice('p1', true), planPrice('p2', false)]
const other: PlanPrice = { ...planPrice('p3', false), applies: 'alternativeBase' }
const later = Array.from({ length: 38 }, (_, index) => planPrice(`later-${index}`, false))
const many = { first: [...prices, ...later], groups: [] }
const shape = (expanded: string[], grouped: GroupedPrices = many) =>
  treeRows(grouped, new Set([...prices, other]), new Set(expanded)).map(
    ({ kind, level, position, setSize }) => `${level} ${kind} ${position}/${setSize}`,
  )

describe('treeRows', () => {
  it('returns only the plan while it is folded', () => {
    expect(shape([])).toEqual(['1 plan 1/1'])
  })

  it('counts all prices, including those not shown yet', () => {
    expect(shape([PLAN_KEY])).toEqual(['1 plan 1/1', '2 price 1/40', '2 price 2/40'])
  })

  it('unfolds a price into its details and its billable, and a billable into its details', () => {
    expect(shape(expandableKeys({ first: prices, groups: [] }))).toEqual([
      '1 plan 1/1',
      '2 price 1/40',
      '3 priceDetails 1/2',
      '3 billable 2/2',
      '4 billableDetails 1/1',
      '2 price 2/40',
      '3 priceDetails 1/1',
    ])
  })

  it('sets the parent of each row', () => {
    const few = { first: prices, groups: [] }
    const rows = treeRows(few, new Set(prices), new Set(expandableKeys(few)))
    const parents = Object.fromEntries(rows.map(({ key, parentKey }) => [key, parentKey]))
    expect(parents).toMatchObject({ plan: null, p1: 'plan', 'p1-billable': 'p1', 'p1-billable-details': 'p1-billable' })
  })

  it('groups prices that do not apply in a foldable row, which Expand all also unfolds', () => {
    const grouped = groupedPrices([other, ...prices])
    expect(grouped.groups).toMatchObject([{ label: '1 base price with another billing interval' }])
    expect(shape([PLAN_KEY], grouped)).toEqual(['1 plan 1/1', '2 price 1/3', '2 price 2/3', '2 group 3/3'])
    expect(unfoldedPrices(grouped, new Set([PLAN_KEY]), 50)).toEqual({ count: 2, shown: new Set(prices) })
    const all = expandableKeys(grouped)
    expect(shape(all, grouped).slice(-3)).toEqual(['2 group 3/3', '3 price 1/1', '4 priceDetails 1/1'])
    expect(unfoldedPrices(grouped, new Set(all), 50)).toEqual({ count: 3, shown: new Set([...prices, other]) })
    // The limit applies to each list, so an open group is never empty.
    expect(unfoldedPrices(grouped, new Set(all), 1)).toEqual({ count: 3, shown: new Set([prices[0], other]) })
  })

  it('makes a plan without prices not expandable', () => {
    expect(treeRows({ first: [], groups: [] }, new Set(), new Set([PLAN_KEY]))).toMatchObject([
      { kind: 'plan', expanded: undefined },
    ])
  })
})
