import { rmSync } from 'node:fs'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '@/contract/finding'
import { dropDatabase, makeDatabase } from '@/scripts/test/test-postgres.mjs'
import { newDataDir } from '@/testing/service/data-dirs'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { openStandIn } from '@/testing/service/one-shard-store'
import { runBilling } from '@/testing/service/run-billing'
import { createApiKey } from './api-keys'
import { serviceFindings } from './doctor'
import { distribute } from './store/distribute'
import { openStore } from './store/open'

const NOW = '2026-03-17T00:00:00Z'
const serverUrl = testDatabaseUrl()
let dataDir: string
beforeAll(async () => {
  dataDir = await newDataDir('billing-doctor-')
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const onServer = async (databaseUrl: string, statement: string) => {
  const client = new Client({ connectionString: databaseUrl, options: '-c default_transaction_read_only=off' })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Returns the findings that are wrong, or all of one status, as `check: detail`. */
async function findingsOf(environment: Record<string, string>, status: Finding['status'] = 'wrong') {
  const found: string[] = []
  const all = serviceFindings({ NODE_ENV: 'test', DATA_DIR: dataDir, ...environment })
  for await (const finding of all) if (finding.status === status) found.push(`${finding.check}: ${finding.detail}`)
  return found
}

test('the command prints a line for each check, or JSON, and exits with 1 when one is wrong', async () => {
  const settings = { BILLING_DATABASE_URL: '', BILLING_DATABSE_URL: 'secret' }
  const { code, stdout, stderr } = await runBilling(`${dataDir}/none`, ['doctor'], settings)
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout.split('\n').map((line) => line.slice(0, 20))).toEqual([
    'WRONG   Settings: Th',
    expect.stringMatching(/^ok {6}Disk: /),
    'skipped Database: Th',
    '',
  ])
  expect(stdout).not.toContain('secret')
  const json = await runBilling(`${dataDir}/none`, ['doctor', '--json'], { BILLING_DATABASE_URL: '' })
  expect(json.code).toBe(0)
  expect(JSON.parse(json.stdout)).toEqual([
    { check: 'Settings', status: 'ok', detail: 'valid, and none is unknown' },
    { check: 'Disk', status: 'ok', detail: expect.any(String) },
    { check: 'Database', status: 'skipped', detail: expect.any(String) },
  ])
})

test.each([
  [{ BILLING_DATABASE_POOL: '0' }, /^Settings: Invalid settings\. BILLING_DATABASE_POOL: /],
  [{ BILLING_DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /^Database: The database cannot be used \(.*ECONNREFUSED/],
])('reports %j', async (environment, expected) => {
  expect(await findingsOf(environment)).toEqual([expect.stringMatching(expected)])
})

describe.skipIf(serverUrl === undefined)('on PostgreSQL', () => {
  const server = serverUrl ?? ''
  const names: string[] = []
  const make = async (name: string) => {
    names.push(name)
    return makeDatabase(server, name)
  }
  afterAll(async () => {
    for (const name of names) await dropDatabase(server, name)
  })

  test('an empty database stays empty', async () => {
    const BILLING_DATABASE_URL = await make('doctor_empty')
    const skipped = ['Migrations: The database is empty. The first start creates the tables.']
    expect(await findingsOf({ BILLING_DATABASE_URL })).toEqual([])
    expect(await findingsOf({ BILLING_DATABASE_URL }, 'skipped')).toEqual(skipped)
  })

  test('reports a database with another encoding', async () => {
    names.push('doctor_ascii')
    await onServer(
      server,
      `create database doctor_ascii template template0 encoding 'SQL_ASCII' locale 'C' locale_provider libc`,
    )
    const url = new URL(server)
    url.pathname = 'doctor_ascii'
    const encoding = 'Database sessions: The database is encoded in SQL_ASCII, and must be in UTF8.'
    expect(await findingsOf({ BILLING_DATABASE_URL: url.href })).toEqual([expect.stringContaining(encoding)])
  })

  test('reports missing keys, a node without limits, a table without a place and missing migrations', async () => {
    const BILLING_DATABASE_URL = await make('doctor_full')
    const environment = { BILLING_DATABASE_URL }
    const store = await openStandIn(BILLING_DATABASE_URL)
    await distribute(store.db, { shards: 2 })
    await store.db.execute('alter database doctor_full reset lock_timeout')
    const limits = (await findingsOf(environment)).filter((finding) => finding.startsWith('Distribution'))
    expect(limits).toEqual([expect.stringMatching(/lack our limits on node-0:5432 \(lock_timeout 0, client_.* 500\)/)])
    await store.db.execute(`delete from citus_tables where table_name::text in ('invoices', 'transactions')`)
    expect(await findingsOf(environment)).toEqual([
      expect.stringMatching(/^API keys: There is no valid secret key.*keys create --merchant/),
      expect.stringMatching(/^Distribution: .*: invoices, transactions\. Stop the service and run: .* distribute$/),
    ])
    await store.db.execute(
      'delete from drizzle.__drizzle_migrations where created_at > (select min(created_at) from drizzle.__drizzle_migrations)',
    )
    await store.close()
    expect(await findingsOf(environment)).toEqual([
      expect.stringMatching(/^Migrations: 1 applied, \d missing\. Start this version once/),
    ])
  })

  test('reports a store of a newer version', async () => {
    const BILLING_DATABASE_URL = await make('doctor_newer')
    const store = await openStore(pino({ enabled: false }), { databaseUrl: BILLING_DATABASE_URL, dataDir, poolSize: 1 })
    await createApiKey(store.db, { merchantId: 'acme', type: 'secret', now: NOW })
    await store.db.execute('update drizzle.__drizzle_migrations set created_at = created_at + 1')
    await store.close()
    expect(await findingsOf({ BILLING_DATABASE_URL })).toEqual([
      expect.stringMatching(/^Migrations: A newer version has migrated this store/),
    ])
  })

  test('finds nothing wrong with a store that has a key', async () => {
    const BILLING_DATABASE_URL = await make('doctor_fine')
    const settings = { databaseUrl: BILLING_DATABASE_URL, dataDir, poolSize: 1 }
    const store = await openStore(pino({ enabled: false }), settings)
    await createApiKey(store.db, { merchantId: 'acme', type: 'secret', now: NOW })
    await store.close()
    expect(await findingsOf({ BILLING_DATABASE_URL })).toEqual([])
    expect(await findingsOf({ BILLING_DATABASE_URL }, 'ok')).toContain(
      'API keys: 1 secret keys of 1 merchants are valid',
    )
  })
})
