import { Invoice } from '@/contract/billing/invoice'
import type { Plan } from '@/contract/billing/plan'
import type { Price } from '@/contract/billing/price'
import { ExpandedSubscription } from '@/contract/billing/subscription'
import { Transaction, TransactionPage } from '@/contract/billing/transaction'
import { parseExactJson } from '@/contract/exact-json'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { volume } from '../../scripts/test/volume.mjs'
import { createApiKey } from '../api-keys'
import { billingApp } from '../app'
import { httpRequest } from '@/testing/service/http-request'
import { listTransactions } from '../operations/list-transactions'
import { serve, type RunningService } from '../serve'
import { openFreshStore, PATIENT, type FreshStore } from '@/testing/service/fresh-store'
import { customers, invoices, subscriptions, transactions } from '@/testing/service/arbitrary-resources'
import { responseOf } from '@/testing/service/response-of'
import { propertiesOf } from '@/testing/service/properties-of'
import { importLines } from './import-lines'
import { writeImportLine, type ImportLine } from './import-line'

vi.setConfig({ testTimeout: volume({ test: 180_000, prove: 3_600_000 }) })

const ROUND_TRIPS = volume({ test: 15, prove: 1_000 })
const LEDGERS = volume({ test: 10, prove: 400 })
/** Shrinking ends before the test times out, so that the failing case is reported. */
const SEARCH = { interruptAfterTimeLimit: volume({ test: 120_000, prove: 3_000_000 }), markInterruptAsFailure: true }

const comesBack = propertiesOf('Round trips over HTTP')
const isOneLedger = propertiesOf('Ledgers imported in several ways')

/** Early enough that every subscription is returned as stored. */
const NOW = '0001-01-01T00:00:00.000Z'

