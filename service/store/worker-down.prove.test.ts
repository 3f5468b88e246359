import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BillingProblem } from '@/contract/billing/problem'
import { TransactionPage } from '@/contract/billing/transaction'
import { parseExactJson } from '@/contract/exact-json'
import { startTestPostgres } from '../../scripts/test/test-postgres.mjs'
import { importTestLines } from '@/testing/service/import-test-lines'
import { openStandIn, SHARDS } from '@/testing/service/one-shard-store'
import { createApiKey } from '../api-keys'
import { billingApp } from '../app'
import { demoLines } from '../data/demo/demo-lines'
import type { ImportLine } from '../data/import-line'
import { httpRequest } from '@/testing/service/http-request'
import { serve, type RunningService } from '../serve'
import { distribute } from './distribute'
import type { Store } from './open'

/*
 * One shard of two tables is on another PostgreSQL, reached by postgres_fdw, as a shard of a cluster is on a worker. Such
 * a table takes no unique key here, so this store has fewer keys than a cluster.
 */

const DEMO = { merchantId: 'm', customers: 20, transactions: 600, seed: 'down', asOf: '2026-03-01T00:00:00.000Z' }
/** Far below any deadline: a shard that is gone is noticed at once. */
const MAX_REFUSAL_MS = 500

let coordinator: Awaited<ReturnType<typeof startTestPostgres>>
let worker: typeof coordinator
let store: Store
let service: RunningService
let key: string

beforeAll(async () => {
  coordinator = await startTestPostgres()
  worker = await startTestPostgres()
  store = await openStandIn(coordinator.url)
  await importAll(demoLines(DEMO))
  await distribute(store.db, { shards: SHARDS })
  await store.db.execute(`create extension postgres_fdw`)
  await store.db.execute(`create server worker foreign data wrapper postgres_fdw
    options (host '${socketDirectory()}', dbname 'postgres', options '-c default_transaction_read_only=off')`)
  await store.db.execute(`create user mapping for postgres server worker options (user 'postgres')`)
  await store.db.execute('drop index transactions_sequence')
  await moveShard('subscriptions', `id = 'sub_acme'`)
  await moveShard('transactions', `customer_id = 'cus_acme'`)
  key = await createApiKey(store.db, { merchantId: DEMO.merchantId, type: 'secret', now: DEMO.asOf })
  const app = billingApp({ db: store.db, log: pino({ enabled: false }), now: () => DEMO.asOf })
  service = await serve(app, { host: '127.0.0.1', port: 0 })
}, 120_000)

afterAll(async () => {
  await service.close()
  await store.close()
  await coordinator.stop()
  await worker.stop()
})

const socketDirectory = () => decodeURIComponent(new URL(worker.url).hostname)

