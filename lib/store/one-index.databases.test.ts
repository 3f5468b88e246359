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
import { checkedInvoices } from '@/lib/objects/server/compared-findings'
import { findNamed } from '@/lib/objects/server/search-index'
import { listedCustomer, listedInvoice, listedSubscription, seenByIds } from '@/lib/objects/server/seen-objects'
import { openConsoleStore, storeDatabase, type StoreSettings } from './console-store'
import { seenNames, seenObjects } from './index-schema'

/* The index of version 0.3.0, in three tables, opened by this version. */

const folder = mkdtempSync(join(tmpdir(), 'one-index-'))
const logger = pino({ enabled: false })
const SOURCE = 'api.example.com'
const SEEN_AT = '2026-11-01T10:00:00.123Z'
let where: StoreSettings
let store: OpenDatabase

/** The migrations before the one to one index. */
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

/** Inserts rows with these columns into a table of the old index. */
async function insert({ db }: OpenDatabase, table: string, rows: Record<string, string | number | boolean>[]) {
  for (const row of rows.map((each) => ({ source: SOURCE, seen_at: SEEN_AT, ...each }))) {
    const names = sql.join(
      Object.keys(row).map((name) => sql.identifier(name)),
      sql`, `,
    )
    const values = sql.join(
      Object.values(row).map((value) => sql`${value}`),
      sql`, `,
    )
    await db.execute(sql`insert into console.${sql.identifier(table)} (${names}) values (${values})`)
  }
}

async function fillAsBefore(before: OpenDatabase): Promise<void> {
  await insert(before, 'indexed_subscriptions', [
    {
      id: 'SUB_1',
      plan_name: 'Scale Ü',
      status: 'active',
      start_date: '0987-01-02T03:04:05.006Z',
      end_date: '2027-02-03T00:00:00.000Z',
      billing_cadence: 'monthly',
      currency: 'EUR',
      is_trial: true,
      pays: '$499.00 a month',
      base_price: '499',
      customer_id: 'Cus_1',
      gone_at: '2026-11-02T00:00:00.000Z',
    },
    { id: 'sub_bare' },
  ])
  await insert(before, 'indexed_invoices', [
    {
      id: 'inv_1',
      number: 'INV-1042',
      digits: '1042',
      status: 'issued',
      total: '-12.3400000000000000001',
      issue_date: '2026-10-01T00:00:00.000Z',
      due_date: '2026-10-31T00:00:00.000Z',
      period_start: '2026-09-01T00:00:00.000Z',
      period_end: '2026-10-01T00:00:00.000Z',
      findings: JSON.stringify(FINDINGS),
      charges: '[{"priceId":"p","name":null,"start":null,"end":null,"amount":"1.10"}]',
      customer_id: 'Cus_1',
      subscription_id: 'SUB_1',
    },
    { id: 'inv_bare', findings: String.raw`{"findings":"\u0000"}`, charges: String.raw`["\ud800"]` },
  ])
  await insert(before, 'indexed_ledgers', [
    {
      id: 'Acme',
      count: 3,
      balances: '[{"unit":"credits","balance":"-5.10"}]',
      newest_at: '2026-10-30T00:00:00.000Z',
    },
    { id: 'bare' },
  ])
  await before.db.execute(sql`
    insert into console.indexed_subscriptions (source, id, plan_name, customer_id, seen_at)
    select 'bulk', 'sub_' || n, 'Plan', 'cus_' || n % 100, now() from generate_series(1, ${BULK / 2}::int) as n`)
  await before.db.execute(sql`
    insert into console.indexed_invoices (source, id, number, digits, customer_id, subscription_id, findings, charges, seen_at)
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
    const about = { asOf: SEEN_AT, goneAt: null }
    const subscriptions = await read('subscription', 'SUB_1', 'sub_bare')
    expect(subscriptions.map(listedSubscription)).toEqual([
      {
        id: 'SUB_1',
        planName: 'Scale Ü',
        status: 'active',
        startDate: '0987-01-02T03:04:05.006Z',
        endDate: '2027-02-03T00:00:00.000Z',
        billingCadence: 'monthly',
        pays: '$499.00 a month',
        basePrice: '499',
        currency: 'EUR',
        customerId: 'Cus_1',
        asOf: SEEN_AT,
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

  it('drops the old tables, and what forgot for the versions that used them', async () => {
    const { rows } = await store.db.execute(sql`
      select relname as name from pg_class where relnamespace = 'console'::regnamespace and relname in
        ('indexed_subscriptions', 'indexed_invoices', 'indexed_ledgers')
      union all select proname from pg_proc where proname = 'forget_seen_objects'`)
    expect(rows).toEqual([])
  })
})
