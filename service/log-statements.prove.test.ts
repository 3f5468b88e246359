import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { failEachStatement, runLogged, STATES } from '@/testing/database/failing-statements'
import { newDataDir } from '@/testing/service/data-dirs'
import { loadSamples } from '@/testing/service/load-samples'
import { tally } from '../scripts/test/volume.mjs'
import { makeLog } from '@/telemetry/log'
import { createApiKey } from './api-keys'
import { billingApp } from './app'
import { billing } from './commands/billing'
import { writeImportLine, type ImportLine } from './data/import-line'
import { SAMPLE_CUSTOMER } from '@/testing/service/samples/sample-customer'
import { sampleInvoice } from '@/testing/service/samples/sample-invoice'
import { sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { sampleTransaction } from '@/testing/service/samples/sample-transaction'
import { serve, type RunningService } from './serve'
import { openStore, type Store } from './store/open'
import {
  apiKeys,
  customers,
  invoiceLineItems,
  invoices,
  merchants,
  plans,
  prices,
  subscriptions,
  transactions,
} from './store/schema'

// Each statement fails several times in real requests.
vi.setConfig({ testTimeout: 1_800_000 })

const MERCHANT = 'merchant-4711'
const log: string[] = []
let dataDir: string
let store: Store
let service: RunningService
let key: string

const lines: ImportLine[] = [
  { kind: 'customer', data: { ...SAMPLE_CUSTOMER, externalId: 'acme-4711' } },
  { kind: 'subscription', data: sampleSubscription(MERCHANT) },
  { kind: 'invoice', data: sampleInvoice(MERCHANT) },
  { kind: 'transaction', data: sampleTransaction(MERCHANT) },
]

beforeAll(async () => {
  dataDir = await newDataDir('billing-log-statements-')
  const logger = makeLog({
    program: 'billing-service',
    level: 'debug',
    destination: { write: (line) => log.push(line) },
  })
  store = await openStore(logger, { databaseUrl: undefined, dataDir, poolSize: 1 })
  key = await createApiKey(store.db, { merchantId: MERCHANT, type: 'secret', now: new Date().toISOString() })
  await loadSamples(store, MERCHANT, lines)
  writeFileSync(join(dataDir, 'lines.ndjson'), lines.map(writeImportLine).join('\n'))
  const deadlines = { readMs: 60_000, writeMs: 60_000 }
  service = await serve(billingApp({ db: store.db, log: logger, deadlines }), { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await service.close()
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Sends a request of the API. */
const request =
  (path: string, method = 'GET') =>
  async () => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    await (await fetch(service.url + path, { method, headers, ...(method === 'POST' && { body: '{}' }) })).text()
  }

/** Runs a command. */
const command =
  (...args: string[]) =>
  async () => {
    vi.stubEnv('DATA_DIR', dataDir)
    vi.stubEnv('BILLING_DATABASE_URL', '')
    await runLogged(() => billing(args), log)
    vi.unstubAllEnvs()
  }

it.each([
  [
    'a request',
    STATES,
    () => ({
      readyz: request('/readyz'),
      'demo-data': request('/demo-data'),
      subscription: request('/external/subscriptions/sub_acme/expanded'),
      'unknown subscription': request('/external/subscriptions/sub_4711/expanded'),
      invoice: request('/external/invoices/inv_1042/with-line-items'),
      ledger: request('/external/customers/external-id/acme-4711/transactions?page=1&order=asc'),
      'newest of a ledger': request('/external/customers/external-id/acme-4711/transactions'),
      cancel: request('/external/subscriptions/sub_acme/cancel', 'POST'),
      delete: request('/external/subscriptions/sub_acme', 'DELETE'),
    }),
    [apiKeys, customers, invoices, subscriptions, transactions],
  ],
  [
    'a command',
    // After the other states, a command retries for seconds.
    ['22P02', '57P03'],
    () => ({
      'keys create': command('keys', 'create', '--merchant', MERCHANT, '--type', 'secret'),
      'keys list': command('keys', 'list', '--merchant', MERCHANT),
      'keys revoke': command('keys', 'revoke', 'key_4711'),
      import: command('import', join(dataDir, 'lines.ndjson'), '--merchant', MERCHANT, '--replace'),
      export: command('export', join(dataDir, 'exported.ndjson'), '--merchant', MERCHANT),
      verify: command('verify'),
      seed: command('seed', '--merchant', 'seeded-4711', '--customers', '1', '--transactions', '3'),
    }),
    [apiKeys, customers, invoiceLineItems, invoices, merchants, plans, prices, subscriptions, transactions],
  ],
] as const)('logs no value when any statement of %s fails', async (what, states, flows, tables) => {
  const { statements, failures, lines: compared, texts } = await failEachStatement(store.db, flows(), log, states)
  tally(`statements of ${what} of the service that failed`, statements)
  tally(`failures of them`, failures)
  tally('lines of log and errors compared', compared)
  for (const table of tables) expect(texts).toContain(getTableName(table))
  expect(compared).toBeGreaterThan(failures / 2)
})