let store: FreshStore
let service: RunningService
beforeAll(async () => {
  store = await openFreshStore()
  const app = billingApp({ db: store.db, log: pino({ level: 'silent' }), now: () => NOW, deadlines: PATIENT })
  service = await serve(app, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await service.close()
  await store.close()
})

async function* numbered(lines: readonly ImportLine[]) {
  for (const [index, line] of lines.entries()) {
    const text = writeImportLine(line)
    yield { number: index + 1, text, bytes: text.length }
  }
}
const load = (merchantId: string, lines: readonly ImportLine[]) =>
  importLines({ db: store.db, merchantId, lines: numbered(lines) })

/** Compares ids byte by byte, as the service does. */
const byPlace = (a: Transaction, b: Transaction) =>
  Buffer.compare(Buffer.from(a.createdAt), Buffer.from(b.createdAt)) ||
  Buffer.compare(Buffer.from(a.id), Buffer.from(b.id))

const encoded = (ledgers: Transaction[][]) =>
  ledgers.map((ledger) => ledger.map((entry) => z.encode(Transaction, entry)))

async function merchantWithKey() {
  const merchantId = await store.newMerchant()
  const key = await createApiKey(store.db, { merchantId, type: 'secret', now: NOW })
  const get = async (path: string) => {
    const { status, text } = await httpRequest(service.url, path, { headers: { 'x-api-key': key } })
    return { status, body: parseExactJson(text) }
  }
  return { merchantId, get }
}

/**
 * Returns a plan as the service returns it: an id alone is filled in with the object of that id that was sent elsewhere
 * (gaps.md, Nested objects). An id that was never sent as an object stays alone.
 */
function filledIn(plan: Plan): Plan {
  const base = [plan.basePlanPrice, plan.basePlanPriceQuarterly, plan.basePlanPriceAnnually]
  const sent = [...(plan.prices ?? []).map(({ price }) => price), ...base].flatMap((price) => price ?? [])
  const withBillable = (price: Price): Price => {
    const found = sent.map(({ billable }) => billable).find((candidate) => candidate?.id === price.billableId)
    return found ? { ...price, billable: found } : price
  }
  const basePrice = (id: unknown) => sent.map(withBillable).find((price) => price.id === id) ?? null
  return {
    ...plan,
    prices: plan.prices?.map(({ price, ...beside }) => ({ ...beside, price: price && withBillable(price) })),
    basePlanPrice: basePrice(plan.basePlanPriceId),
    basePlanPriceQuarterly: basePrice(plan.basePlanPriceQuarterlyId),
    basePlanPriceAnnually: basePrice(plan.basePlanPriceAnnuallyId),
  }
}

describe('the service returns every field as it was imported', () => {
  test('of any valid subscription with its plan, prices and billables', () =>
    comesBack(
      fc.asyncProperty(fc.gen(), async (gen) => {
        // Objects with the same id are shared within a merchant, so each subscription has its own merchant.
        const { merchantId, get } = await merchantWithKey()
        const data = gen(subscriptions, merchantId)
        await load(merchantId, [{ kind: 'subscription', data }])
        const response = await get(`/external/subscriptions/${encodeURIComponent(data.id)}/expanded`)
        const body = z.encode(ExpandedSubscription, { ...data, plan: data.plan && filledIn(data.plan) })
        expect(response).toEqual({ status: 200, body })
      }),
      { numRuns: ROUND_TRIPS, ...SEARCH },
    ))

  test('of any valid invoice with its line items', () =>
    comesBack(
      fc.asyncProperty(fc.gen(), async (gen) => {
        // Line item ids are unique per merchant, so each invoice has its own merchant.
        const { merchantId, get } = await merchantWithKey()
        const data = gen(invoices, merchantId)
        await load(merchantId, [{ kind: 'invoice', data }])
        const response = await get(`/external/invoices/${encodeURIComponent(data.id)}/with-line-items`)
        expect(response).toEqual({ status: 200, body: z.encode(Invoice, data) })
      }),
      { numRuns: ROUND_TRIPS, ...SEARCH },
    ))

  test("of a customer's transactions, page by page", () =>
    comesBack(
      fc.asyncProperty(
        customers(),
        fc.constantFrom('asc', 'desc'),
        fc.integer({ min: 1, max: 4 }),
        fc.gen(),
        async (customer, order, pageSize, gen) => {
          const { merchantId, get } = await merchantWithKey()
          const entries = gen(transactions, merchantId, [customer.id], 6)
          await load(merchantId, [
            ...entries.map((data) => ({ kind: 'transaction' as const, data })),
            { kind: 'customer', data: customer },
          ])
          const sorted = entries.toSorted(order === 'asc' ? byPlace : (a, b) => byPlace(b, a))
          const count = sorted.length
          const pages = Math.max(1, Math.ceil(count / pageSize))
          const path = `/external/customers/external-id/${encodeURIComponent(customer.externalId)}/transactions`
          for (let currentPage = 1; currentPage <= pages; currentPage += 1) {
            const results = sorted.slice((currentPage - 1) * pageSize, currentPage * pageSize)
            expect(await get(`${path}?order=${order}&pageSize=${pageSize}&page=${currentPage}`)).toEqual({
              status: 200,
              body: z.encode(TransactionPage, { results, count, pages, currentPage }),
            })
          }
        },
      ),
      { numRuns: ROUND_TRIPS, ...SEARCH },
    ))
})

describe('a ledger is the same for every order of import', () => {
  const CUSTOMERS = ['cus_1', 'Cus/2', 'ü']

  async function readLedgers(merchantId: string): Promise<Transaction[][]> {
    const context = { db: store.db, keyHash: await store.newKeyHash(merchantId) }
    const input = { page: 1, pageSize: 100, order: 'asc', orderBy: 'createdAt' } as const
    const pages = CUSTOMERS.map((externalId) =>
      responseOf(TransactionPage, listTransactions(context, { ...input, externalId })),
    )
    return (await Promise.all(pages)).map(({ results }) => results)
  }

  /** Few distinct instants, so that ties and back-dated entries are common. */
  const instants = fc
    .integer({ min: 0, max: 6 })
    .map((minute) => new Date(Date.UTC(2026, 1, 1, 0, minute)).toISOString())
  const entries = (merchantId: string) =>
    fc
      .tuple(transactions(merchantId, CUSTOMERS, 40), fc.infiniteStream(instants))
      .map(([list, times]) => list.map((entry) => ({ ...entry, createdAt: times.next().value })))

  test('shuffled, repeated, back-dated, in parallel imports', () =>
    isOneLedger(
      fc.asyncProperty(fc.gen(), async (gen) => {
        const merchantId = await store.newMerchant()
        const given = gen(entries, merchantId)
        const lines = given.map((data): ImportLine => ({ kind: 'transaction', data }))
        const shuffle = () => gen(fc.shuffledSubarray, lines, { minLength: lines.length })
        const cut = gen(fc.nat, { max: lines.length })

        await load(
          merchantId,
          CUSTOMERS.map((id) => ({ kind: 'customer', data: { id, externalId: id, name: null, email: null } })),
        )
        // Imports a part first, then everything several times in parallel, in different orders.
        await load(merchantId, shuffle().slice(0, cut))
        await Promise.all([shuffle(), shuffle().slice(cut), shuffle()].map((some) => load(merchantId, some)))

        const sorted = CUSTOMERS.map((id) => given.filter(({ customerId }) => customerId === id).toSorted(byPlace))
        expect(encoded(await readLedgers(merchantId))).toEqual(encoded(sorted))
      }),
      { numRuns: LEDGERS, ...SEARCH },
    ))
})
