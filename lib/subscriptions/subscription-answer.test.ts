import { describe, expect, it } from 'vitest'
import type { PriceView } from '@/lib/billing-api/price'
import type { SubscriptionView } from './subscription'
import { barePlan, barePrice, bareSubscription } from '@/testing/console/bare-views'
import { forecast } from './forecast'
import { subscriptionAnswer } from './subscription-answer'

const NOW = '2026-11-27T12:00:00.000Z'
const active = { status: 'active' } satisfies Partial<PriceView>
const monthly = barePrice({ ...active, id: 'm', rules: { kind: 'fixed', price: '499', quantity: '1' } })
const usage = barePrice({
  ...active,
  billingCadence: 'monthly',
  entityType: 'metric',
  rules: { kind: 'unit', price: '0.04' },
})
const SCALE = {
  status: 'active',
  startDate: '2025-11-30T00:00:00.000Z',
  billingCadence: 'monthly',
  currency: 'USD',
  plan: barePlan({
    name: 'Scale',
    prices: [usage],
    basePlanPrices: [{ cadence: 'monthly', id: 'm', status: 'active', price: monthly }],
  }),
}

const answer = (sent: Partial<SubscriptionView> = {}) => {
  const view = bareSubscription({ ...SCALE, ...sent })
  return subscriptionAnswer(view, forecast(view, NOW)).join(' · ')
}

describe('subscriptionAnswer', () => {
  it('names the next event and the price', () => {
    expect(answer()).toBe('renews 30 Nov 2026 · $499.00 a month + usage')
    expect(answer({ endDate: '2026-11-30T00:00:00.000Z' })).toBe('ends 29 Nov 2026 · $499.00 a month + usage')
    expect(answer({ endDate: '2028-01-01T00:00:00.000Z' })).toBe(
      'renews 30 Nov 2026 · ends 31 Dec 2027 · $499.00 a month + usage',
    )
    expect(answer({ status: 'pendingActivation', startDate: '2026-12-24T00:00:00.000Z' })).toBe(
      'starts 24 Dec 2026 · $499.00 a month + usage',
    )
  })

  it('calls it the plan’s price where the customer may not pay it', () => {
    for (const isTrial of [true, { unreadable: '1' }])
      expect(answer({ isTrial })).toBe('renews 30 Nov 2026 · plan price $499.00 a month + usage')
    expect(answer({ status: 'ended', endDate: '2026-10-31T00:00:00.000Z' })).toBe(
      'ended 30 Oct 2026 · plan price $499.00 a month + usage',
    )
    expect(answer({ status: 'deleted' })).toBe('plan price $499.00 a month + usage')
  })

  it('claims no date that it does not know', () => {
    expect(answer({ billingCadence: 'weekly' })).toMatch(/^renewal not known · /)
    expect(answer({ billingCadence: 'oneTime' })).toMatch(/^billed once · /)
    expect(answer({ status: 'frozen' })).toMatch(/^plan price /)
    expect(answer({ plan: undefined })).toBe('renews 30 Nov 2026')
  })
})
