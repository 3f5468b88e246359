import { Invoice } from '@/contract/billing/invoice'
import { ExpandedSubscription } from '@/contract/billing/subscription'
import { Transaction, TransactionPage } from '@/contract/billing/transaction'
import { parseExactJson } from '@/contract/exact-json'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { idProblem } from '@/contract/requestable-id'
import { volume } from '@/scripts/test/volume.mjs'
import { getInvoice } from '../operations/get-invoice'
import { getSubscription } from '../operations/get-subscription'
import { listTransactions } from '../operations/list-transactions'
import { SAMPLE_DATES } from '@/testing/service/samples/sample-customer'
import { sampleInvoice } from '@/testing/service/samples/sample-invoice'
import {
  samplePlan,
  samplePrices,
  sampleSubscription,
  type SampleSubscription,
} from '@/testing/service/samples/sample-subscription'
import { sampleTransaction } from '@/testing/service/samples/sample-transaction'
import { openFreshStore, type FreshStore } from '@/testing/service/fresh-store'
import { numberedLines } from '@/testing/service/import-test-lines'
import { propertiesOf } from '@/testing/service/properties-of'
import { responseOf, textOf } from '@/testing/service/response-of'
import { storedRows } from '@/testing/service/stored-rows'
import { demoLines } from './demo/demo-lines'
import { importLines, noProgress, type ImportProgress } from './import-lines'
import { writeImportLine, type ImportLine } from './import-line'

// The tests read hundreds of resources one by one, which is slow on a busy machine.
vi.setConfig({ testTimeout: volume({ test: 120_000, prove: 3_600_000 }) })

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

const load = (lines: ImportLine[], progress = noProgress(), replace = false) =>
  importTexts(lines.map(writeImportLine), progress, replace)
