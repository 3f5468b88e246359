import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onConnection } from '@/database/on-connection'
import { openDatabase, type OpenDatabase } from '@/database/open-database'
import { dropDatabase, makeDatabase } from '@/scripts/test/test-postgres.mjs'
import { volume } from '@/scripts/test/volume.mjs'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { checkedInvoices } from '../object-index/compared-findings'
import { forgetAll, forgetInStore } from '../object-index/forget-customer'
import { beginForgetting, HASH } from '../object-index/forget-fence'
import { findNamed } from '../object-index/search-index'
import { listedCustomer, listedInvoice, listedSubscription, seenByIds } from '../object-index/seen-objects'
import { trimIndex } from '../object-index/trim-index'
import { openConsoleStore, storeDatabase, type StoreSettings } from './console-store'
import {
  forgottenObjects,
  indexedDifferences,
  indexedLinks,
  openedObjects,
  seenNames,
  seenObjects,
  seenWords,
} from './index-schema'
import { indexedInvoices, indexedLedgers, indexedSubscriptions } from './old-index-schema'

/* A store of the version before, opened by this version, and used by both. */

const folder = mkdtempSync(join(tmpdir(), 'one-index-'))
const logger = pino({ enabled: false })
const SOURCE = 'api.example.com'
const seen = { source: SOURCE, seenAt: '2026-11-01T10:00:00.123Z' }
const by = { name: 'admin', role: 'admin', action: 'forget', requestId: 'r', now: new Date() }
let where: StoreSettings
let store: OpenDatabase

/** The migrations before this one. */
function migrationsBefore() {
  const { migrations } = storeDatabase(where)
  const before = join(folder, 'migrations')
  cpSync(migrations.folder, before, { recursive: true })
  const journal = join(before, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, 17) }))
  return { ...migrations, folder: before }
}

const FINDINGS = {
  findings: [{ severity: 'finding', lines: [2], kind: 'sameLine' }],
  more: 0,
  tierGroups: [],
  checks: { agrees: 1, look: 1, unchecked: 0, withoutPriceCheck: 0, nothingCharged: 0 },
  decimals: 2,
}
const BULK = volume({ test: 200, prove: 200_000 })

async function fillAsBefore({ db }: OpenDatabase): Promise<void> {
  await db.insert(indexedSubscriptions).values([
    {
      ...seen,
      id: 'SUB_1',
      planName: 'Scale Ü',
      status: 'active',
      startDate: '0987-01-02T03:04:05.006Z',
      endDate: '2027-02-03T00:00:00.000Z',
      billingCadence: 'monthly',
      currency: 'EUR',
      isTrial: true,
      pays: '$499.00 monthly',
      basePrice: '499',
      customerId: 'Cus_1',
      goneAt: '2026-11-02T00:00:00.000Z',
    },
    { ...seen, id: 'sub_bare' },
  ])
  await db.insert(indexedInvoices).values([
    {
      ...seen,
      id: 'inv_1',
      number: 'INV-1042',
      digits: '1042',
      status: 'issued',
      total: '-12.3400000000000000001',
      issueDate: '2026-10-01T00:00:00.000Z',
      dueDate: '2026-10-31T00:00:00.000Z',
      periodStart: '2026-09-01T00:00:00.000Z',
      periodEnd: '2026-10-01T00:00:00.000Z',
      findings: JSON.stringify(FINDINGS),
      charges: '[{"priceId":"p","name":null,"start":null,"end":null,"amount":"1.10"}]',
      customerId: 'Cus_1',
      subscriptionId: 'SUB_1',
    },
    { ...seen, id: 'inv_bare', findings: String.raw`{"findings":"\u0000"}`, charges: String.raw`["\ud800"]` },
  ])
  await db.insert(indexedLedgers).values([
    {
      ...seen,
      id: 'Acme',
      count: 3,
      balances: '[{"unit":"credits","balance":"-5.10"}]',
      newestAt: '2026-10-30T00:00:00.000Z',
    },
    { ...seen, id: 'bare' },
  ])
  await db.execute(sql`
    insert into ${indexedSubscriptions} (source, id, plan_name, customer_id, seen_at)
    select 'bulk', 'sub_' || n, 'Plan', 'cus_' || n % 100, now() from generate_series(1, ${BULK / 2}::int) as n`)
  await db.execute(sql`
    insert into ${indexedInvoices} (source, id, number, digits, customer_id, subscription_id, findings, charges, seen_at)
    select 'bulk', 'inv_' || n, 'INV-' || n, n, 'cus_' || n % 100, 'sub_' || n,
      ${JSON.stringify(FINDINGS)}::json, (select json_agg(json_build_object('priceId', 'price_' || line, 'name', 'Line ' || line,
        'start', '2026-09-01T00:00:00.000Z', 'end', '2026-10-01T00:00:00.000Z', 'amount', '12.50')) from generate_series(1, 20) as line),
      now()
    from generate_series(1, ${BULK / 2}::int) as n`)
}

