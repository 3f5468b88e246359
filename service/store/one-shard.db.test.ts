import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { makeDatabase, dropDatabase } from '../../scripts/test-postgres.mjs'
import { createApiKey, hashKey } from '../api-keys'
import { demoHighlights, demoLines } from '../data/demo/demo-lines'
import { writeImportLine } from '../data/import-line'
import { importLines } from '../data/import-lines'
import { cancelSubscription } from '../operations/cancel-subscription'
import { deleteSubscription } from '../operations/delete-subscription'
import { getInvoice } from '../operations/get-invoice'
import { getSubscription } from '../operations/get-subscription'
import { listTransactions } from '../operations/list-transactions'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { openStandIn, SHARDS } from '@/testing/service/one-shard-store'
import { distribute, type DistributedTable } from './distribute'
import { DISTRIBUTED_TABLES } from './distribution'
import type { Store } from './open'
import { verifyLedgers } from '../data/verify-ledgers'
import { getTableName } from 'drizzle-orm'

const MERCHANT = 'demo'
const DEMO = {
  merchantId: MERCHANT,
  customers: 20,
  transactions: 600,
  seed: 'one shard',
  asOf: '2026-03-01T00:00:00.000Z',
}
const serverUrl = testDatabaseUrl()

interface Statement {
  text: string
  values: unknown[]
}

const Sent = z.union([
  z.tuple([z.looseObject({ text: z.string(), values: z.array(z.unknown()).optional() })]).rest(z.unknown()),
  z.tuple([z.string()]).rest(z.unknown()),
])

/** Runs something and returns every statement that it sent to the database. */
async function statementsOf(run: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(Client.prototype, 'query')
  try {
    await run()
    return query.mock.calls.map((call) => {
      const [sent, more] = Sent.parse(call)
      const text = typeof sent === 'string' ? sent : sent.text
      const values = typeof sent === 'string' ? more : (sent.values ?? more)
      return { text, values: Array.isArray(values) ? values : [] }
    })
  } finally {
    query.mockRestore()
  }
}

async function importDemo(store: Store, options: Partial<typeof DEMO> = {}) {
  async function* lines() {
    let number = 0
    for (const line of demoLines({ ...DEMO, ...options })) {
      const text = writeImportLine(line)
      yield { number: (number += 1), text, bytes: text.length }
    }
  }
  return importLines({ db: store.db, merchantId: MERCHANT, lines: lines(), replace: true })
}

