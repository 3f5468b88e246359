import { Invoice } from '@/contract/billing/invoice'
import { ExpandedSubscription } from '@/contract/billing/subscription'
import { Transaction, TransactionPage } from '@/contract/billing/transaction'
import { parseExactJson } from '@/contract/exact-json'
import { sample, shuffledSubarray } from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { getInvoice } from '../operations/get-invoice'
import { getSubscription } from '../operations/get-subscription'
import { listTransactions } from '../operations/list-transactions'
import { SAMPLE_DATES } from '../samples/sample-customer'
import { sampleInvoice } from '../samples/sample-invoice'
import { samplePlan, samplePrices, sampleSubscription, type SampleSubscription } from '../samples/sample-subscription'
import { sampleTransaction } from '../samples/sample-transaction'
import { openFreshStore, type FreshStore } from '@/testing/service/fresh-store'
import { responseOf, textOf } from '@/testing/service/response-of'
import { storedRows } from '@/testing/service/stored-rows'
import { demoLines } from './demo/demo-lines'
import { importLines, noProgress, type ImportProgress } from './import-lines'
import { writeImportLine, type ImportLine } from './import-line'

// The tests read hundreds of resources one by one, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

/** Early enough that every subscription is returned as stored. */
const NOW = '2000-01-01T00:00:00.000Z'

let store: FreshStore
let merchantId: string
beforeAll(async () => {
  store = await openFreshStore()
})
beforeEach(async () => {
  merchantId = await store.newMerchant()
})
afterAll(() => store.close())

async function* numbered(texts: Iterable<string>) {
  let number = 0
  for (const text of texts) yield { number: (number += 1), text, bytes: text.length }
}

const load = (lines: ImportLine[], progress = noProgress(), replace = false) =>
  importTexts(lines.map(writeImportLine), progress, replace)
const importTexts = (texts: string[], progress = noProgress(), replace = false) =>
  importLines({ db: store.db, merchantId, lines: numbered(texts), progress, replace })

const context = () => ({ db: store.db, merchantId, now: () => NOW })
const keyed = async () => ({ ...context(), keyHash: await store.newKeyHash(merchantId) })
const readSubscription = async (id: string) => parseExactJson(await getSubscription(await keyed(), { id }))
const readInvoice = async (invoiceId: string) => parseExactJson(textOf(await getInvoice(await keyed(), { invoiceId })))

async function readLedger(externalId: string) {
  const reading = await keyed()
  const entries: Transaction[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const input = { externalId, page, pageSize: 100, order: 'asc', orderBy: 'createdAt' } as const
    const response = await responseOf(TransactionPage, listTransactions(reading, input))
    entries.push(...response.results)
    pages = response.pages
  }
  return entries.map((entry) => z.encode(Transaction, entry))
}

const customer = (id: string, externalId = id): ImportLine => ({
  kind: 'customer',
  data: { id, externalId, name: null, email: null },
})

function shuffled<T>(items: T[]): T[] {
  const size = { minLength: items.length, maxLength: items.length }
  return sample(shuffledSubarray(items, size), { numRuns: 1, seed: 11 }).flat()
}

function demo(): ImportLine[] {
  const asOf = '2026-03-17T00:00:00.000Z'
  return [...demoLines({ merchantId, customers: 18, transactions: 250, seed: 'round trip', asOf })]
}

/** Returns the imported subscriptions, invoices and ledgers by customer as the API would write them. */
function sent(lines: ImportLine[]) {
  const ledgers = new Map<string, unknown[]>()
  for (const { kind, data } of lines) {
    if (kind !== 'transaction') continue
    ledgers.set(data.customerId, [...(ledgers.get(data.customerId) ?? []), z.encode(Transaction, data)])
  }
  return lines.flatMap(({ kind, data }) => {
    if (kind === 'subscription') return [z.encode(ExpandedSubscription, data)]
    if (kind === 'invoice') return [z.encode(Invoice, data)]
    return kind === 'customer' ? [ledgers.get(data.id) ?? []] : []
  })
}

/** Reads the same objects through the operations. */
async function readBack(lines: ImportLine[]) {
  const responses: unknown[] = []
  for (const { kind, data } of lines) {
    if (kind === 'subscription') responses.push(await readSubscription(data.id))
    if (kind === 'invoice') responses.push(await readInvoice(data.id))
    if (kind === 'customer') responses.push(await readLedger(data.externalId))
  }
  return responses
}

describe('imported objects are returned equal in every field', () => {
  test('in any order of lines and kinds', async () => {
    const lines = demo()
    const progress = await load(shuffled(lines))
    expect(progress).toMatchObject({
      lines: lines.length,
      stored: { customer: 18, subscription: 18, transaction: 250 },
    })
    expect(await readBack(lines)).toEqual(sent(lines))
  })

  test('after the same lines are imported again', async () => {
    const lines = demo()
    await load(lines)
    await load(shuffled(lines))
    expect(await readBack(lines)).toEqual(sent(lines))
  })

  test('for a new merchant', async () => {
    merchantId = `${merchantId} new`
    await load([{ kind: 'subscription', data: sampleSubscription(merchantId) }])
    expect(await readSubscription('sub_acme')).toMatchObject({ merchantId })
  })
})

