import { PGlite } from '@electric-sql/pglite'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelSubscription } from '../operations/cancel-subscription'
import { getInvoice } from '../operations/get-invoice'
import { getSubscription } from '../operations/get-subscription'
import { listTransactions } from '../operations/list-transactions'
import { embeddedAddress } from '@/database/embedded-address'
import { copyEmptyDatabase } from '@/testing/database/empty-database'
import { createApiKey, hashKey } from '../api-keys'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { pino } from 'pino'
import { openStore, type Store } from './open'
import { textOf } from '@/testing/service/response-of'

const read = (name: string) => readFileSync(new URL(`./migrations/${name}`, import.meta.url), 'utf8')

/** The tables of the first migration with rows of that time. */
const FIRST_TABLES = [
  `create schema drizzle;
  create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  insert into drizzle.__drizzle_migrations (hash, created_at) values ('first tables', 1795260647304)`,
  read('0000_first_tables.sql').replaceAll('--> statement-breakpoint', ''),
  `set timezone = 'UTC'`,
  `insert into merchants values ('m', '2026-01-01')`,
  `insert into customers values ('m', 'cus_1', 'acme', 'A "quoted" name', null, '2026-01-01', '2026-01-01')`,
  `insert into billables values ('m', 'bil', 'Tokens', null, 'tokens', '0987-01-02 03:04:05.006', '2026-01-01', 'available',
    'metric', null, null, 'token', 'tokens', false, true, false, 1.50, '{"conditions": [[]], "calculation": "sum", "overProperty": null}')`,
  `insert into prices values
    ('m', 'z', 'bil', null, 'Z', '2026-01-01', '2026-01-01', 'monthly', 'arrears', false, 'metric', 'unit',
      '{"price": 0.00000250}', 'active', false, 12345678901234567890.123456789012, null),
    ('m', 'a', null, null, null, '2026-01-01', '2026-01-01', 'monthly', 'advance', false, 'entitlement', 'none', '{}', 'active', false, null, null)`,
  `insert into plans values ('m', 'plan', null, null, '2026-01-01', '2026-01-01', 'Scale', null, 'USD', 'net30', false, true,
    null, null, 'available', 'a', null, null, 'active', null, null)`,
  `insert into plan_prices values ('m', 'plan', 1, 'a'), ('m', 'plan', 0, 'z')`,
  `insert into subscriptions values ('m', 'sub', 'cus_1', 'plan', '2026-01-31', '2026-01-31 00:00:00.123', '2026-01-31', null,
    'active', true, false, true, false, 'xero', false, false, 'monthly', 'USD', null)`,
  `insert into invoices values ('m', 'inv', '2026-01-01', '2026-01-01', '2026-01-01', '2026-01-01', '2026-01-01', null, 'paid',
    1042, '1042', 'cus_1', 'sub', null, true, false, 'stripe')`,
  `insert into invoice_line_items values
    ('m', 'second', 'inv', 1, 'z', -19.990, 'Credit', 1, -19.990, '2026-01-01', '2026-02-01', '2026-01-01', '2026-01-01', '{"id": "z"}'),
    ('m', 'first', 'inv', 0, 'z', 0.0000025, 'Tokens', 1, 0.0000025, '2026-01-01', '2026-02-01', '2026-01-01', '2026-01-01', '{"id": "z"}')`,
  `insert into customer_ledgers values ('m', 'cus_1', 1, 2, '2026-01-02')`,
  `insert into transactions values
    ('m', 'cus_1', 1, 't1', '2026-01-01', '2026-01-01', 'usage', -0.50, null, null, null, null, null, null, null, null),
    ('m', 'cus_1', 2, 't2', '2026-01-02', '2026-01-02', 'usage', -1, 10.0, 9.0, 'blk', 'bil', 'e', 'o', '{"id": "bil", "name": "T"}', null)`,
]

const log = pino({ enabled: false })

/** Opens a store of the first migration with the current program. */
async function openOldStore(): Promise<Store & { remove: () => Promise<void> }> {
  const databaseUrl = testDatabaseUrl()
  if (databaseUrl === undefined) {
    const dataDir = mkdtempSync(join(tmpdir(), 'billing-old-'))
    const { directory, databasePath } = embeddedAddress(dataDir, 'billing')
    mkdirSync(directory, { mode: 0o700 })
    await copyEmptyDatabase(databasePath)
    const database = await PGlite.create(databasePath)
    for (const statement of FIRST_TABLES) await database.exec(statement)
    await database.close()
    const store = await openStore(log, { databaseUrl, dataDir, poolSize: 1 })
    return { ...store, remove: async () => rmSync(dataDir, { recursive: true }) }
  }
  const name = `old_${process.pid}`
  // The test server has unusual defaults.
  const options = '-c default_transaction_read_only=off'
  const admin = new Client({ connectionString: databaseUrl, options })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const client = new Client({ connectionString: url.href, options })
  await client.connect()
  for (const statement of FIRST_TABLES) await client.query(statement)
  await client.end()
  const store = await openStore(log, { databaseUrl: url.href, dataDir: '', poolSize: 2 })
  const remove = async () => {
    await admin.query(`drop database ${name}`)
    await admin.end()
  }
  return { ...store, remove }
}

