import { describe, expect, it } from 'vitest'
import { bareBillable, barePrice } from '@/lib/testing/bare-views'
import type { PlanPrice } from './plan-prices'
import { expandableKeys, PLAN_KEY, treeRows } from './tree-rows'

function planPrice(key: string, withBillable: boolean): PlanPrice {
  const price = barePrice({ id: key, billable: withBillable ? bareBillable() : null })
  return { key, price, base: null, inForce: false, searchText: '' }
}

const prices = [planPrice('p1', true), planPrice('p2', false)]
const shape = (expanded: string[]) =>
  treeRows(prices, 40, new Set(expanded)).map(
    ({ kind, level, position, setSize }) => `${level} ${kind} ${position}/${setSize}`,
  )

describe('the rows of the price tree', () => {
  it('are the plan alone while it is folded', () => {
    expect(shape([])).toEqual(['1 plan 1/1'])
  })

  it('count all prices, also those that are not shown yet', () => {
    expect(shape([PLAN_KEY])).toEqual(['1 plan 1/1', '2 price 1/40', '2 price 2/40'])
  })

  it('unfold a price into its details and its billable, and that into its own', () => {
    expect(shape(expandableKeys(prices))).toEqual([
      '1 plan 1/1',
      '2 price 1/40',
      '3 priceDetails 1/2',
      '3 billable 2/2',
      '4 billableDetails 1/1',
      '2 price 2/40',
      '3 priceDetails 1/1',
    ])
  })

  it('know their parents', () => {
    const rows = treeRows(prices, 2, new Set(expandableKeys(prices)))
    const parents = Object.fromEntries(rows.map(({ key, parentKey }) => [key, parentKey]))
    expect(parents).toMatchObject({ plan: null, p1: 'plan', 'p1-billable': 'p1', 'p1-billable-details': 'p1-billable' })
  })

  it('have nothing to unfold in a plan without prices', () => {
    expect(treeRows([], 0, new Set([PLAN_KEY]))).toMatchObject([{ kind: 'plan', expanded: undefined }])
  })
})
