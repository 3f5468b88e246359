import { Invoice } from '@/contract/billing/invoice'
import { ExpandedSubscription } from '@/contract/billing/subscription'
import { TransactionPage } from '@/contract/billing/transaction'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tally } from '../scripts/test/volume.mjs'
import { makeDatabase, startTestPostgres } from '../scripts/test/test-postgres.mjs'
import { loadSamples } from '@/testing/service/load-samples'
import { responseOf } from '@/testing/service/response-of'
import { startService, type RunningService } from '@/testing/service/start-service'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys'
import { DEFAULT_DEADLINES } from './deadline'
import { httpRequest, type HttpResponse } from '@/testing/service/http-request'
import { EXAMPLE_NOW, EXAMPLE_PATHS } from './openapi/example-responses'
import { SAMPLE_CUSTOMER } from './samples/sample-customer'
import { sampleInvoice } from './samples/sample-invoice'
import { sampleSubscription } from './samples/sample-subscription'
import { sampleTransaction } from './samples/sample-transaction'
import { openStore, type Store } from './store/open'
import { openReplica } from './store/replica'
import { merchants } from './store/schema'

const MAX_LAG_MS = 5_000
/** Time in which the service uses a replica again on a busy machine. */
const BACK_MS = 60_000
const LANES = 8
const ANSWERS = 'the replica answers reads of invoices and ledgers'
const OUT = 'the replica is out of use: the primary answers'
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

type Server = Awaited<ReturnType<typeof startTestPostgres>>

let primary: Server
let replica: Server
let store: Store
/** A session on the replica. */
let onReplica: Client
let service: RunningService
let key: string
let environment: { BILLING_DATABASE_URL: string; BILLING_REPLICA_URL: string }

const databaseOf = ({ url }: Server, name = 'billing') => Object.assign(new URL(url), { pathname: `/${name}` }).href

async function sessionOn(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString, options: String.raw`-c default_transaction_isolation=read\ committed` })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const send = (path: string, apiKey = key, { url } = service) =>
  httpRequest(url, path, { headers: { 'x-api-key': apiKey } })
const invoice = async (path = EXAMPLE_PATHS.getInvoice) => responseOf(Invoice, (await send(path)).text)
const ledger = async (path = EXAMPLE_PATHS.listTransactions) => responseOf(TransactionPage, (await send(path)).text)
const subscription = async () => responseOf(ExpandedSubscription, (await send(EXAMPLE_PATHS.getSubscription)).text)

/** Version of the data: the number of the invoice, the entries of the ledger, and the date of the subscription. */
let version = 0
const dateOf = (number: number) => new Date(Date.parse(EXAMPLE_NOW) + number * 1_000).toISOString()
const readVersions = async () => ({
  invoice: (await invoice()).vanityId,
  ledger: (await ledger()).count,
  subscription: (await subscription()).updatedAt,
})
const expectedAt = (number: number) => ({ invoice: String(number), ledger: number, subscription: dateOf(number) })

/** Imports the next version of the invoice, the ledger and the subscription. */
async function importNext(): Promise<void> {
  version += 1
  const updatedAt = dateOf(version)
  const dates = { createdAt: updatedAt, updatedAt }
  await loadSamples(store, 'm', [
    { kind: 'customer', data: SAMPLE_CUSTOMER },
    { kind: 'subscription', data: sampleSubscription('m', { updatedAt }) },
    { kind: 'invoice', data: sampleInvoice('m', { vanityId: String(version), updatedAt }) },
    { kind: 'transaction', data: sampleTransaction('m', { ...dates, id: `txn_${version}` }) },
  ])
}

async function pause(): Promise<void> {
  await onReplica.query('select pg_wal_replay_pause()')
  await vi.waitFor(async () => {
    const { rows } = await onReplica.query('select pg_get_wal_replay_pause_state() as state')
    expect(rows).toEqual([{ state: 'paused' }])
  }, 10_000)
}
const resume = () => onReplica.query('select pg_wal_replay_resume()')

const logLines = (msg: string, { logged } = service) => logged.filter((line) => line.msg === msg)

