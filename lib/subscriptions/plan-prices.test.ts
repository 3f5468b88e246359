import { describe, expect, it } from 'vitest'
import type { PriceView } from '@/lib/billing-api/price'
import { bareBillable, barePlan, barePrice } from '@/testing/console/bare-views'
import { matchingPrices, planPrices, priceCountLabel } from './plan-prices'

const price = (id: string | undefined, sent: Partial<PriceView> = {}) => barePrice({ id, ...sent })
const active = (id: string, billingCadence: string, sent: Partial<PriceView> = {}) =>
  price(id, { billingCadence, status: 'active', ...sent })
const idsOf = (prices: ReturnType<typeof planPrices>) => prices.map((item) => item.price?.id ?? item.base?.id)

describe('planPrices', () => {
  const monthly = { cadence: 'monthly' as const, id: 'm', status: 'active', price: price('m') }
  const annually = { cadence: 'annually' as const, id: 'a', status: 'archived', price: price('a') }

  it('returns the base prices first and marks the one of the subscription’s cadence', () => {
    const prices = planPrices(barePlan({ prices: [price('x')], basePlanPrices: [monthly, annually] }), 'annually')
    expect(idsOf(prices)).toEqual(['m', 'a', 'x'])
    expect(prices.map(({ ofCadence }) => ofCadence)).toEqual([false, true, false])
  })

  it('returns a base price once when its copy is equal, twice when the copies differ', () => {
    const prices = [price('m'), price('a', { name: 'Other' })]
    expect(idsOf(planPrices(barePlan({ prices, basePlanPrices: [monthly, annually] }), null))).toEqual(['m', 'a', 'a'])
  })

  it('applies prices at their own interval, except archived ones and base prices of another interval', () => {
    expect(
      planPrices(
        barePlan({
          basePlanPrices: [monthly, annually],
          prices: [
            active('seats', 'annually'),
            active('old', 'annually', { status: 'archived' }),
            active('odd', 'weekly'),
            // A copy that differs from the annual base price.
            active('a', 'annually'),
          ],
        }),
        'monthly',
      ).map(({ applies }) => applies),
    ).toEqual(['yes', 'archived', 'yes', 'archived', 'unknown', 'alternativeBase'])
  })

  it('finds a base price that was sent only by its id', () => {
    const bare = { ...monthly, price: undefined }
    expect(
      planPrices(barePlan({ prices: [price('m', { name: 'Base' })], basePlanPrices: [bare] }), null),
    ).toMatchObject([{ key: 'base-monthly', price: { name: 'Base' } }])
    expect(planPrices(barePlan({ basePlanPrices: [bare] }), null)).toMatchObject([{ price: null, base: { id: 'm' } }])
  })

  it('refers to an unreadable list of prices', () => {
    const unreadable = { unreadable: '{}' }
    const bare = { ...monthly, price: undefined }
    expect(planPrices(barePlan({ prices: unreadable, basePlanPrices: [bare, annually] }), null)).toMatchObject([
      { price: null, unreadableList: unreadable },
      { price: { id: 'a' } },
    ])
    expect(planPrices(barePlan({ basePlanPrices: [bare] }), null)[0]).not.toHaveProperty('unreadableList')
    expect(priceCountLabel(0, unreadable)).toBe('The list of prices could not be read')
    expect(priceCountLabel(1, unreadable)).toBe('1 price; the list of prices could not be read')
    expect([0, 1, 3_001].map((count) => priceCountLabel(count, []))).toEqual([
      'No prices sent',
      '1 price',
      '3,001 prices',
    ])
  })

  it('marks prices that share their name, or the name of their billable', () => {
    const seats = { ...bareBillable(), name: 'Seats' }
    const prices = [price('x', { name: 'Seats' }), price('y', { billable: seats }), price('z', { name: 'Storage' })]
    const named = planPrices(barePlan({ prices: [...prices, price('n'), price('o')] }), null)
    expect(named.map(({ sharesName }) => sharesName)).toEqual([true, true, false, false, false])
  })

  it('returns unique keys when ids are missing or repeated', () => {
    const keys = planPrices(barePlan({ prices: [price(undefined), price('x'), price('x')] }), null).map(
      ({ key }) => key,
    )
    expect(new Set(keys).size).toBe(3)
  })

  it('can be filtered by words in name, id or status, ignoring case', () => {
    const prices = planPrices(
      barePlan({ prices: [price('p1', { name: 'Seats', status: 'archived' }), price('p2', { name: 'Seats' })] }),
      null,
    )
    expect(idsOf(matchingPrices(prices, 'SEATS archived'))).toEqual(['p1'])
    expect(idsOf(matchingPrices(prices, ' p2 '))).toEqual(['p2'])
    expect(matchingPrices(prices, '')).toHaveLength(2)
    expect(matchingPrices(prices, 'nothing')).toEqual([])
  })
})