const importTexts = (texts: string[], progress = noProgress(), replace = false) =>
  importLines({ db: store.db, merchantId, lines: numberedLines(texts), progress, replace })

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
  return fc.sample(fc.shuffledSubarray(items, size), { numRuns: 1, seed: 11 }).flat()
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
  test('in any order of lines and kinds, also when they are imported again', async () => {
    const lines = demo()
    const progress = await load(shuffled(lines))
    expect(progress).toMatchObject({
      lines: lines.length,
      stored: { customer: 18, subscription: 18, transaction: 250 },
    })
    expect(await readBack(lines)).toEqual(sent(lines))
    await load(lines.toReversed())
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

  test('when it has another merchant', async () => {
    const line = writeImportLine({ kind: 'invoice', data: sampleInvoice('someone else') })
    await expect(importTexts([...good(1), line])).rejects.toThrow(/^Line 2: data\..*merchantId is "someone else"/)
    await expect(readLedger('c1')).rejects.toThrow('There is no customer')
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
const idsKept = (progress: ImportProgress) =>
  Object.entries(progress.kept).flatMap(([kind, { firstIds }]) => firstIds.map((id) => `${kind} ${id}`))
const namedPlan = (updatedAt: string, name: string) => samplePlan(merchantId, { updatedAt, name })
/** Returns a subscription whose plan has a price without updatedAt. */
function pricedLine(updatedAt: string, name: string): ImportLine {
  const [first, ...rest] = samplePrices(merchantId)
  const price = { ...first, id: 'price_tier', name, updatedAt: null }
  return line({
    updatedAt,
    plan: samplePlan(merchantId, { prices: [price, ...rest].map((each) => ({ price: each })) }),
  })
}

describe('a repeated import never reverts later changes', () => {
  test.each(['customer', 'subscription', 'invoice', 'transaction'] as const)('it ignores an older %s', async (kind) => {
    const newer = { updatedAt: LATER, note: 'newer' }
    const customerData = { id: 'cus_acme', externalId: 'x', updatedAt: SAMPLE_DATES.createdAt }
    const older: ImportLine[] = [
      { kind: 'customer', data: customerData },
      line(),
      { kind: 'invoice', data: sampleInvoice(merchantId) },
      { kind: 'transaction', data: sampleTransaction(merchantId) },
    ]
    const texts = older.filter((each) => each.kind === kind).map(writeImportLine)
    const newerText = JSON.stringify(newer).slice(1, -1)
    const newerTexts = texts.map((text) => text.replace(`"updatedAt":"${SAMPLE_DATES.createdAt}"`, newerText))
    expect(newerTexts).not.toEqual(texts)
    await importTexts(newerTexts)
    const before = await storedRows(store.db, merchantId)
    const progress = await importTexts(texts)
    expect(await storedRows(store.db, merchantId)).toEqual(before)
    expect(idsKept(progress)).toHaveLength(1)
    expect(progress.stored[kind]).toBe(0)
    const again = await importTexts([...newerTexts, ...texts])
    expect(await storedRows(store.db, merchantId)).toEqual(before)
    expect([again.stored[kind], again.kept[kind].count]).toEqual([1, 1])
    await importTexts(texts, noProgress(), true)
    expect(await storedRows(store.db, merchantId)).not.toEqual(before)
  })

  test('it compares nested objects by their own updatedAt', async () => {
    await load([line({ plan: namedPlan(LATER, 'new') })])
    const progress = await load([line({ id: 'sub_2', plan: namedPlan(SAMPLE_DATES.createdAt, 'old') })])
    expect(await readSubscription('sub_2')).toMatchObject({ plan: { name: 'new' } })
    expect(idsKept(progress)).toEqual(['plan plan_scale'])
  })

  test('it ignores a nested object without updatedAt when its subscription is ignored', async () => {
    await load([pricedLine(LATER, 'new')])
    await load([pricedLine(SAMPLE_DATES.createdAt, 'old')])
    expect(await readSubscription('sub_acme')).toMatchObject({
      plan: { prices: [{ price: { name: 'new' } }, {}, {}, {}] },
    })
  })
})

/** Compares IDs byte by byte, as the service does. */
const byPlace = (a: Transaction, b: Transaction) =>
  a.createdAt.localeCompare(b.createdAt) || Buffer.compare(Buffer.from(a.id), Buffer.from(b.id))

describe('a ledger is the same for every order of import', () => {
  const CUSTOMERS = ['cus_1', 'Cus/2', 'ü']
  const isOneLedger = propertiesOf('Ledgers imported in several ways')
  const ids = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((id) => idProblem(id) === null)
  // Few distinct instants, so that ties and back-dated entries are common.
  const entry = fc.record({ id: ids, customerId: fc.constantFrom(...CUSTOMERS), minute: fc.nat(6) })
  const entries = fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 40 })

  test('shuffled, repeated, back-dated, in parallel imports', () =>
    isOneLedger(
      fc.asyncProperty(entries, fc.gen(), async (given, gen) => {
        merchantId = await store.newMerchant()
        const sentEntries = given.map(({ minute, ...fields }) =>
          sampleTransaction(merchantId, {
            ...fields,
            createdAt: new Date(Date.UTC(2026, 1, 1, 0, minute)).toISOString(),
          }),
        )
        const lines = sentEntries.map((data): ImportLine => ({ kind: 'transaction', data }))
        const shuffle = () => gen(fc.shuffledSubarray, lines, { minLength: lines.length })
        const cut = gen(fc.nat, { max: lines.length })
        await load(CUSTOMERS.map((id) => customer(id)))
        // Imports a part first, then everything several times in parallel, in different orders.
        await load(shuffle().slice(0, cut))
        await Promise.all([shuffle(), shuffle().slice(cut), shuffle()].map((some) => load(some)))
        for (const id of CUSTOMERS) {
          const expected = sentEntries.filter(({ customerId }) => customerId === id).toSorted(byPlace)
          expect(await readLedger(id)).toEqual(expected.map((data) => z.encode(Transaction, data)))
        }
      }),
      { numRuns: volume({ test: 10, prove: 400 }) },
    ))
})
