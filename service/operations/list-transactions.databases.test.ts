import type { TransactionOrder } from '@/contract/billing/operations'
import { TransactionPage } from '@/contract/billing/transaction'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFreshStore, type FreshStore } from '@/testing/service/fresh-store'
import { responseOf } from '@/testing/service/response-of'
import { listTransactions } from './list-transactions'
import { SAMPLE_CUSTOMER } from '@/testing/service/samples/sample-customer'
import { sampleTransaction } from '@/testing/service/samples/sample-transaction'
import { loadSamples } from '@/testing/service/load-samples'
import { longTransaction } from '@/testing/service/long-amounts'

let store: FreshStore
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

/** Stores a ledger of `count` entries, `txn_01` the oldest; the last two have the same instant. */
async function ledgerOf(count: number) {
  const merchantId = await store.newMerchant()
  const entries = Array.from({ length: count }, (_, index) => {
    const minute = String(Math.min(index, count - 2)).padStart(2, '0')
    const id = `txn_${String(index + 1).padStart(2, '0')}`
    return sampleTransaction(merchantId, { id, createdAt: `2026-02-01T00:${minute}:00.000Z` })
  })
  await loadSamples(store, merchantId, [
    { kind: 'customer', data: SAMPLE_CUSTOMER },
    ...entries.toReversed().map((data) => ({ kind: 'transaction' as const, data })),
  ])
  const list = async (page: number, pageSize: number, order: TransactionOrder) => {
    const { results, ...rest } = await read(merchantId, { page, pageSize, order })
    return { ...rest, ids: results.map(({ id }) => Number(id.slice(4))) }
  }
  return { merchantId, list }
}

const FIRST = {
  externalId: SAMPLE_CUSTOMER.externalId,
  page: 1,
  pageSize: 20,
  order: 'asc',
  orderBy: 'createdAt',
} as const
type Input = Omit<Parameters<typeof listTransactions>[1], 'orderBy'>

const read = async (merchantId: string, input: Partial<Input> = {}) => {
  const context = { db: store.db, keyHash: await store.newKeyHash(merchantId) }
  return responseOf(TransactionPage, listTransactions(context, { ...FIRST, ...input }))
}

describe('listTransactions', () => {
  it('returns pages newest first or oldest first, ties by id, with the total count', async () => {
    const { list } = await ledgerOf(7)
    expect(await list(1, 3, 'desc')).toMatchObject({ ids: [7, 6, 5], count: 7, pages: 3, currentPage: 1 })
    expect(await list(2, 3, 'desc')).toMatchObject({ ids: [4, 3, 2], currentPage: 2 })
    expect(await list(3, 3, 'desc')).toMatchObject({ ids: [1], currentPage: 3 })
    expect(await list(1, 3, 'asc')).toMatchObject({ ids: [1, 2, 3], count: 7, pages: 3 })
    expect(await list(3, 3, 'asc')).toMatchObject({ ids: [7] })
    expect(await list(1, 100, 'asc')).toMatchObject({ ids: [1, 2, 3, 4, 5, 6, 7], pages: 1 })
  })

  it('returns empty pages with the true count past the end, up to the highest page', async () => {
    const { list } = await ledgerOf(7)
    for (const order of ['asc', 'desc'] as const)
      for (const page of [4, 2 ** 31 - 1])
        expect(await list(page, 100, order)).toMatchObject({ ids: [], count: 7, pages: 1, currentPage: page })
  })

  it('returns one empty page for a customer without entries', async () => {
    const merchantId = await store.newMerchant()
    await loadSamples(store, merchantId, [{ kind: 'customer', data: SAMPLE_CUSTOMER }])
    expect(await read(merchantId)).toEqual({
      results: [],
      count: 0,
      pages: 1,
      currentPage: 1,
    })
  })

  it('returns every field as stored, with exact amounts, and balances only where stored', async () => {
    const merchantId = await store.newMerchant()
    const {
      previousBalance: _,
      newBalance: __,
      ...without
    } = sampleTransaction(merchantId, {
      id: 'txn_2',
      amount: '-0.0000025',
      type: 'an unknown type',
      billable: null,
      billableId: null,
      allocationBlock: null,
    })
    await loadSamples(store, merchantId, [
      { kind: 'customer', data: SAMPLE_CUSTOMER },
      { kind: 'transaction', data: longTransaction(merchantId) },
      { kind: 'transaction', data: without },
    ])
    const { results } = await read(merchantId)
    expect(results).toEqual([longTransaction(merchantId), without])
    expect(results[1]).not.toHaveProperty('newBalance')
  })

  it('does not find an unknown customer or one of another merchant', async () => {
    const { merchantId } = await ledgerOf(2)
    const stranger = await store.newMerchant()
    for (const [merchant, externalId] of [
      [merchantId, 'cus_unknown'],
      [merchantId, SAMPLE_CUSTOMER.id],
      [stranger, SAMPLE_CUSTOMER.externalId],
    ] as const)
      await expect(read(merchant, { externalId })).rejects.toMatchObject({ code: 'customer_not_found' })
  })
})
