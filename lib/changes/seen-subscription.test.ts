import { describe, expect, it } from 'vitest'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { barePlan, barePrice, bareSubscription } from '@/testing/console/bare-views'
import { differencesSince, hasUnreadableFact, seenOf } from './seen-subscription'

const END = '2027-02-28T00:00:00.000Z'
const subscription = (sent: Partial<SubscriptionView> = {}) =>
  bareSubscription({ status: 'active', startDate: '2026-01-31T00:00:00.000Z', planId: 'plan_pro', ...sent })
const seen = (sent?: Partial<SubscriptionView>) => seenOf(subscription(sent))

it('seenOf returns the values as they were sent, including unreadable ones', () => {
  expect(seen({ endDate: { unreadable: 'soon' } })).toEqual({
    status: 'active',
    startDate: '2026-01-31T00:00:00.000Z',
    endDate: 'soon',
    billingCadence: null,
    planId: 'plan_pro',
    customerId: null,
    updatedAt: null,
  })
})

it('seenOf cuts a long value between two characters', () => {
  expect(seen({ status: 'x'.repeat(401) }).status).toBe('x'.repeat(400))
  expect(seen({ planId: { unreadable: `${'x'.repeat(399)}😀` } }).planId).toBe('x'.repeat(399))
})

it('hasUnreadableFact returns true for an unreadable value anywhere in the plan, and not for a text about one', () => {
  const prices = [barePrice(), barePrice({ limit: { unreadable: 'many' } })]
  expect(hasUnreadableFact(subscription({ plan: barePlan({ prices }) }))).toBe(true)
  expect(hasUnreadableFact(subscription({ plan: barePlan({ name: '{"unreadable":"many"}' }) }))).toBe(false)
  expect(hasUnreadableFact(subscription())).toBe(false)
})

describe('differencesSince', () => {
  it('lists each changed field, with the date of the change', () => {
    const now = seen({ status: 'ended', endDate: END, updatedAt: END })
    expect(differencesSince(seen(), now)).toEqual([
      { field: 'status', seen: 'active', found: 'ended' },
      { field: 'endDate', seen: null, found: END },
      { field: 'updatedAt', seen: null, found: END },
    ])
  })

  it('returns nothing when only the date of the change differs', () => {
    expect(differencesSince(seen(), seen({ updatedAt: END }))).toEqual([])
  })

  it('returns nothing when only the notation of an instant differs', () => {
    expect(differencesSince({ endDate: '2027-02-28T01:00:00+01:00' }, seen({ endDate: END }))).toEqual([])
    expect(differencesSince({ endDate: 'soon' }, seen({ endDate: { unreadable: 'soon' } }))).toEqual([])
    expect(differencesSince({ endDate: 'soon' }, seen({ endDate: { unreadable: 'later' } }))).toHaveLength(1)
  })

  it('compares only the fields that were seen', () => {
    expect(differencesSince({}, seen({ status: 'ended' }))).toEqual([])
    expect(differencesSince({ planId: 'plan_pro' }, seen({ status: 'ended' }))).toEqual([])
  })
})
