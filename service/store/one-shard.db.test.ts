import { eq, getTableName } from 'drizzle-orm'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDatabase, dropDatabase } from '../../scripts/test/test-postgres.mjs'
import { isCitusTest, testDatabaseUrl } from '@/testing/service/fresh-store'
import { importTestLines } from '@/testing/service/import-test-lines'
import { loadSamples } from '@/testing/service/load-samples'
import { openStandIn, SHARDS } from '@/testing/service/one-shard-store'
import { shardsAsked } from '@/testing/service/shards-asked'
import { statementsOf } from '@/testing/service/statements-of'
import { createApiKey, hashKey, listApiKeys, revokeApiKey } from '../api-keys'
import { demoLines } from '../data/demo/demo-lines'
import { verifyLedgers } from '../data/verify-ledgers'
import { cancelSubscription } from '../operations/cancel-subscription'
import { deleteSubscription } from '../operations/delete-subscription'
import { getInvoice } from '../operations/get-invoice'
import { getSubscription } from '../operations/get-subscription'
import { listTransactions } from '../operations/list-transactions'
import { distribute, type TableResult } from './distribute'
import { DISTRIBUTED_TABLES } from './distribution'
import { openStore, type Store } from './open'
import { merchants, plans } from './schema'

const DEMO = {
  merchantId: `one shard ${process.pid}`,
  customers: 20,
  transactions: 600,
  seed: 'one shard',
  asOf: '2026-03-01T00:00:00.000Z',
}
const MAY_DEADLOCK = 'a cluster may deadlock: "merchants" is written after a table that refers to it'
const DATABASE = 'one_shard_statements'
// The embedded database is one node.
const databaseUrl = testDatabaseUrl() ?? ''