describe('an object that is imported again with the same or no updatedAt', () => {
  test('replaces the shared plan and its list of prices', async () => {
    const [first, second] = [sampleSubscription(merchantId), sampleSubscription(merchantId, { id: 'sub_2' })]
    const plan = { ...second.plan, name: 'Renamed', prices: second.plan.prices.slice(0, 2).toReversed() }
    await load([
      { kind: 'subscription', data: first },
      { kind: 'subscription', data: { ...second, plan } },
    ])
    expect(await readSubscription(first.id)).toEqual(z.encode(ExpandedSubscription, { ...first, plan }))
  })

  test('replaces the line items of an invoice', async () => {
    const invoice = sampleInvoice(merchantId)
    await load([{ kind: 'invoice', data: invoice }])
    const shorter = { ...invoice, invoiceLineItems: invoice.invoiceLineItems.slice(0, 1), status: 'void' as const }
    await load([{ kind: 'invoice', data: shorter }])
    expect(await readInvoice(invoice.id)).toEqual(z.encode(Invoice, shorter))
  })

  test('passes an external id to another customer in the order of the lines', async () => {
    await load([customer('b', 'x'), customer('a', 'y')])
    await load([customer('b', 'z'), customer('a', 'x')])
    await load([{ kind: 'transaction', data: { ...sampleTransaction(merchantId), customerId: 'a' } }])
    expect(await readLedger('x')).toHaveLength(1)
    expect(await readLedger('z')).toEqual([])
    await expect(readLedger('y')).rejects.toThrow('There is no customer')
  })
})

const good = (count: number) => Array.from({ length: count }, (_, index) => writeImportLine(customer(`c${index + 1}`)))

describe('an import of any length has at most two batches in memory', () => {
  test.each([
    { batchOf: '3,000 lines', lines: 3_000, bytes: 500 },
    { batchOf: '4 MiB', lines: 4, bytes: 1024 * 1024 },
  ])('each of $batchOf', async (batch) => {
    let taken = 0
    async function* lines() {
      for (const text of good(3 * batch.lines)) yield { number: (taken += 1), text, bytes: batch.bytes }
    }
    const waiting: number[] = []
    const onBatch = (progress: ImportProgress) => void waiting.push(taken - progress.lines)
    await importLines({ db: store.db, merchantId, lines: lines(), onBatch })
    expect(waiting).toHaveLength(3)
    for (const count of waiting) expect(count).toBeLessThanOrEqual(batch.lines)
  })
})

describe('a bad line stops the import', () => {
  test('and its batch is rolled back; earlier batches stay, as the progress says', async () => {
    const progress = noProgress()
    const texts = [...good(3_500), '{"kind":"customer","data":{"id":"bad"}}', ...good(1)]
    await expect(importTexts(texts, progress)).rejects.toThrow('Line 3501: data.externalId is missing')
    expect(progress).toMatchObject({ lines: 3_000, stored: { customer: 3_000 } })
    expect(await readLedger('c3000')).toEqual([])
    await expect(readLedger('c3001')).rejects.toThrow('There is no customer')
  })

  test('when another customer has its external id, stored or in the same batch', async () => {
    await load([customer('a', 'x')])
    const message = 'Line 2: data.externalId "x" is that of customer "a" already'
    await expect(load([customer('c'), customer('b', 'x')])).rejects.toThrow(message)
    merchantId = await store.newMerchant()
    await expect(load([customer('a', 'x'), customer('b', 'x')])).rejects.toThrow(message)
  })
})

const LATER = '2026-05-01T00:00:00.000Z'
const line = (fields: Partial<SampleSubscription> = {}): ImportLine => ({
  kind: 'subscription',
  data: sampleSubscription(merchantId, fields),
})
/** Returns a subscription whose plan has a price without updatedAt. */
function pricedLine(updatedAt: string, name: string): ImportLine {
  const [first, ...rest] = samplePrices(merchantId)
  const price = { ...first, id: 'price_tier', name, updatedAt: null }
  return line({
    updatedAt,
    plan: samplePlan(merchantId, { prices: [price, ...rest].map((each) => ({ price: each })) }),
  })
}

const dated = (updatedAt: string): ImportLine => ({
  kind: 'customer',
  data: { id: 'cus_acme', externalId: 'x', updatedAt },
})

describe('a repeated import never reverts later changes', () => {
  test('it ignores an older customer, unless it replaces', async () => {
    await load([dated(LATER)])
    const before = await storedRows(store.db, merchantId)
    const progress = await load([dated(SAMPLE_DATES.createdAt)])
    expect(await storedRows(store.db, merchantId)).toEqual(before)
    expect(progress).toMatchObject({
      stored: { customer: 0 },
      kept: { customer: { count: 1, firstIds: ['cus_acme'] } },
    })
    await load([dated(SAMPLE_DATES.createdAt)], noProgress(), true)
    expect(await storedRows(store.db, merchantId)).not.toEqual(before)
  })

  test('it ignores a nested object without updatedAt when its subscription is ignored', async () => {
    await load([pricedLine(LATER, 'new')])
    await load([pricedLine(SAMPLE_DATES.createdAt, 'old')])
    expect(await readSubscription('sub_acme')).toMatchObject({
      plan: { prices: [{ price: { name: 'new' } }, {}, {}, {}] },
    })
  })
})

test('parallel imports of the same ledgers end like a single import', async () => {
  const lines = demo()
  const ledgerLines = lines.filter(({ kind }) => kind === 'transaction')
  await Promise.all([load(lines), load(shuffled(ledgerLines)), load(ledgerLines.toReversed()), load(shuffled(lines))])
  expect(await readBack(lines)).toEqual(sent(lines))
})
