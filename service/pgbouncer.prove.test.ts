import { CancelSubscriptionOutput } from '@/contract/billing/operations'
import { Invoice } from '@/contract/billing/invoice'
import { ExpandedSubscription } from '@/contract/billing/subscription'
import { TransactionPage } from '@/contract/billing/transaction'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PGBOUNCER } from '../scripts/test/machine.mjs'
import { tally } from '../scripts/test/volume.mjs'
import { makeDatabase, startTestPostgres } from '../scripts/test/test-postgres.mjs'
import { startPgBouncer, type PgBouncer } from '@/testing/database/start-pgbouncer'
import { loadSamples } from '@/testing/service/load-samples'
import { responseOf } from '@/testing/service/response-of'
import { createApiKey } from './api-keys'
import { billingApp } from './app'
import { billing } from './commands/billing'
import { httpRequest } from '@/testing/service/http-request'
import { EXAMPLE_NOW, exampleResponses } from './openapi/example-responses'
import { SAMPLE_CUSTOMER } from '@/testing/service/samples/sample-customer'
import { sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { serve, type RunningService } from './serve'
import { openStore, type Store } from './store/open'
import { merchants } from './store/schema'

const PATHS = {
  getSubscription: '/external/subscriptions/sub_acme/expanded',
  getInvoice: '/external/invoices/inv_acme_12/with-line-items',
  listTransactions: '/external/customers/external-id/acme-inc/transactions?page=1&pageSize=20&order=desc',
}
/** Connections of pgBouncer to PostgreSQL; the service has many more to pgBouncer. */
const SERVER_CONNECTIONS = 2
const SERVICE_CONNECTIONS = 24
const LANES = 40
const ROUNDS = 50
const RACES = 200
const log = pino({ enabled: false })
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const deadlines = { readMs: 30_000, writeMs: 30_000 }
let server: Awaited<ReturnType<typeof startTestPostgres>>
/** A session beside pgBouncer, as the owner of the server. */
let direct: Client
let pgBouncer: PgBouncer
/** Error of a start before the role has its settings. */
let refusal: string
let store: Store
let service: RunningService
let key: string

const settings = (fields: { hasUnnamedStatements?: boolean } = {}) => ({
  databaseUrl: pgBouncer.url,
  dataDir: '',
  poolSize: SERVICE_CONNECTIONS,
  hasUnnamedStatements: true,
  ...fields,
})

const send = (path: string, method = 'GET') => httpRequest(service.url, path, { method, headers: { 'x-api-key': key } })

async function serverConnections(): Promise<number> {
  const { rows } = await direct.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where usename = 'billing'`,
  )
  return rows[0]?.count ?? 0
}

/** Adds subscriptions whose plan has an ID of its own: a sample's would replace the example's. */
const addSubscriptions = (ids: readonly string[], fields: Parameters<typeof sampleSubscription>[1] = {}) =>
  loadSamples(
    store,
    'm',
    ids.map((id) => {
      const sample = sampleSubscription('m', { ...fields, id, planId: 'plan_of_lanes' })
      return { kind: 'subscription', data: { ...sample, plan: { ...sample.plan, id: 'plan_of_lanes' } } }
    }),
  )

/** Sends four cancels of a subscription in parallel: all get the same response. */
async function raceCancels(id: string): Promise<void> {
  const cancels = Array.from({ length: 4 }, () => send(`/external/subscriptions/${id}/cancel`, 'POST'))
  const responses = await Promise.all(cancels)
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
}

describe.skipIf(PGBOUNCER.find() === null)('the service behind pgBouncer, if it is installed', () => {
  beforeAll(async () => {
    server = await startTestPostgres()
    const url = new URL(await makeDatabase(server.url, 'billing'))
    direct = new Client({ connectionString: url.href, options: '-c default_transaction_read_only=off' })
    await direct.connect()
    await direct.query('create role billing login')
    await direct.query('alter database billing owner to billing')
    url.username = 'billing'
    pgBouncer = await startPgBouncer(url.href, SERVER_CONNECTIONS)
    refusal = await openStore(log, settings()).then(
      () => expect.fail('it opened the store'),
      (error: Error) => error.message,
    )
    await direct.query(refusal.slice(refusal.indexOf('\n')))
    await pgBouncer.command('reconnect')
    store = await openStore(log, settings())

    await store.db.insert(merchants).values({ id: 'm', createdAt: EXAMPLE_NOW })
    key = await createApiKey(store.db, { merchantId: 'm', type: 'secret', now: EXAMPLE_NOW })
    const { getSubscription, getInvoice, listTransactions } = exampleResponses('m')
    await loadSamples(store, 'm', [
      { kind: 'customer', data: SAMPLE_CUSTOMER },
      { kind: 'subscription', data: getSubscription },
      { kind: 'invoice', data: getInvoice },
      ...listTransactions.results.map((data) => ({ kind: 'transaction' as const, data })),
    ])
    service = await serve(billingApp({ db: store.db, log, now: () => EXAMPLE_NOW, deadlines }), {
      host: '127.0.0.1',
      port: 0,
    })
  })
  afterAll(async () => {
    await service?.close()
    await store?.close()
    await pgBouncer?.stop()
    await direct?.end()
    await server?.stop()
  })

  it('starts only when the role has the session settings, and names the commands that set them', async () => {
    expect(refusal).toContain('TimeZone is America/St_Johns, DateStyle is German, DMY')
    expect(refusal.split('\n').slice(1)).toEqual([
      `  alter role billing set TimeZone = 'UTC';`,
      `  alter role billing set DateStyle = 'ISO';`,
      `  alter role billing set default_transaction_isolation = 'read committed';`,
      `  alter role billing set default_transaction_read_only = 'off';`,
      `  alter role billing set statement_timeout = '120000';`,
      `  alter role billing set lock_timeout = '30000';`,
      `  alter role billing set idle_in_transaction_session_timeout = '60000';`,
      `  alter role billing set client_connection_check_interval = '500';`,
    ])
  })

  it('imports and verifies ledgers', async () => {
    for (const [name, value] of Object.entries({ BILLING_DATABASE_URL: pgBouncer.url, LOG_LEVEL: 'silent' }))
      vi.stubEnv(name, value)
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    try {
      expect(await billing(['seed', '--merchant', 'demo', '--customers', '100', '--transactions', '20000'])).toBe(0)
      expect(await billing(['verify'])).toBe(0)
      expect(printed.mock.lastCall?.[0]).toMatch(/^20,\d+ transactions in \d+ ledgers agree\.$/)
    } finally {
      printed.mockRestore()
      errors.mockRestore()
      vi.unstubAllEnvs()
    }
  })

  it(`answers all operations in ${LANES} lanes on ${SERVER_CONNECTIONS} connections`, async () => {
    const { getSubscription, getInvoice, listTransactions } = exampleResponses('m')
    const lane = async (number: number) => {
      const ids = Array.from({ length: 2 }, (_, index) => `sub_${number}_${index}`)
      await addSubscriptions(ids)
      const ended = `ended_${number}`
      await addSubscriptions([ended], { status: 'ended' })
      for (let round = 0; round < ROUNDS; round += 1) {
        const subscription = await send(PATHS.getSubscription)
        expect(await responseOf(ExpandedSubscription, subscription.text)).toEqual(getSubscription)
        const invoice = await send(PATHS.getInvoice)
        expect(await responseOf(Invoice, invoice.text)).toEqual(getInvoice)
        const page = await send(PATHS.listTransactions)
        expect(await responseOf(TransactionPage, page.text)).toEqual(listTransactions)
      }
      for (const id of ids) {
        const cancelled = await send(`/external/subscriptions/${id}/cancel`, 'POST')
        expect(await responseOf(CancelSubscriptionOutput, cancelled.text)).toMatchObject({ subscription: { id } })
      }
      expect((await send(`/external/subscriptions/${ended}`, 'DELETE')).status).toBe(204)
    }
    await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)))
    expect(await serverConnections()).toBeLessThanOrEqual(SERVER_CONNECTIONS)
    expect(store.db.$client.totalCount).toBe(SERVICE_CONNECTIONS)
    tally('responses through pgBouncer', LANES * (ROUNDS * 3 + 3))
  })

  it('gives parallel cancels of one subscription one effect', async () => {
    const ids = Array.from({ length: RACES }, (_, index) => `race_${index}`)
    await addSubscriptions(ids)
    const waiting = ids.values()
    const lane = async () => {
      for (const id of waiting) await raceCancels(id)
    }
    await Promise.all(Array.from({ length: 10 }, lane))
    const { rows } = await direct.query<{ count: number }>(
      `select count(*)::int as count from subscriptions where id like 'race_%' and end_date = '2026-03-31T00:00:00Z' and updated_at = $1`,
      [EXAMPLE_NOW],
    )
    expect(rows[0]?.count).toBe(RACES)
    tally('races through pgBouncer', RACES)
  })

  it('ends a statement whose deadline has passed, and changes nothing later', async () => {
    await addSubscriptions(['held'])
    await direct.query('begin')
    await direct.query(`select 1 from subscriptions where id = 'held' for update`)
    deadlines.writeMs = 500
    const abandoned = request(`${service.url}/external/subscriptions/held/cancel`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      agent: false,
    })
    abandoned.on('error', () => undefined).end()
    const responses = Array.from({ length: 20 }, () => send('/external/subscriptions/held/cancel', 'POST'))
    await wait(100)
    abandoned.destroy()
    expect(new Set((await Promise.all(responses)).map(({ status }) => status))).toEqual(new Set([503]))
    // Both server connections waited for the row. They are free, and their statements ended, although it is still locked.
    await vi.waitFor(async () => expect((await send(PATHS.getSubscription)).status).toBe(200), 5_000)
    await vi.waitFor(async () => {
      await direct.query('select pg_stat_clear_snapshot()')
      const { rows } = await direct.query(`select pid from pg_stat_activity where wait_event_type = 'Lock'`)
      expect(rows).toEqual([])
    }, 5_000)
    await direct.query('commit')
    await wait(1_000)
    const { text } = await send('/external/subscriptions/held/expanded')
    expect(await responseOf(ExpandedSubscription, text)).toMatchObject({
      endDate: null,
      updatedAt: '2026-01-31T00:00:00.000Z',
    })
    deadlines.writeMs = 30_000
  })

  it('fails when statements have names', async () => {
    const named = await openStore(log, settings({ hasUnnamedStatements: false }))
    const failing = await serve(billingApp({ db: named.db, log, deadlines }), { host: '127.0.0.1', port: 0 })
    const responses = await Promise.all(
      Array.from({ length: 100 }, () =>
        httpRequest(failing.url, PATHS.getSubscription, { headers: { 'x-api-key': key } }),
      ),
    )
    expect(responses.filter(({ status }) => status === 500).length).toBeGreaterThan(0)
    await failing.close()
    await named.close()
  })
})
