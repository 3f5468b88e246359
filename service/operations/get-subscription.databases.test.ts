import { ExpandedSubscription } from '@/contract/billing/subscription'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFreshStore, type FreshStore } from '@/testing/service/fresh-store'
import { responseOf } from '@/testing/service/response-of'
import { getSubscription } from './get-subscription'
import { samplePlan, samplePrices, sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { loadSamples } from '@/testing/service/load-samples'
import { longSubscription } from '@/testing/service/long-amounts'

const NOW = '2026-03-10T12:00:00.000Z'

let store: FreshStore
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

const contextOf = async (merchantId: string, now = NOW) => ({
  db: store.db,
  keyHash: await store.newKeyHash(merchantId),
  now: () => now,
})
const read = async (merchantId: string, now = NOW) =>
  responseOf(ExpandedSubscription, getSubscription(await contextOf(merchantId, now), { id: 'sub_acme' }))

describe('getSubscription', () => {
  it('returns every field as stored, with the rules of each price type and exact amounts', async () => {
    const merchantId = await store.newMerchant()
    const subscription = longSubscription(merchantId)
    await loadSamples(store, merchantId, [{ kind: 'subscription', data: subscription }])
    expect(await read(merchantId)).toEqual(subscription)
  })

  it('keeps the order of many prices, also when a plan lists one twice', async () => {
    const merchantId = await store.newMerchant()
    const [price] = samplePrices(merchantId)
    const many = Array.from({ length: 300 }, (_, index) => ({ price: { ...price, id: `price_${(index * 7) % 299}` } }))
    const plan = samplePlan(merchantId, { prices: many, basePlanPriceId: null, basePlanPrice: null })
    await loadSamples(store, merchantId, [{ kind: 'subscription', data: sampleSubscription(merchantId, { plan }) }])
    const response = await read(merchantId)
    expect(response.plan?.prices).toEqual(many)
    expect(response.plan?.basePlanPrice).toBeNull()
  })

  it('shares plans, prices and billables within a merchant only', async () => {
    const [one, other] = [await store.newMerchant(), await store.newMerchant()]
    await loadSamples(store, one, [{ kind: 'subscription', data: sampleSubscription(one) }])
    const plan = samplePlan(other, { name: 'Another merchant, same ids' })
    await loadSamples(store, other, [{ kind: 'subscription', data: sampleSubscription(other, { plan }) }])
    expect((await read(one)).plan?.name).toBe('Scale')
    expect((await read(other)).plan?.name).toBe('Another merchant, same ids')
  })

  it('fills in objects that are named by id, and keeps null for those never sent (gaps.md, Nested objects)', async () => {
    const merchantId = await store.newMerchant()
    const [tier, unit] = samplePrices(merchantId)
    const named = { ...unit, billable: null }
    const unknown = { ...unit, id: 'price_unknown', billableId: 'bil_unknown', billable: null }
    const sent = samplePlan(merchantId, {
      prices: [{ price: tier }, { price: named }, { price: unknown }],
      basePlanPrice: null,
      basePlanPriceId: unit.id,
      basePlanPriceAnnuallyId: 'price_never_sent',
    })
    await loadSamples(store, merchantId, [
      { kind: 'subscription', data: sampleSubscription(merchantId, { plan: sent }) },
    ])
    const { plan } = await read(merchantId)
    expect(plan).toEqual({
      ...sent,
      prices: [{ price: tier }, { price: { ...named, billable: tier.billable } }, { price: unknown }],
      basePlanPrice: { ...named, billable: tier.billable },
    })
  })

  it('returns a changed plan, price or billable to every reader', async () => {
    const merchantId = await store.newMerchant()
    const [price] = samplePrices(merchantId)
    const listed = (name: string, updatedAt: string) => {
      const billable = { id: 'bil_tokens', name, updatedAt }
      const prices = [{ price: { ...price, name, updatedAt, billableId: billable.id, billable } }]
      return samplePlan(merchantId, { name, updatedAt, prices, basePlanPriceId: null, basePlanPrice: null })
    }
    const other = await openFreshStore()
    const context = await contextOf(merchantId)
    const readBy = ({ db }: FreshStore) =>
      responseOf(ExpandedSubscription, getSubscription({ ...context, db }, { id: 'sub_acme' }))
    for (const [name, updatedAt] of [
      ['First', '2026-02-01T00:00:00.000Z'],
      ['Second', '2026-02-02T00:00:00.000Z'],
    ] as const) {
      const plan = listed(name, updatedAt)
      await loadSamples(store, merchantId, [
        { kind: 'subscription', data: sampleSubscription(merchantId, { plan, updatedAt }) },
      ])
      for (const from of [store, other, store])
        expect(await readBy(from)).toMatchObject({ plan: { name, prices: [{ price: { name, billable: { name } } }] } })
    }
    await other.close()
  })
})
