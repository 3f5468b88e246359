import { CancelSubscriptionOutput } from '@/contract/billing/operations'
import { ExpandedSubscription } from '@/contract/billing/subscription'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFreshStore, type FreshStore } from '@/testing/service/fresh-store'
import { responseOf } from '@/testing/service/response-of'
import { cancelSubscription } from './cancel-subscription'
import { getSubscription } from './get-subscription'
import { SAMPLE_CUSTOMER } from '@/testing/service/samples/sample-customer'
import { sampleSubscription, type SampleSubscription } from '@/testing/service/samples/sample-subscription'
import { loadSamples } from '@/testing/service/load-samples'

const NOW = '2026-03-10T12:00:00.000Z'
const LATER = '2026-03-11T12:00:00.000Z'
const PERIOD_END = '2026-03-31T00:00:00.000Z'

let store: FreshStore
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

/** Creates a merchant with one subscription, and returns the arguments of calls on it. */
async function given(fields: Partial<SampleSubscription>) {
  const merchantId = await store.newMerchant()
  await loadSamples(store, merchantId, [
    { kind: 'customer', data: SAMPLE_CUSTOMER },
    { kind: 'subscription', data: sampleSubscription(merchantId, fields) },
  ])
  const keyHash = await store.newKeyHash(merchantId)
  const at = (now: string) => ({ db: store.db, merchantId, keyHash, now: () => now })
  return {
    merchantId,
    cancel: (externalCustomerId?: string, now = NOW) =>
      responseOf(CancelSubscriptionOutput, cancelSubscription(at(now), { id: 'sub_acme', externalCustomerId })),
    read: (now = NOW) => responseOf(ExpandedSubscription, getSubscription(at(now), { id: 'sub_acme' })),
  }
}

describe('cancelSubscription', () => {
  it('schedules an active subscription to end with its billing period and keeps it active', async () => {
    const { cancel, read } = await given({ allowCustomerChanges: false })
    const { cancelled, subscription } = await cancel()
    expect(cancelled).toBe(true)
    expect(subscription).toMatchObject({ status: 'active', endDate: PERIOD_END, updatedAt: NOW })
    expect(await read()).toMatchObject({ status: 'active', endDate: PERIOD_END, updatedAt: NOW })
    expect(await read(PERIOD_END)).toMatchObject({ status: 'ended', endDate: PERIOD_END, updatedAt: NOW })
  })

  it('returns the same for a repeat and changes nothing, not even updatedAt', async () => {
    const { cancel } = await given({})
    const first = await cancel()
    expect(await cancel(undefined, LATER)).toEqual(first)
  })

  it('applies parallel cancels as one change', async () => {
    const { cancel } = await given({})
    const [one, other] = await Promise.all([cancel(undefined, NOW), cancel(undefined, LATER)])
    expect(other).toEqual(one)
  })

  it('deletes an upcoming subscription; a repeat changes nothing, even after the start', async () => {
    for (const status of ['pendingActivation', 'draft'] as const) {
      const { cancel, read } = await given({ status, startDate: LATER })
      const first = await cancel()
      expect(first.subscription).toMatchObject({ status: 'deleted', endDate: null, updatedAt: NOW })
      expect(await cancel(undefined, '2026-06-01T00:00:00.000Z')).toEqual(first)
      expect(await read()).toMatchObject({ status: 'deleted' })
    }
  })

  it.each([
    ['ended', {}],
    ['active', { endDate: NOW }],
    ['draft', {}],
    ['deleted', { updatedAt: NOW }],
  ] as const)('refuses one stored as %s with %o', async (status, fields) => {
    const { cancel, read } = await given({ status, ...fields })
    const before = await read()
    await expect(cancel()).rejects.toMatchObject({ code: 'not_cancellable' })
    expect(await read()).toEqual(before)
  })

  it('accepts the right external customer id', async () => {
    const { cancel } = await given({})
    expect((await cancel(SAMPLE_CUSTOMER.externalId)).cancelled).toBe(true)
  })

  it('refuses another customer and changes nothing', async () => {
    const { cancel, read } = await given({})
    await expect(cancel('another-customer')).rejects.toMatchObject({ code: 'customer_mismatch' })
    expect(await read()).toMatchObject({ endDate: null })
  })

  it('refuses every external id when the customer was never imported', async () => {
    const { cancel } = await given({ customerId: 'cus_unknown' })
    await expect(cancel(SAMPLE_CUSTOMER.externalId)).rejects.toMatchObject({ code: 'customer_mismatch' })
  })
})
