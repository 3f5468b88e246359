import { Invoice } from '@/contract/billing/invoice'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samplePlan, samplePrices, sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { openFreshStore, type FreshStore } from '@/testing/service/fresh-store'
import { responseOf } from '@/testing/service/response-of'
import { getInvoice } from './get-invoice'
import { sampleInvoice } from '@/testing/service/samples/sample-invoice'
import { loadSamples } from '@/testing/service/load-samples'
import { longInvoice } from '@/testing/service/long-amounts'

const NOW = '2026-03-10T12:00:00.000Z'

let store: FreshStore
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

const contextOf = async (merchantId: string) => ({ db: store.db, keyHash: await store.newKeyHash(merchantId) })
const read = async (merchantId: string, invoiceId: string) =>
  responseOf(Invoice, getInvoice(await contextOf(merchantId), { invoiceId }))

describe('getInvoice', () => {
  it('returns every field as stored, with lines in order and exact amounts', async () => {
    const merchantId = await store.newMerchant()
    const invoice = longInvoice(merchantId)
    await loadSamples(store, merchantId, [{ kind: 'invoice', data: invoice }])
    const response = await read(merchantId, 'inv_1042')
    expect(response).toEqual(invoice)
    expect(response.invoiceLineItems?.map(({ id }) => id)).toEqual(['line_tokens', 'line_credit'])
  })

  it('keeps the price of a line when the price changes later', async () => {
    const merchantId = await store.newMerchant()
    const invoice = sampleInvoice(merchantId)
    const [tier, unit] = samplePrices(merchantId)
    const dearer = { ...unit, rules: tier.rules, entityType: 'entitlement', updatedAt: NOW }
    const plan = samplePlan(merchantId, { prices: [{ price: dearer }], basePlanPriceId: null, basePlanPrice: null })
    await loadSamples(store, merchantId, [
      { kind: 'invoice', data: invoice },
      { kind: 'subscription', data: sampleSubscription(merchantId, { plan }) },
    ])
    expect(await read(merchantId, 'inv_1042')).toEqual(invoice)
  })

  it('returns a long invoice in parts that may split a character', async () => {
    const merchantId = await store.newMerchant()
    const [line] = sampleInvoice(merchantId).invoiceLineItems ?? []
    // Characters of one to four bytes, eleven bytes in all, so that parts end at each of these bytes.
    const description = 'aä€𝄞\u0085'.repeat(60_000)
    const invoice = sampleInvoice(merchantId, { invoiceLineItems: line && [{ ...line, description }] })
    await loadSamples(store, merchantId, [{ kind: 'invoice', data: invoice }])
    const parts = await getInvoice(await contextOf(merchantId), { invoiceId: invoice.id })
    expect(parts.length).toBeGreaterThan(10)
    expect(await responseOf(Invoice, Promise.resolve(parts))).toEqual(invoice)
  })
})