beforeAll(async () => {
  const server = testDatabaseUrl()
  const databaseUrl = server && (await makeDatabase(server, `index_${randomUUID().replaceAll('-', '')}`))
  where = { databaseUrl, dataDir: folder, poolSize: databaseUrl === undefined ? 1 : 4 }
  const before = await openDatabase({ ...storeDatabase(where), migrations: migrationsBefore() }, logger)
  await fillAsBefore(before)
  await before.close()
  store = await openConsoleStore(where, logger)
}, 600_000)
afterAll(async () => {
  await store.close()
  const server = testDatabaseUrl()
  if (server !== undefined && where.databaseUrl !== undefined)
    await dropDatabase(server, new URL(where.databaseUrl).pathname.slice(1))
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const idsNamed = async (text: string) => (await findNamed(store.db, SOURCE, text)).map(({ id }) => id)

describe('the migration to one index', () => {
  it('copies each field of each row', async () => {
    const read = (kind: 'subscription' | 'invoice' | 'customer', ...ids: string[]) =>
      seenByIds(
        store.db,
        SOURCE,
        ids.map((id) => ({ kind, id })),
      )
    const about = { asOf: seen.seenAt, goneAt: null }
    const subscriptions = await read('subscription', 'SUB_1', 'sub_bare')
    expect(subscriptions.map(listedSubscription)).toEqual([
      {
        id: 'SUB_1',
        planName: 'Scale Ü',
        status: 'active',
        startDate: '0987-01-02T03:04:05.006Z',
        endDate: '2027-02-03T00:00:00.000Z',
        billingCadence: 'monthly',
        pays: '$499.00 monthly',
        basePrice: '499',
        currency: 'EUR',
        customerId: 'Cus_1',
        asOf: seen.seenAt,
        goneAt: '2026-11-02T00:00:00.000Z',
        deletedAt: null,
      },
      expect.objectContaining({ id: 'sub_bare', planName: null, status: null, startDate: null, pays: null, ...about }),
    ])
    const invoices = await read('invoice', 'inv_1', 'inv_bare')
    expect(invoices.map(listedInvoice)).toMatchObject([
      {
        id: 'inv_1',
        number: 'INV-1042',
        status: 'issued',
        total: '-12.3400000000000000001',
        currency: 'EUR',
        issueDate: '2026-10-01T00:00:00.000Z',
        dueDate: '2026-10-31T00:00:00.000Z',
        customerId: 'Cus_1',
        subscriptionId: 'SUB_1',
        ...about,
      },
      { id: 'inv_bare', number: null, total: null, currency: null, issueDate: null, dueDate: null },
    ])
    const checked = await onConnection({ db: store.db, signal: undefined }, (db) =>
      checkedInvoices(db, SOURCE, invoices),
    )
    expect(checked).toMatchObject([
      {
        periodStart: '2026-09-01T00:00:00.000Z',
        periodEnd: '2026-10-01T00:00:00.000Z',
        charges: [{ priceId: 'p', amount: '1.10' }],
        checked: { findings: [{ kind: 'sameLine' }], checks: FINDINGS.checks },
      },
      { charges: null, checked: null },
    ])
    expect((await read('customer', 'Acme', 'bare')).map(listedCustomer)).toEqual([
      {
        id: 'Acme',
        count: 3,
        balances: [{ unit: 'credits', balance: '-5.10', asOf: null }],
        newestAt: '2026-10-30T00:00:00.000Z',
        ...about,
      },
      { id: 'bare', count: null, balances: null, newestAt: null, ...about },
    ])
    expect(await store.db.$count(seenObjects)).toBe(BULK + 6)
  })

  it('copies the names that objects are found by', async () => {
    const found = await Promise.all(
      ['scale Ü', 'sub_1', 'CUS_1', '#1042', 'inv-1042', 'acme', 'inv_bare'].map(idsNamed),
    )
    expect(found.map((ids) => ids.toSorted())).toEqual([
      ['SUB_1'],
      ['SUB_1'],
      ['Cus_1', 'SUB_1', 'inv_1'],
      ['inv_1'],
      ['inv_1'],
      ['Acme'],
      ['inv_bare'],
    ])
    expect(await store.db.$count(seenNames, eq(seenNames.source, 'bulk'))).toBe((BULK / 2) * 7)
  })

  it('keeps the old tables, which only forgetting and the age of rows empty', async () => {
    expect(await store.db.$count(indexedSubscriptions)).toBe(BULK / 2 + 2)
    await trimIndex(store.db, SOURCE, { before: new Date('2026-11-02T00:00:00Z'), rows: 10 * BULK })
    for (const table of [indexedSubscriptions, indexedInvoices, indexedLedgers, seenObjects])
      expect(await store.db.$count(table, eq(table.source, SOURCE))).toBe(0)
  })
})

/** Adds a customer as each version has seen it; the old one knows its subscription `sub_old` only. */
async function seeInBoth(): Promise<void> {
  const { db } = store
  const object = { ...seen, source: SOURCE, customerId: 'cus_1', row: {} }
  await db.insert(indexedLedgers).values({ ...seen, id: 'acme' })
  await db.insert(indexedSubscriptions).values({ ...seen, id: 'sub_old', customerId: 'cus_1' })
  await db.insert(indexedLinks).values({ ...seen, externalId: 'acme', id: 'customer:cus_1' })
  await db.insert(seenObjects).values([
    { ...object, kind: 'customer', id: 'acme', customerId: null },
    { ...object, kind: 'subscription', id: 'sub_new' },
    { ...object, kind: 'invoice', id: 'inv_new', subscriptionId: 'sub_of_invoice' },
    { ...object, kind: 'subscription', id: 'sub_of_invoice', customerId: null },
    { ...object, kind: 'subscription', id: 'sub_other', customerId: 'cus_2' },
  ])
  const of = { source: SOURCE, kind: 'subscription', id: 'sub_new', user: 'ann' } as const
  await db.insert(seenNames).values({ ...of, field: 'id', key: of.id, seenAt: seen.seenAt })
  await db.insert(seenWords).values({ ...of, word: 'new', seenAt: seen.seenAt })
  await db.insert(openedObjects).values({ ...of, openedAt: seen.seenAt })
  await db.insert(indexedDifferences).values({ ...of, field: 'status', beforeAt: seen.seenAt, seenAt: seen.seenAt })
}

/** Returns the rows of the customer and of others that are left in all tables. */
async function rowsLeft(): Promise<string[]> {
  const { db } = store
  const tables = [
    indexedLedgers,
    indexedSubscriptions,
    indexedLinks,
    seenObjects,
    seenNames,
    seenWords,
    openedObjects,
    indexedDifferences,
  ]
  const ids = []
  for (const table of tables)
    ids.push(...(await db.select({ id: table.id }).from(table).where(eq(table.source, SOURCE))))
  return ids.map(({ id }) => id)
}

describe('forgetting, while both versions use the store', () => {
  it('by this version deletes what either of them has seen', async () => {
    await forgetAll(store.db, by)
    await seeInBoth()
    await forgetInStore(store.db, by, 'acme')
    expect(await rowsLeft()).toEqual(['sub_other'])
    await forgetAll(store.db, by)
    expect(await rowsLeft()).toEqual([])
  })

  it('by the version before deletes what this one has seen', async () => {
    await forgetAll(store.db, by)
    await seeInBoth()
    // As the version before does it: the objects that its tables and the links name.
    await store.db.transaction(async (tx) => {
      const number = await beginForgetting(tx, { isEverything: false })
      const names = ['customer:acme', 'customer:cus_1', 'subscription:sub_old']
      await tx.execute(sql`
        insert into ${forgottenObjects} select ${number}::integer, ${HASH} from unnest(${sql.param(names)}::text[]) as name`)
      await tx.delete(indexedLedgers).where(eq(indexedLedgers.id, 'acme'))
      await tx.delete(indexedSubscriptions).where(eq(indexedSubscriptions.id, 'sub_old'))
      await tx.delete(indexedLinks).where(eq(indexedLinks.externalId, 'acme'))
    })
    expect(await rowsLeft()).toEqual(['sub_other'])
    await store.db.transaction((tx) => beginForgetting(tx, { isEverything: true }))
    expect(await rowsLeft()).toEqual([])
  })
})