async function onWorker(statement: string): Promise<void> {
  const client = new Client({ connectionString: worker.url, options: '-c default_transaction_read_only=off' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Moves the shard of these rows to the worker. */
async function moveShard(table: string, rows: string): Promise<void> {
  const { rows: found } = await store.db.$client.query<{ shard: string; columns: string }>(
    `select tableoid::regclass::text as shard,
      (select string_agg(format('%I %s collate "%s"', attname, format_type(atttypid, atttypmod),
          (select collname from pg_collation as c where c.oid = attcollation)), ', ' order by attnum)
        from pg_attribute where attrelid = ${table}.tableoid and attnum > 0) as columns
     from ${table} where ${rows} limit 1`,
  )
  const { shard = '', columns = '' } = found[0] ?? {}
  await onWorker(`create table ${shard} (${columns.replaceAll(' collate ""', '')})`)
  const remainder = shard.replace(/.*_/, '')
  const { rows: keys } = await store.db.$client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = '${table}'::regclass`,
  )
  await store.db.transaction(async (tx) => {
    for (const { name } of keys) await tx.execute(`alter table ${table} drop constraint if exists ${name}`)
    await tx.execute(`alter table ${table} detach partition ${shard}`)
    await tx.execute(`alter table ${shard} rename to ${shard}_local`)
    await tx.execute(`create foreign table ${shard} partition of ${table}
      for values with (modulus ${SHARDS}, remainder ${remainder}) server worker`)
    await tx.execute(`insert into ${table} select * from ${shard}_local`)
  })
}

const importAll = (lines: Iterable<ImportLine>) => importTestLines(store.db, DEMO.merchantId, lines)

const SOCKET = '.s.PGSQL.5432'

/** The worker refuses connections while this runs, as if its PostgreSQL were stopped. */
async function whileDown(run: () => Promise<void>): Promise<void> {
  const [socket, away] = [join(socketDirectory(), SOCKET), join(socketDirectory(), 'away')]
  await onWorker('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
  renameSync(socket, away)
  try {
    await run()
  } finally {
    renameSync(away, socket)
  }
}

async function ask(path: string, method = 'GET') {
  const startedAtMs = performance.now()
  const { status, text } = await httpRequest(service.url, path, { method, headers: { 'x-api-key': key } })
  const code = status >= 400 ? BillingProblem.parse(JSON.parse(text)).code : null
  return { status, code, ms: performance.now() - startedAtMs }
}

/** A new transaction of a demo customer. */
function entryOf(customer: string, id: string): ImportLine {
  const line = [...demoLines(DEMO)].find((each) => each.kind === 'transaction' && each.data.customerId === customer)
  if (line?.kind !== 'transaction') throw new Error(`there is no transaction of ${customer}`)
  return { kind: 'transaction', data: { ...line.data, id, createdAt: '2026-03-02T00:00:00.000Z' } }
}

const ledgerOf = (externalId: string) => `/external/customers/external-id/${externalId}/transactions?pageSize=1`

async function countOf(externalId: string): Promise<number> {
  const { text } = await httpRequest(service.url, ledgerOf(externalId), { headers: { 'x-api-key': key } })
  return TransactionPage.parse(parseExactJson(text)).count
}

/** Returns the external ID of a customer whose transactions are on another shard than those of `cus_acme`. */
async function customerElsewhere(): Promise<{ id: string; externalId: string }> {
  const { rows } = await store.db.$client.query<{ id: string; externalId: string }>(
    `select id, external_id as "externalId" from customers where id in (
      select customer_id from transactions where tableoid <> (
        select tableoid from transactions where customer_id = 'cus_acme' limit 1)) limit 1`,
  )
  const [customer] = rows
  if (!customer) throw new Error('all transactions are on one shard')
  return customer
}

test('a worker that is down costs its shards only, and nothing needs a restart when it is back', async () => {
  const other = await customerElsewhere()
  const onItsShards = ['/external/subscriptions/sub_acme/expanded', ledgerOf('acme-inc')]
  const elsewhere = ['/external/subscriptions/sub_globex/expanded', ledgerOf(other.externalId)]
  const statuses = (paths: string[]) => Promise.all(paths.map(async (path) => (await ask(path)).status))
  expect(await statuses([...onItsShards, ...elsewhere])).toEqual([200, 200, 200, 200])
  const [count, otherCount] = [await countOf('acme-inc'), await countOf(other.externalId)]

  await whileDown(async () => {
    const refused = [
      ...(await Promise.all(onItsShards.map((path) => ask(path)))),
      await ask('/external/subscriptions/sub_acme/cancel', 'POST'),
    ]
    expect(refused.map(({ status, code, ms }) => ({ status, code, isImmediate: ms < MAX_REFUSAL_MS }))).toEqual(
      Array.from({ length: 3 }, () => ({ status: 503, code: 'overloaded', isImmediate: true })),
    )
    expect(await statuses(elsewhere)).toEqual([200, 200])
    // An import looks for its transactions on every shard.
    await expect(importAll([entryOf(other.id, 'with acme'), entryOf('cus_acme', 'lost')])).rejects.toThrow(
      /^Failed query/,
    )
    expect(await countOf(other.externalId)).toBe(otherCount)
  })

  expect(await statuses([...onItsShards, ...elsewhere])).toEqual([200, 200, 200, 200])
  expect(await countOf('acme-inc')).toBe(count)
  await importAll([entryOf(other.id, 'with acme'), entryOf('cus_acme', 'lost')])
  expect([await countOf('acme-inc'), await countOf(other.externalId)]).toEqual([count + 1, otherCount + 1])
  expect((await ask('/external/subscriptions/sub_acme/cancel', 'POST')).status).toBe(200)
})