/** Waits until the replica answers: while it is paused, the service returns the invoice before an import. */
async function expectReplicaAnswers(): Promise<void> {
  await vi.waitFor(
    async () => {
      const before = await readVersions()
      expect(before.invoice).toBe(String(version))
      await pause()
      try {
        await importNext()
        expect((await invoice()).vanityId).toBe(before.invoice)
      } finally {
        await resume()
      }
    },
    { timeout: BACK_MS, interval: 1_000 },
  )
}

/** Sends reads in lanes until it is stopped. */
function ask() {
  const responses: (HttpResponse & { ms: number })[] = []
  const done = new AbortController()
  const paths = [EXAMPLE_PATHS.getInvoice, EXAMPLE_PATHS.listTransactions, EXAMPLE_PATHS.getSubscription]
  const lane = async () => {
    while (!done.signal.aborted)
      for (const path of paths) {
        const startedAt = performance.now()
        const response = await send(path)
        responses.push({ ...response, ms: performance.now() - startedAt })
      }
  }
  const lanes = Array.from({ length: LANES }, lane)
  return {
    responses,
    async stop() {
      done.abort()
      await Promise.all(lanes)
    },
  }
}

/** Sends a signal to all processes of the replica. */
function signalReplica(signal: NodeJS.Signals, pids: readonly number[]): void {
  for (const pid of pids) process.kill(pid, signal)
}
async function processesOfReplica(): Promise<number[]> {
  const directory = decodeURIComponent(new URL(replica.url).hostname)
  const postmaster = Number.parseInt(readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8'), 10)
  const { rows } = await onReplica.query<{ pid: number }>('select pid from pg_stat_activity')
  return [postmaster, ...rows.map(({ pid }) => pid)]
}

/** Opens an address that leads to one server after the other. */
async function balance(servers: readonly Server[]) {
  const counts = servers.map(() => 0)
  let next = 0
  const proxy = createServer((socket) => {
    const index = next++ % servers.length
    counts[index] = (counts[index] ?? 0) + 1
    const directory = decodeURIComponent(new URL(servers[index]?.url ?? '').hostname)
    const upstream = connect(join(directory, '.s.PGSQL.5432'))
    socket.on('error', () => upstream.destroy()).pipe(upstream)
    upstream.on('error', () => socket.destroy()).pipe(socket)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const address = proxy.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `postgres://postgres@127.0.0.1:${port}/billing`,
    connections: () => counts,
    close: () => proxy.close(),
  }
}

/** Opens a replica and returns the reason of its first log line, or the line itself. */
async function firstLine(primaryStore: Store, replicaUrl: string): Promise<unknown> {
  const lines: { msg: string; err?: { message: string } }[] = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
  const settings = { databaseUrl: undefined, replicaUrl, dataDir: '', poolSize: 2 }
  const opened = await openReplica(primaryStore.db, settings, DEFAULT_DEADLINES, log)
  try {
    const [line] = await vi.waitFor(() => {
      expect(lines).not.toEqual([])
      return lines
    }, BACK_MS)
    return line?.err?.message ?? line?.msg
  } finally {
    await opened?.close()
  }
}

beforeAll(async () => {
  primary = await startTestPostgres()
  const databaseUrl = await makeDatabase(primary.url, 'billing')
  const admin = new Client({ connectionString: databaseUrl, options: '-c default_transaction_read_only=off' })
  await admin.connect()
  // The test server has it off, for speed. A commit then counts before its log is written.
  await admin.query('alter database billing set synchronous_commit = on')
  await admin.end()
  store = await openStore(pino({ enabled: false }), { databaseUrl, dataDir: '', poolSize: 4 })
  await store.db.insert(merchants).values({ id: 'm', createdAt: EXAMPLE_NOW })
  key = await createApiKey(store.db, { merchantId: 'm', type: 'secret', now: EXAMPLE_NOW })
  await importNext()

  replica = await startTestPostgres(primary.url)
  onReplica = await sessionOn(databaseOf(replica))
  environment = { BILLING_DATABASE_URL: databaseUrl, BILLING_REPLICA_URL: databaseOf(replica) }
  service = await startService(environment)
})
afterAll(async () => {
  service?.process.kill('SIGTERM')
  if (service?.process.exitCode === null) await once(service.process, 'exit')
  await store?.close()
  await onReplica?.end()
  await replica?.stop()
  await primary?.stop()
})

describe('a service with a replica', () => {
  it('reads invoices and ledgers from it, subscriptions and keys from the primary', async () => {
    await vi.waitFor(() => expect(logLines(ANSWERS)).toHaveLength(1), BACK_MS)
    await expectReplicaAnswers()
    const other = await createApiKey(store.db, { merchantId: 'm', type: 'secret', now: EXAMPLE_NOW })
    const found = (await listApiKeys(store.db, 'm')).find(({ hint }) => other.endsWith(hint))
    await vi.waitFor(async () => expect(await readVersions()).toEqual(expectedAt(version)), BACK_MS)

    await pause()
    const before = version
    await importNext()
    expect(await readVersions()).toEqual({ ...expectedAt(before), subscription: dateOf(version) })
    await revokeApiKey(store.db, { id: found?.id ?? '', now: EXAMPLE_NOW })
    expect((await send(EXAMPLE_PATHS.getInvoice, other)).status).toBe(401)
    expect((await send(EXAMPLE_PATHS.listTransactions, other)).status).toBe(401)
    const fresh = await createApiKey(store.db, { merchantId: 'm', type: 'secret', now: EXAMPLE_NOW })
    expect((await send(EXAMPLE_PATHS.getInvoice, fresh)).status).toBe(200)

    // Rows that the replica does not have.
    const customer = { ...SAMPLE_CUSTOMER, id: 'cus_new', externalId: 'new' }
    await loadSamples(store, 'm', [
      { kind: 'customer', data: customer },
      { kind: 'invoice', data: sampleInvoice('m', { id: 'inv_new', invoiceLineItems: [] }) },
      { kind: 'transaction', data: sampleTransaction('m', { id: 'txn_new', customerId: customer.id }) },
    ])
    expect((await invoice('/external/invoices/inv_new/with-line-items')).id).toBe('inv_new')
    expect((await ledger('/external/customers/external-id/new/transactions')).count).toBe(1)
    // The replica still answered: nothing of this has taken it out of use.
    expect(await readVersions()).toEqual({ ...expectedAt(before), subscription: dateOf(version) })
    expect(logLines(OUT)).toEqual([])
    await resume()
  })

  it(`falls back to the primary before it lags by ${MAX_LAG_MS / 1000} seconds, and uses it again when it has caught up`, async () => {
    await expectReplicaAnswers()
    await vi.waitFor(async () => expect(await readVersions()).toEqual(expectedAt(version)), BACK_MS)
    const warnings = logLines(OUT).length
    await pause()
    await importNext()
    const importedAt = performance.now()
    const reads: { sentAfterMs: number; isStale: boolean }[] = []
    while (performance.now() - importedAt < MAX_LAG_MS + 4_000) {
      const sentAfterMs = performance.now() - importedAt
      const { subscription: _, ...read } = await readVersions()
      reads.push({ sentAfterMs, isStale: read.invoice !== String(version) || read.ledger !== version })
    }
    expect(reads.filter(({ isStale }) => isStale).length).toBeGreaterThan(10)
    const due = reads.filter(({ sentAfterMs }) => sentAfterMs > MAX_LAG_MS)
    expect(due.length).toBeGreaterThan(10)
    expect(due.filter(({ isStale }) => isStale)).toEqual([])
    expect(logLines(OUT).slice(warnings)).toEqual([
      expect.objectContaining({ level: 40, err: expect.objectContaining({ message: 'it lags by more than 5 s' }) }),
    ])
    const answers = logLines(ANSWERS).length
    await resume()
    await expectReplicaAnswers()
    expect(logLines(ANSWERS)).toHaveLength(answers + 1)
  })

  it('answers every request while the replica is cancelled, terminated, restarted, stopped and killed', async () => {
    const load = ask()
    const faults = {
      'its statements are cancelled': async () => {
        for (let round = 0; round < 50; round += 1) {
          await onReplica.query('select pg_cancel_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
          await wait(20)
        }
      },
      'its sessions are terminated': () =>
        onReplica.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
        ),
      'it is restarted': async () => {
        await replica.restart()
        onReplica = await sessionOn(databaseOf(replica))
      },
      'it hangs': async () => {
        const pids = await processesOfReplica()
        signalReplica('SIGSTOP', pids)
        await wait(6_000)
        signalReplica('SIGCONT', pids)
      },
    }
    for (const fault of Object.values(faults)) {
      await expectReplicaAnswers()
      const count = load.responses.length
      await fault()
      await vi.waitFor(() => expect(load.responses.length).toBeGreaterThan(count + 100), BACK_MS)
    }
    await expectReplicaAnswers()
    const warnings = logLines(OUT).length
    const [postmaster = 0] = await processesOfReplica()
    process.kill(postmaster, 'SIGKILL')
    await wait(5_000)
    await load.stop()
    expect(load.responses.filter(({ status }) => status !== 200)).toEqual([])
    expect(Math.max(...load.responses.map(({ ms }) => ms))).toBeLessThan(DEFAULT_DEADLINES.readMs)
    expect(logLines(OUT)).toHaveLength(warnings + 1)
    expect(await readVersions()).toEqual(expectedAt(version))
    tally('responses under load while a replica failed', load.responses.length)
  })

  it('starts while the replica is dead, and says so once', async () => {
    const started = await startService(environment)
    try {
      await vi.waitFor(() => expect(logLines(OUT, started)).toHaveLength(1), BACK_MS)
      expect((await send(EXAMPLE_PATHS.getInvoice, key, started)).status).toBe(200)
      await wait(3_000)
      expect(logLines(OUT, started)).toHaveLength(1)
    } finally {
      started.process.kill('SIGTERM')
      await once(started.process, 'exit')
    }
  })
})

describe('a replica', () => {
  it('is used only when it follows the database and the timeline of the primary', async () => {
    const one = await startTestPostgres(primary.url)
    const two = await startTestPostgres(primary.url)
    try {
      expect(await firstLine(store, databaseOf(one))).toBe(ANSWERS)
      expect(await firstLine(store, databaseOf(primary))).toMatch('a server that is not a replica')
      expect(await firstLine(store, databaseOf(one, 'postgres'))).toMatch(
        'it follows another database, or an earlier timeline',
      )

      const session = await sessionOn(databaseOf(one))
      await session.query('select pg_promote()')
      await session.end()
      const log = pino({ enabled: false })
      const promoted = await openStore(log, { databaseUrl: databaseOf(one), dataDir: '', poolSize: 2 })
      expect(await firstLine(promoted, databaseOf(two))).toMatch('it follows another database, or an earlier timeline')
      expect(await firstLine(store, databaseOf(one))).toMatch('a server that is not a replica')
      await promoted.close()
    } finally {
      await one.stop()
      await two.stop()
    }
  })

  it('answers from fresh servers only when its address leads to several', async () => {
    const fresh = await startTestPostgres(primary.url)
    const lagging = await startTestPostgres(primary.url)
    const address = await balance([fresh, lagging])
    const session = await sessionOn(databaseOf(lagging))
    await session.query('select pg_wal_replay_pause()')
    await importNext()
    const settings = { databaseUrl: undefined, replicaUrl: address.url, dataDir: '', poolSize: 8 }
    const opened = await openReplica(store.db, settings, DEFAULT_DEADLINES, pino({ enabled: false }))
    const isPaused = async () =>
      opened?.read(undefined, async ({ $client }) => {
        const { rows } = await $client.query<{ paused: boolean }>('select pg_is_wal_replay_paused() as paused')
        return rows[0]?.paused
      })
    try {
      const found = new Set<boolean | undefined>()
      const until = performance.now() + 10_000
      while (performance.now() < until) {
        for (const paused of await Promise.all(Array.from({ length: 8 }, isPaused))) found.add(paused)
        await wait(5)
      }
      expect(Math.min(...address.connections())).toBeGreaterThan(0)
      // Undefined: the primary is asked.
      expect(found).toEqual(new Set([false, undefined]))
    } finally {
      await opened?.close()
      address.close()
      await session.end()
      await fresh.stop()
      await lagging.stop()
    }
  })
})