// The embedded database is one node.
describe.skipIf(serverUrl === undefined)('a store whose tables are spread over shards', () => {
  let store: Store
  let keyHash: string
  let ended: string
  const placed: DistributedTable[] = []
  const named = new Map<string, string>()
  beforeAll(async () => {
    await dropDatabase(serverUrl ?? '', 'if exists one_shard_statements')
    store = await openStandIn(await makeDatabase(serverUrl ?? '', 'one_shard_statements'))
    await importDemo(store)
    for (const { kind, id } of demoHighlights(DEMO)) named.set(kind, named.get(kind) ?? id)
    const inactive = await store.db.$client.query<{ id: string }>(
      `select id from subscriptions where status = 'cancelled' or end_date < '2026-01-01' limit 1`,
    )
    ended = inactive.rows[0]?.id ?? ''
    const secret = await createApiKey(store.db, { merchantId: MERCHANT, type: 'secret', now: DEMO.asOf })
    keyHash = hashKey(secret)
    await distribute(store.db, { shards: SHARDS, onTable: (table) => placed.push(table) })
  })
  afterAll(() => store.close())

  /** Returns the shards that the plan of a statement reads or writes, as `customers_3`. */
  async function shardsOf({ text, values }: Statement): Promise<string[]> {
    const { rows } = await store.db.$client.query({
      text: `explain (format json) ${text}`,
      values,
      rowMode: 'array',
    })
    const tables = DISTRIBUTED_TABLES.map(({ table }) => getTableName(table)).join('|')
    const shards = String(rows).matchAll(new RegExp(`"Relation Name":\\s*"((?:${tables})_\\d+)"`, 'g'))
    return [...new Set([...shards].flatMap(([, shard]) => shard ?? []))]
  }

  it('has a place for every table, and keeps every row', async () => {
    const { rows } = await store.db.$client.query<{ name: string }>(
      `select table_name::text as name from information_schema.tables
       where table_schema = 'public' and table_name !~ '_\\d+$' and table_name !~ '^citus_' order by 1`,
    )
    const own = placed.filter(({ name }) => !name.startsWith('drizzle.'))
    expect(own.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name))
    expect(placed.every((table) => table.rows !== null)).toBe(true)
    const count = await store.db.$client.query<{ count: string }>('select count(*) from transactions')
    expect(placed.find(({ name }) => name === 'transactions')?.rows).toBe(Number(count.rows[0]?.count))
  })

  it('notices a statement that asks every shard', async () => {
    const text = 'select from subscriptions where merchant_id = $1'
    expect(await shardsOf({ text, values: [MERCHANT] })).toHaveLength(SHARDS)
  })

  it('changes nothing when it is distributed again', async () => {
    const again: DistributedTable[] = []
    await distribute(store.db, { shards: SHARDS, onTable: (table) => again.push(table) })
    expect(again).toEqual(placed.map((table) => ({ ...table, rows: null })))
  })

  const context = () => ({ db: store.db, merchantId: MERCHANT, keyHash, now: () => DEMO.asOf })
  const id = (kind: string) => named.get(kind) ?? ''
  const externalId = 'acme-inc'
  it.each([
    ['a subscription', 1, () => getSubscription(context(), { id: id('subscription') })],
    ['an invoice', 1, () => getInvoice(context(), { invoiceId: id('invoice') })],
    [
      'the oldest transactions',
      2,
      () => listTransactions(context(), { externalId, page: 2, pageSize: 20, order: 'asc', orderBy: 'createdAt' }),
    ],
    [
      'the newest transactions',
      2,
      () => listTransactions(context(), { externalId, page: 1, pageSize: 20, order: 'desc', orderBy: 'createdAt' }),
    ],
    ['a cancel', 3, () => cancelSubscription(context(), { id: 'sub_acme', externalCustomerId: externalId })],
    ['a delete', 2, () => deleteSubscription(context(), { id: ended })],
  ] as const)('reads one shard in each statement of %s', async (_, count, run) => {
    const found = []
    for (const statement of await statementsOf(run)) {
      if (!/^\s*(select|insert|update|delete|with)\b/i.test(statement.text)) continue
      const shards = await shardsOf(statement)
      const numbers = new Set(shards.map((shard) => shard.replace(/.*_/, '')))
      if (shards.length > 0) found.push({ text: statement.text, shards: numbers.size })
    }
    expect(found).toEqual(Array.from({ length: count }, () => expect.objectContaining({ shards: 1 })))
  })

  it('updates no column that a table is spread by, and calls nothing in an update that differs by node', async () => {
    const { rows } = await store.db.$client.query<{ name: string }>(
      `select distinct proname::text as name from pg_proc where provolatile = 'v'`,
    )
    const volatile = new Set(rows.map(({ name }) => name))
    const sent = await statementsOf(async () => {
      await importDemo(store, { asOf: '2026-03-02T00:00:00.000Z' })
      await cancelSubscription(context(), { id: 'sub_acme' }).catch(() => undefined)
    })
    const updates = sent.map(({ text }) => text).filter((text) => /\bupdate\b[^]*\bset\b/i.test(text))
    expect(updates.length).toBeGreaterThan(5)
    for (const text of updates) {
      const table = DISTRIBUTED_TABLES.find((each) => text.includes(`"${getTableName(each.table)}"`))
      const [, set = ''] = /\bset\b([^]*?)(?:\bfrom\b|\bwhere\b|\breturning\b|$)/i.exec(text) ?? []
      const columns = [...set.matchAll(/"?(\w+)"?\s*=/g)].map(([, column]) => column)
      expect(columns, text).not.toContain(table?.by.name)
      const calls = [...text.matchAll(/\b(\w+)\s*\(/g)].map(([, name = '']) => name)
      expect(
        calls.filter((name) => volatile.has(name)),
        text,
      ).toEqual([])
    }
    await expect(verifyLedgers(store.db)).resolves.toMatchObject({ ledgers: expect.any(Number) })
  })
})

describe.skipIf(serverUrl === undefined)('billing distribute', () => {
  it('refuses plain PostgreSQL, and a cluster without workers, and changes nothing', async () => {
    const name = 'one_shard_refusals'
    const store = await openStandIn(await makeDatabase(serverUrl ?? '', name), { workers: 0 })
    await expect(distribute(store.db, { shards: SHARDS })).rejects.toThrow(/has no workers\. Nothing was changed/)
    await store.db.execute('drop function create_distributed_table')
    await expect(distribute(store.db, { shards: SHARDS })).rejects.toThrow(/has no Citus.*Nothing was changed/)
    await store.close()
    await dropDatabase(serverUrl ?? '', name)
  })
})
