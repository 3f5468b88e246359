import { ExpandedSubscription } from '@/contract/billing/subscription'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFreshStore, type FreshStore } from '@/testing/service/fresh-store'
import { responseOf } from '@/testing/service/response-of'
import { deleteSubscription } from './delete-subscription'
import { getSubscription } from './get-subscription'
import { sampleSubscription, type SampleSubscription } from '@/testing/service/samples/sample-subscription'
import { loadSamples } from '@/testing/service/load-samples'

const NOW = '2026-03-10T12:00:00.000Z'
const LATER = '2026-03-11T12:00:00.000Z'

let store: FreshStore
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

async function given(fields: Partial<SampleSubscription>) {
  const merchantId = await store.newMerchant()
  await loadSamples(store, merchantId, [{ kind: 'subscription', data: sampleSubscription(merchantId, fields) }])
  const keyHash = await store.newKeyHash(merchantId)
  const at = (now: string) => ({ db: store.db, merchantId, keyHash, now: () => now })
  return {
    remove: (now = NOW) => deleteSubscription(at(now), { id: 'sub_acme' }),
    read: () => responseOf(ExpandedSubscription, getSubscription(at(NOW), { id: 'sub_acme' })),
  }
}

describe('deleteSubscription', () => {
  it.each([
    ['draft', {}],
    ['pendingActivation', { startDate: LATER }],
    ['pendingActivation', { endDate: NOW }],
    ['active', { endDate: NOW }],
    ['ended', {}],
  ] as const)('marks a subscription stored as %s with %o as deleted, and still returns it', async (status, fields) => {
    const { remove, read } = await given({ status, ...fields })
    await remove()
    expect(await read()).toMatchObject({ status: 'deleted', updatedAt: NOW })
  })

  it('changes nothing on a repeat', async () => {
    const { remove, read } = await given({ status: 'ended' })
    await remove()
    await remove(LATER)
    expect(await read()).toMatchObject({ status: 'deleted', updatedAt: NOW })
  })

  it('refuses an active subscription, also with a set end, and a pending one after its start', async () => {
    for (const fields of [{}, { endDate: LATER }, { status: 'pendingActivation' }] as const) {
      const { remove, read } = await given(fields)
      await expect(remove()).rejects.toMatchObject({ code: 'subscription_active' })
      expect(await read()).toMatchObject({ status: 'active', updatedAt: sampleSubscription('').updatedAt })
    }
  })
})