let store: Awaited<ReturnType<typeof openOldStore>>
beforeAll(async () => {
  store = await openOldStore()
}, 300_000)
afterAll(async () => {
  await store.close()
  await store.remove()
})

const context = () => ({ db: store.db, merchantId: 'm', now: () => '2026-02-10T00:00:00.000Z' })
const keyed = async () => {
  const key = await createApiKey(store.db, { merchantId: 'm', type: 'secret', now: context().now() })
  return { ...context(), keyHash: hashKey(key) }
}
/** Removes spaces around separators and keeps the digits. */
const parts = (text: string) => text.replaceAll(/\s*([:,])\s*/g, '$1')

describe('a store of the first migration, opened by the current program', () => {
  it('returns an invoice as before, with lines in order and every digit', async () => {
    const text = textOf(await getInvoice(await keyed(), { invoiceId: 'inv' }))
    expect(parts(text)).toContain('"details":{"quantity":1,"unitPrice":-19.990}')
    expect(JSON.parse(text)).toMatchObject({
      vanityId: 1042,
      externalId: null,
      dueDate: '2026-01-01T00:00:00.000Z',
      invoiceLineItems: [
        { id: 'first', merchantId: 'm', invoiceId: 'inv', amount: 0.0000025, price: { id: 'z' } },
        { id: 'second', description: 'Credit', endDate: '2026-02-01T00:00:00.000Z' },
      ],
    })
  })

  it('returns a ledger as before, with stored balances', async () => {
    const input = { externalId: 'acme', page: 1, pageSize: 10, order: 'desc', orderBy: 'createdAt' } as const
    const text = await listTransactions(await keyed(), input)
    expect(parts(text)).toContain('"previousBalance":10.0,"newBalance":9.0')
    const page: unknown = JSON.parse(text)
    expect(page).toMatchObject({
      count: 2,
      results: [
        { id: 't2', billable: { name: 'T' } },
        { id: 't1', amount: -0.5 },
      ],
    })
    expect(page).not.toHaveProperty('results.1.newBalance')
  })

  it('returns a subscription as before, with ordered prices and objects filled in by id, and cancels it', async () => {
    const text = await getSubscription(await keyed(), { id: 'sub' })
    expect(parts(text)).toContain('"limit":12345678901234567890.123456789012')
    expect(parts(text)).toContain('"price":0.00000250')
    expect(JSON.parse(text)).toMatchObject({
      updatedAt: '2026-01-31T00:00:00.123Z',
      paymentGateway: 'xero',
      netTerms: null,
      plan: {
        id: 'plan',
        prices: [
          { price: { id: 'z', billable: { id: 'bil', createdAt: '0987-01-02T03:04:05.006Z', displayOrder: 1.5 } } },
          { price: { id: 'a', billable: null } },
        ],
        basePlanPrice: { id: 'a', priceType: 'none', rules: {} },
        basePlanPriceQuarterly: null,
      },
    })
    expect(JSON.parse(await cancelSubscription(context(), { id: 'sub' }))).toMatchObject({
      subscription: { endDate: '2026-02-28T00:00:00.000Z', updatedAt: '2026-02-10T00:00:00.000Z' },
    })
  })
})

it('the store is encoded in UTF8', async () => {
  const { rows } = await store.db.$client.query('show server_encoding')
  expect(rows).toEqual([{ server_encoding: 'UTF8' }])
})

/** Only PostgreSQL can have other encodings. */
const OTHER_ENCODINGS = testDatabaseUrl() === undefined ? [] : ['SQL_ASCII', 'LATIN1']

it.each(OTHER_ENCODINGS)(
  'a database encoded in %s is refused with a command that creates one in UTF8',
  async (encoding) => {
    const url = new URL(testDatabaseUrl() ?? '')
    const admin = new Client({ connectionString: url.href, options: '-c default_transaction_read_only=off' })
    const name = `other_${process.pid}`
    url.pathname = `/${name}`
    await admin.connect()
    const locale = "locale_provider libc lc_collate 'C' lc_ctype 'C'"
    await admin.query(`create database ${name} template template0 encoding '${encoding}' ${locale}`)
    try {
      const opening = openStore(log, { databaseUrl: url.href, dataDir: '', poolSize: 1 })
      await expect(opening).rejects.toThrow(`encoded in ${encoding}, and must be in UTF8. Make one with: createdb`)
    } finally {
      await admin.query(`drop database ${name}`)
      await admin.end()
    }
  },
)
