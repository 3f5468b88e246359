import { readFileSync, rmSync } from 'node:fs'
import { pino } from 'pino'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys'
import { demoLines } from './data/demo/demo-lines'
import { writeImportLine } from './data/import-line'
import { importLines } from './data/import-lines'
import { hasOwnData, holdsOnlyDemoData } from './demo-mark'
import { openStore, type Store } from './store/open'
import { numberedLines } from '@/testing/service/import-test-lines'
import { newDataDir } from '@/testing/service/data-dirs'
import {
  apiKeys,
  customerLedgers,
  customers,
  invoiceLineItems,
  invoices,
  merchants,
  plans,
  prices,
  billables,
  subscriptions,
  transactions,
} from './store/schema'

const NOW = '2026-03-17T00:00:00.000Z'
const TABLES = [invoiceLineItems, transactions, customerLedgers, invoices, subscriptions, plans, prices, billables]

// The test needs its own embedded store: other data would end the demo, and PostgreSQL has no demo.
let dataDir: string
let store: Store
beforeAll(async () => {
  dataDir = await newDataDir('billing-demo-')
  store = await openStore(pino({ enabled: false }), { databaseUrl: undefined, dataDir, poolSize: 1 })
}, 120_000)
afterAll(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  for (const table of [...TABLES, customers, apiKeys, merchants]) await store.db.delete(table)
})
const load = (merchantId: string, texts: string[], isDemo = false) =>
  importLines({ db: store.db, merchantId, lines: numberedLines(texts), isDemo })
const seed = (merchantId: string) => {
  const options = { merchantId, customers: 14, transactions: 20, seed: 'demo', asOf: NOW }
  return load(merchantId, [...demoLines(options)].map(writeImportLine), true)
}
const makeKey = (merchantId: string, keepsDemo = false) =>
  createApiKey(store.db, { merchantId, type: 'secret', now: NOW, keepsDemo })
const OWN = [JSON.stringify({ kind: 'customer', data: { id: 'own', externalId: 'own' } })]
const isDemo = () => holdsOnlyDemoData(store)

test('a store holds only demo data after a seed, seeding again and the key of npm start', async () => {
  expect(await isDemo()).toBe(false)
  await seed('demo')
  await makeKey('demo', true)
  await seed('demo')
  expect(await isDemo()).toBe(true)
})

test.each([
  ['an import into the demo merchant', () => load('demo', OWN)],
  ['an import into another merchant', () => load('acme', OWN)],
  ['a key of the demo merchant', () => makeKey('demo')],
  ['a key of another merchant', () => makeKey('acme')],
  [
    'a revoked key',
    async () => {
      const [key] = await listApiKeys(store.db)
      await revokeApiKey(store.db, { id: key?.id ?? '', now: NOW })
    },
  ],
])('%s ends the demo, and seeding again does not bring it back', async (_, change) => {
  await seed('demo')
  await makeKey('demo', true)
  await change()
  expect(await isDemo()).toBe(false)
  await seed('demo')
  expect(await isDemo()).toBe(false)
})

test('a seed does not mark a merchant that has other data', async () => {
  await load('demo', OWN)
  expect(await hasOwnData(store.db, 'demo')).toBe(true)
  await seed('demo')
  expect(await isDemo()).toBe(false)
})

test.each([
  ['marks a store that holds only what the last release seeded', true, () => makeKey('demo', true)],
  ['leaves one with a customer of another form as it is', false, () => load('demo', OWN)],
  ['leaves one with another merchant as it is', false, () => makeKey('acme')],
  [
    'leaves one with two keys as it is',
    false,
    async () => {
      await makeKey('demo')
      await makeKey('demo')
    },
  ],
])('the migration %s', async (_, expected, change) => {
  await seed('demo')
  await change()
  await store.db.update(merchants).set({ isDemo: false })
  const [, update = ''] = readFileSync(new URL('./store/migrations/0003_demo_mark.sql', import.meta.url), 'utf8').split(
    '--> statement-breakpoint',
  )
  await store.db.execute(sql.raw(update))
  expect(await isDemo()).toBe(expected)
})