describe.skipIf(databaseUrl === '')('a store whose tables are spread over shards', () => {
  let store: Store
  let keyHash: string
  let ids: { subscription: string; ended: string; invoice: string }
  const placed: TableResult[] = []
  beforeAll(async () => {
    store = isCitusTest()
      ? await openStore(pino({ enabled: false }), { databaseUrl, dataDir: '', poolSize: 16 })
      : await openStandIn(await makeDatabase(databaseUrl, DATABASE))
    await importTestLines(store.db, DEMO.merchantId, demoLines(DEMO))
    await distribute(store.db, { shards: SHARDS, onTable: (table) => placed.push(table) })
    const { merchantId, asOf } = DEMO
    const idOf = async (table: string, condition: string) => {
      const { rows } = await store.db.$client.query<{ id: string }>(
        `select min(id) as id from ${table} where merchant_id = $1 and ${condition}`,
        [merchantId],
      )
      return rows[0]?.id ?? expect.fail('there are no demo data')
    }
    ids = {
      subscription: await idOf('subscriptions', `status = 'active' and end_date is null`),
      ended: await idOf('subscriptions', `end_date < '2026-01-01'`),
      invoice: await idOf('invoices', 'true'),
    }
    keyHash = hashKey(await createApiKey(store.db, { merchantId, type: 'secret', now: asOf }))
  })
  afterAll(async () => {
    await store.close()
    if (!isCitusTest()) await dropDatabase(databaseUrl, DATABASE)
  })

  it('has a place for every table', async () => {
    const { rows } = await store.db.$client.query<{ name: string }>(
      `select table_name::text as name from information_schema.tables
       where table_schema = 'public' and table_name !~ '_\\d+$' and table_name !~ '^(citus|pg)_' order by 1`,
    )
    const own = placed.filter(({ name }) => !name.startsWith('drizzle.'))
    expect(own.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name))
  })

  it.skipIf(isCitusTest())('keeps the rows that were there before', async () => {
    const { rows } = await store.db.$client.query<{ count: string }>('select count(*) from transactions')
    expect(placed.find(({ name }) => name === 'transactions')?.rows).toBe(Number(rows[0]?.count))
    await expect(verifyLedgers(store.db)).resolves.toEqual({
      ledgers: expect.any(Number),
      transactions: 600,
      breaks: 0,
    })
  })

  it('changes nothing when it is distributed again', async () => {
    const again: TableResult[] = []
    await distribute(store.db, { shards: SHARDS, onTable: (table) => again.push(table) })
    expect(again).toEqual(placed.map((table) => ({ ...table, rows: null })))
  })

  it('notices a statement that asks every shard', async () => {
    const text = 'select from subscriptions where merchant_id = $1'
    expect(await shardsAsked(store.db, { text, values: [DEMO.merchantId] })).toBe(SHARDS)
  })

  it.skipIf(isCitusTest())('refuses a write order that may deadlock a cluster', async () => {
    const { merchantId } = DEMO
    const writes = store.db.transaction(async (tx) => {
      await tx.insert(plans).values({ merchantId, id: 'p', document: '{}' })
      await tx.update(merchants).set({ isDemo: false }).where(eq(merchants.id, merchantId))
    })
    await expect(writes).rejects.toMatchObject({ cause: { message: MAY_DEADLOCK } })
  })

  it('never lets imports and keys of several merchants wait for each other', async () => {
    const importing = Array.from({ length: 12 }, async (_, number) => {
      const merchantId = `${DEMO.merchantId}, ${number}`
      await createApiKey(store.db, { merchantId, type: 'secret', now: DEMO.asOf })
      await loadSamples(store, merchantId, [...demoLines({ ...DEMO, merchantId, customers: 5, transactions: 20 })])
      const [key] = await listApiKeys(store.db, merchantId)
      return revokeApiKey(store.db, { id: key?.id ?? '', now: DEMO.asOf })
    })
    const done = await Promise.allSettled(importing)
    const failed = done.filter((each) => each.status === 'rejected').map(({ reason }) => String(reason.cause ?? reason))
    expect(failed).toEqual([])
  })

  it('has no subquery without a column, because Citus refuses those', () => {
    const folder = fileURLToPath(new URL('..', import.meta.url))
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    const found = files.filter((name) => /\(\s*select\s+from\b/i.test(readFileSync(join(folder, name), 'utf8')))
    expect(files.length).toBeGreaterThan(100)
    expect(found).toEqual([])
  })

  const context = () => ({ db: store.db, merchantId: DEMO.merchantId, keyHash, now: () => DEMO.asOf })
  const page = { externalId: 'acme-inc', page: 2, pageSize: 20, orderBy: 'createdAt' } as const
  it.each([
    ['a subscription', 1, () => getSubscription(context(), { id: ids.subscription })],
    ['an invoice', 1, () => getInvoice(context(), { invoiceId: ids.invoice })],
    ['the oldest transactions', 2, () => listTransactions(context(), { ...page, order: 'asc' })],
    ['the newest transactions', 2, () => listTransactions(context(), { ...page, order: 'desc' })],
    ['a cancel', 3, () => cancelSubscription(context(), { id: 'sub_acme', externalCustomerId: 'acme-inc' })],
    ['a delete', 2, () => deleteSubscription(context(), { id: ids.ended })],
  ] as const)('asks one shard in each statement of %s', async (_, count, run) => {
    const shards = []
    for (const statement of await statementsOf(run))
      if (/^\s*(select|insert|update|delete|with)\b/i.test(statement.text))
        shards.push(await shardsAsked(store.db, statement))
    expect(shards.filter((asked) => asked > 0)).toEqual(Array.from({ length: count }, () => 1))
  })

  it('updates no column that a table is spread by, and calls nothing in an update that differs by node', async () => {
    const { rows } = await store.db.$client.query<{ name: string }>(
      `select distinct proname::text as name from pg_proc where provolatile = 'v'`,
    )
    const volatile = new Set(rows.map(({ name }) => name))
    const sent = await statementsOf(async () => {
      await importTestLines(store.db, DEMO.merchantId, demoLines({ ...DEMO, asOf: '2026-03-02T00:00:00.000Z' }))
      await cancelSubscription(context(), { id: ids.subscription })
      const [key] = await listApiKeys(store.db, DEMO.merchantId)
      await revokeApiKey(store.db, { id: key?.id ?? '', now: DEMO.asOf })
    })
    const updates = sent.map(({ text }) => text).filter((text) => /\bupdate\b[^]*\bset\b/i.test(text))
    const tables = updates.map((text) => /(?:\bupdate|\binsert into)\s+"(\w+)"/.exec(text)?.[1])
    expect(new Set(tables)).toEqual(
      new Set([
        'customers',
        'merchants',
        'plans',
        'prices',
        'billables',
        'subscriptions',
        'invoices',
        'customer_ledgers',
        'transactions',
        'api_keys',
      ]),
    )
    const found = updates.flatMap((text, index) => {
      const table = DISTRIBUTED_TABLES.find((each) => getTableName(each.table) === tables[index])
      const [, set = ''] = /\bset\b([^]*?)(?:\bfrom\b|\bwhere\b|\breturning\b|$)/i.exec(text) ?? []
      const columns = [...set.matchAll(/"?(\w+)"?\s*=/g)].map(([, column]) => column)
      const calls = [...text.matchAll(/\b(\w+)\s*\(/g)].map(([, name = '']) => name)
      const wrong = [
        ...columns.filter((column) => column === table?.by.name),
        ...calls.filter((name) => volatile.has(name)),
      ]
      return wrong.map((what) => ({ what, text }))
    })
    expect(found).toEqual([])
  })
})
