import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { NEWER_STORE } from '@/database/migrate'
import { openDatabase } from '@/database/open-database'
import { findingKey } from '@/lib/domain/invoice/finding-review'
import { actionLabel } from '@/lib/format/activity-label'
import type { ActivityPage } from '@/contract/console/activity'
import type { ChangePage } from '@/contract/console/change'
import type { ListedInvoice } from '@/contract/console/indexed-objects'
import type { LedgerRead } from '@/contract/console/whole-ledger'
import { makeCommandFolder, type CommandFolder } from '@/testing/documents/command-folder'
import { FAULTS } from '@/testing/fake-billing-api/fault-catalogue'
import { plainInvoice, plainLine, plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import {
  type FakeBillingApi,
  OTHER_QUERY_NAMES,
  startFakeBillingApi,
} from '@/testing/fake-billing-api/start-fake-billing-api'
import { allResponses, type ReadableObject } from '@/testing/service/all-responses'
import { httpRequest } from '@/testing/service/http-request'
import { startService } from '@/testing/service/start-service'
import { checkOutVersion, commitOf, type CheckedOutVersion } from '@/testing/versions/check-out-version'
import type { Person } from '@/testing/versions/console-driver'
import { type ConsoleDriver, startConsoleDriver } from '@/testing/versions/start-console-driver'
import { ROOT } from '../command.mjs'
import { makeDatabase, startTestPostgres } from './test-postgres.mjs'
import { tally } from './volume.mjs'

/* Stores of earlier versions, filled by their own code with everything stopped afterwards, opened by this version. */

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

/** A released version, or a commit. */
const VERSIONS = ['0.3.0', '5c32ba39'] as const
const DATABASES = ['PostgreSQL', 'the embedded database'] as const
const SEED = 'npm run --silent billing -- seed --customers 20 --transactions 1500 --as-of 2026-11-01T00:00:00Z'
const CREATE_KEY = 'npm run --silent billing -- keys create --merchant demo --type secret'
const LIST_USERS = 'npm run --silent console -- users list'
const VERIFY_AUDIT = 'npm run --silent console -- audit verify'
const MIGRATE = 'npm run --silent console -- migrate'
const addUser = (email: string, role: string) =>
  `echo correct-horse-battery-staple | npm run --silent console -- users add ${email} --role ${role} --password-stdin`

const ANN = { name: 'ann@example.com', role: 'agent' } as const
const CARA = { name: 'cara@example.com', role: 'agent' } as const
const BOSS = { name: 'boss@example.com', role: 'admin' } as const
/** Long enough to be killed during a change, and short enough that another process takes it over soon. */
const TIMING = {
  BILLING_API_READ_TIMEOUT_MS: '10000',
  BILLING_API_WRITE_TIMEOUT_MS: '10000',
  CONSOLE_QUIET_SECONDS: '30',
}
const SOON = { timeout: 120_000, interval: 200 }

/** The tables of the console whose rows stay as they are. */
const KEPT_TABLES = [
  'users',
  'sessions',
  'access_keys',
  'audit_entries',
  'subscription_changes',
  'notes',
  'finding_reviews',
  'opened_objects',
  'seen_objects',
  'seen_names',
  'seen_words',
  'indexed_links',
  'indexed_differences',
]
const DROPPED_TABLES = [
  'indexed_subscriptions',
  'indexed_invoices',
  'indexed_ledgers',
  'batches',
  'batch_rows',
  'checks',
  'checked_objects',
  'saved_views',
  'watched_objects',
  'signing_keys',
  'alert_searches',
  'alert_events',
  'webhooks',
  'alert_deliveries',
  'alert_subscribers',
  'alert_emails',
]
/** Those of commit 5c32ba39 in which this test has rows. */
const FILLED_TABLES = [
  ...KEPT_TABLES.filter((table) => table !== 'sessions'),
  'batches',
  'batch_rows',
  'checks',
  'checked_objects',
  'saved_views',
  'watched_objects',
  'signing_keys',
  'webhooks',
]

const old = new Map<string, CheckedOutVersion>()
let server: Awaited<ReturnType<typeof startTestPostgres>>
beforeAll(async () => {
  server = await startTestPostgres()
  for (const version of VERSIONS) old.set(version, await checkOutVersion(await commitOf(version)))
})
afterAll(() => Promise.all([server.stop(), ...[...old.values()].map((version) => version.remove())]))

const rootOf = (version: string) => old.get(version)?.root ?? ''

/** Runs `use` with the billing service of a version. */
async function withService<T>(
  root: string,
  stores: Record<string, string>,
  use: (service: { url: string }) => Promise<T>,
): Promise<T> {
  // Versions have it at different paths.
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [path = '', ...args] = scripts.billing?.split(' ').slice(1) ?? []
  const program = [join(root, path), ...args]
  // The programs of another version are in another folder.
  const service = await startService({ ...stores, BILLING_PROGRAMS_DIR: '', LOG_LEVEL: 'info' }, program)
  try {
    return await use(service)
  } finally {
    service.process.kill('SIGTERM')
    await once(service.process, 'exit')
  }
}

async function cancel({ url }: { url: string }, key: string, id: string): Promise<void> {
  const path = `/external/subscriptions/${id}/cancel`
  const { status, text } = await httpRequest(url, path, { method: 'POST', headers: { 'x-api-key': key } })
  expect([status, text]).toEqual([200, expect.any(String)])
}

async function objectsIn(databaseUrl: string): Promise<ReadableObject[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<ReadableObject>(
      `select 'customer' as kind, external_id as id from customers
        union all select 'subscription', id from subscriptions union all select 'invoice', id from invoices`,
    )
    return rows
  } finally {
    await client.end()
  }
}

let stores = 0

/** Returns the settings of empty stores. */
async function newStores(database: string, { path }: CommandFolder): Promise<Record<string, string>> {
  const local = { DATA_DIR: join(path, '.data') }
  if (database === 'the embedded database') return local
  stores += 1
  return {
    ...local,
    BILLING_DATABASE_URL: await makeDatabase(server.url, `billing_${stores}`),
    CONSOLE_DATABASE_URL: await makeDatabase(server.url, `console_${stores}`),
  }
}

type Row = Record<string, unknown>

/** Runs a query on the console's store as it is, without a migration. */
async function query(settings: Record<string, string>, text: string, values: unknown[] = []): Promise<Row[]> {
  const { CONSOLE_DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = settings
  const where = { name: 'console', databaseUrl, dataDir, poolSize: 1, migrations: null }
  const store = await openDatabase(where, pino({ enabled: false }))
  try {
    return (await store.db.$client.query<Row>(text, values)).rows
  } finally {
    await store.close()
  }
}

const tablesOf = async (settings: Record<string, string>) =>
  (
    await query(settings, `select table_name as name from information_schema.tables where table_schema = 'console'`)
  ).map(({ name }) => String(name))

/** Returns the rows of the tables that stay, as far as the version has them. */
async function keptRows(settings: Record<string, string>): Promise<Map<string, Row[]>> {
  const tables = new Set(await tablesOf(settings))
  const rows = new Map<string, Row[]>()
  for (const table of KEPT_TABLES.filter((name) => tables.has(name))) {
    const found = await query(settings, `select to_jsonb(t) as row from console.${table} as t`)
    rows.set(
      table,
      found.map(({ row }) => Object(row)),
    )
  }
  return rows
}

const KEYS: Readonly<Record<string, string>> = { audit_entries: 'sequence', notes: 'note_id' }
const keyOf = (table: string, row: Row) =>
  JSON.stringify(
    [KEYS[table] ?? 'id', 'user', 'source', 'kind', 'external_id', 'field', 'key', 'word', 'invoice_id', 'hash'].map(
      (name) => row[name],
    ),
  )

/** Returns the rows that are gone, or have another value in a column that both versions have. */
function lostRows(before: Map<string, Row[]>, after: Map<string, Row[]>, ignored: readonly string[]): string[] {
  return [...before].flatMap(([table, rows]) => {
    const known = new Map((after.get(table) ?? []).map((row) => [keyOf(table, row), row]))
    return rows.flatMap((row) => {
      const now = known.get(keyOf(table, row))
      if (now === undefined) return `${table}: ${JSON.stringify(row)} is gone`
      const changed = Object.keys(row).filter(
        (name) => name in now && !ignored.includes(name) && JSON.stringify(row[name]) !== JSON.stringify(now[name]),
      )
      return changed.map(
        (name) => `${table} ${keyOf(table, row)}: ${name} was ${String(row[name])}, is ${String(now[name])}`,
      )
    })
  })
}

/** Adds subscriptions without an end date to the billing API. */
function subscribe({ faults }: FakeBillingApi, ...ids: string[]): string[] {
  for (const id of ids) faults.addSubscription(id, { ...plainSubscription, endDate: null })
  return ids
}

/** What people do with every version: read, open a page, cancel, watch and read a whole ledger. */
async function fillIndex(console: ConsoleDriver, api: FakeBillingApi): Promise<void> {
  const [id = ''] = subscribe(api, 'sub-cancelled')
  const wrong = { ...plainInvoice, invoiceLineItems: [{ ...plainLine, amount: 99 }] }
  api.add('invoice', 'inv-wrong', jsonResponse({ ...wrong, id: 'inv-wrong' }))
  await console.run('getSubscription', ANN, { id })
  await console.run('getInvoice', ANN, { invoiceId: 'inv-wrong' })
  await console.call('lib/server/opened/opened-objects.ts', 'noteOpened', ANN, { kind: 'invoice', id: 'inv-wrong' })
  await console.run('watchObject', ANN, { kind: 'subscription', id, isWatched: true })
  await console.run('cancelSubscription', ANN, { id, reason: 'Asked for by phone', ticket: 'T-1' })
  const externalId = api.ids.customer.acme
  await console.run('readLedger', ANN, { externalId })
  const read = () => console.run<LedgerRead>('getLedgerRead', ANN, { externalId })
  await expect.poll(async () => (await read()).state, SOON).not.toBe('running')
  expect(await read()).toMatchObject({ entries: 45, isComplete: true, why: null })
}

interface BatchReport {
  batch: { id: string; state: string; proposal: { at: string } | null }
}

/** The batch whose change was sent, the one whose change was only stored, the one that waits for approval, and the one that is done. */
interface FilledBatches {
  sent: string
  stored: string
  proposed: string
  done: string
}

const startBatches = (console: ConsoleDriver) => console.start('lib/server/batches/run-batches.ts', 'startBatches')
const batchOf = async (console: ConsoleDriver, batchId: string) =>
  (await console.run<BatchReport>('getBatch', ANN, { batchId, pageSize: 20 })).batch

async function readyBatch(console: ConsoleDriver, by: Person, ids: string[]): Promise<string> {
  const { batch } = await console.run<BatchReport>('startBatch', by, { action: 'cancel', ids })
  await expect.poll(async () => (await batchOf(console, batch.id)).state, SOON).toBe('ready')
  return batch.id
}

const propose = (console: ConsoleDriver, by: Person, batchId: string) =>
  console.run('proposeBatch', by, { batchId, reason: 'Contract ended' })

async function approve(console: ConsoleDriver, batchId: string): Promise<void> {
  const { proposal } = await batchOf(console, batchId)
  await console.run('approveBatch', BOSS, { batchId, reason: 'Checked', proposedAt: proposal?.at })
}

/** Makes batches, all of which but `done` are ready afterwards. */
async function fillBatches(console: ConsoleDriver, api: FakeBillingApi): Promise<FilledBatches> {
  await startBatches(console)
  const done = await readyBatch(console, ANN, subscribe(api, 'sub-done'))
  await propose(console, ANN, done)
  await approve(console, done)
  await expect.poll(async () => (await batchOf(console, done)).state, SOON).toBe('done')
  return {
    done,
    proposed: await readyBatch(console, ANN, subscribe(api, 'sub-proposed-1', 'sub-proposed-2')),
    sent: await readyBatch(console, CARA, subscribe(api, 'sub-sent', 'sub-after-sent')),
    stored: await readyBatch(console, CARA, subscribe(api, 'sub-stored', 'sub-after-stored')),
  }
}

/** Kills a console in the middle of two changes. It has not started the work on batches, so that both begin in one round. */
async function killDuringChanges(
  console: ConsoleDriver,
  api: FakeBillingApi,
  { settings, batches }: { settings: Record<string, string>; batches: FilledBatches },
): Promise<void> {
  await propose(console, ANN, batches.proposed)
  await propose(console, CARA, batches.sent)
  await propose(console, CARA, batches.stored)
  await approve(console, batches.stored)
  await approve(console, batches.sent)
  // The API makes this change, and never responds.
  api.faults.inject(FAULTS['hang-after'] ?? {}, { id: 'sub-sent', operation: 'cancelSubscription' })
  api.faults.inject(FAULTS['hang-before'] ?? {}, { id: 'sub-stored', operation: 'getSubscription' })
  await startBatches(console)
  const open = `select subscription_id as id, state from console.subscription_changes
    where subscription_id in ('sub-sent', 'sub-stored') order by id`
  const states = [
    { id: 'sub-sent', state: 'SENT' },
    { id: 'sub-stored', state: 'PREPARED' },
  ]
  await expect.poll(() => query(settings, open), SOON).toEqual(states)
  await expect.poll(() => api.faults.effects.map(({ id }) => id), SOON).toContain('sub-sent')
  await console.kill()
  expect(await query(settings, open)).toEqual(states)
}

/** What else commit 5c32ba39 keeps: a check, a view, a webhook, an access key, a note, a review, and a proposal. */
async function fillRest(console: ConsoleDriver, api: FakeBillingApi, boss: Person): Promise<void> {
  await console.start('lib/server/checks/run-checks.ts', 'startChecking')
  const ids = ['inv-wrong', 'sub-cancelled']
  const { check } = await console.run<{ check: { id: string } }>('startCheck', ANN, { kind: 'any', ids })
  const checkState = async () =>
    (await console.run<{ check: { state: string } }>('getCheck', ANN, { checkId: check.id, pageSize: 20 })).check.state
  await expect.poll(checkState, SOON).toBe('done')
  const view = { list: 'invoices', name: 'Wrong ones', query: { verdict: 'look' }, isShared: true }
  await console.run('saveView', ANN, view)
  const webhook = { url: 'https://hooks.example.com/', kinds: ['change.needs_review'], fields: [], name: 'On call' }
  await console.run('createWebhook', boss, webhook)
  await console.run('createAccessKey', boss, { name: 'Nightly export', role: 'viewer', days: 30 })
  await console.run('addNote', ANN, { kind: 'invoice', id: 'inv-wrong', text: 'Asked the customer' })
  const { rows } = await console.run<{ rows: ListedInvoice[] }>('listInvoices', ANN, { verdict: 'look', pageSize: 20 })
  const [finding] = rows[0]?.checked?.findings.filter(({ severity }) => severity === 'finding') ?? []
  if (finding === undefined) throw new Error('there is no finding to review')
  const review = { invoiceId: 'inv-wrong', finding: findingKey(finding), reason: 'Agreed by phone' }
  await console.run('reviewFinding', ANN, review)
  const [id = ''] = subscribe(api, 'sub-of-proposal')
  await console.run('proposeCancel', ANN, { id, reason: 'Asked for by mail' })
}

async function expectFilled(settings: Record<string, string>): Promise<void> {
  const empty = FILLED_TABLES.map(
    (table) => `select '${table}' as "table" where not exists (select from console.${table})`,
  )
  expect(await query(settings, empty.join(' union all '))).toEqual([])
}

/** Returns what the activity shows an admin, page by page. */
async function activityOf(console: ConsoleDriver): Promise<ActivityPage['entries']> {
  const entries: ActivityPage['entries'] = []
  for (let before: number | undefined; ; before = entries.at(-1)?.sequence) {
    const page = await console.run<ActivityPage>('listActivity', BOSS, { before })
    entries.push(...page.entries)
    if (page.entries.length === 0) return entries
  }
}

const STOPPED = 'stopped by the upgrade'

describe.each(VERSIONS)('a store of %s', (version) => {
  let objects: ReadableObject[]

  // PostgreSQL first: it tells the IDs.
  describe.each(DATABASES)('on %s', (database) => {
    let before: CommandFolder
    let now: CommandFolder
    let settings: Record<string, string>
    let api: FakeBillingApi
    beforeAll(async () => {
      before = makeCommandFolder({}, rootOf(version))
      now = makeCommandFolder()
      settings = await newStores(database, now)
      api = await startFakeBillingApi()
    })
    afterAll(async () => {
      before.remove()
      now.remove()
      await api.close()
    })
    const onOld = (commands: string) => before.run(commands, settings)
    const onNew = (commands: string) => now.run(commands, settings)
    const consoleSettings = () => ({
      ...settings,
      ...TIMING,
      ...OTHER_QUERY_NAMES,
      BILLING_API_BASE_URL: api.url,
      BILLING_API_KEY: api.key,
      CONSOLE_API_NAME: 'upgraded',
    })

    it('keeps each response of the billing service, which this version can change', async () => {
      await onOld(SEED)
      const key = (await onOld(CREATE_KEY)).trim()
      await withService(rootOf(version), settings, (service) => cancel(service, key, 'sub_acme'))
      objects = settings.BILLING_DATABASE_URL === undefined ? objects : await objectsIn(settings.BILLING_DATABASE_URL)
      const responses = (root: string) => withService(root, settings, (service) => allResponses(service, key, objects))
      const earlier = await responses(rootOf(version))
      expect(Object.keys(earlier).length).toBeGreaterThan(60)

      expect(await responses(ROOT)).toEqual(earlier)
      expect(await onNew('npm run --silent billing -- verify')).toContain('1,500 transactions')
      await withService(ROOT, settings, (service) => cancel(service, key, 'sub_koeln'))
    })

    it('keeps what the console shows, and an audit that verifies and reads in words', async () => {
      await onOld([addUser(BOSS.name, 'admin'), addUser('bob@example.com', 'agent')].join('\n'))
      const startOld = () => startConsoleDriver(rootOf(version), consoleSettings())
      let console = await startOld()
      let batches: FilledBatches | undefined
      try {
        await fillIndex(console, api)
        if (version === '5c32ba39') {
          const [boss] = await query(settings, 'select id from console.users where email = $1', [BOSS.name])
          await fillRest(console, api, { ...BOSS, userId: String(boss?.id) })
          await onOld('npm run --silent console -- evidence key')
          batches = await fillBatches(console, api)
          await console.kill()
          console = await startOld()
          await killDuringChanges(console, api, { settings, batches })
          await expectFilled(settings)
        }
      } finally {
        await console.kill()
      }
      const [users, audit] = [await onOld(LIST_USERS), await onOld(VERIFY_AUDIT)]
      const [, head] = /^Head: (.+)$/m.exec(audit) ?? []
      const earlier = await keptRows(settings)
      const tables = await tablesOf(settings)

      // Two programs at once: one of them migrates.
      await Promise.all([onNew(MIGRATE), onNew(MIGRATE)])
      expect(await onNew(LIST_USERS)).toBe(users)
      expect(await onNew(`${VERIFY_AUDIT} --head ${head}`)).toContain('It contains the given head')
      const later = await keptRows(settings)
      const ofBatches = ['state', 'detail', 'revision', 'changed_at', 'holder', 'held_until']
      expect(lostRows(earlier, later, batches === undefined ? [] : ofBatches)).toEqual([])
      const dropped = tables.filter((table) => DROPPED_TABLES.includes(table))
      expect(dropped.length).toBeGreaterThan(0)
      expect((await tablesOf(settings)).filter((table) => DROPPED_TABLES.includes(table))).toEqual([])
      tally('rows of an earlier version that are as before', [...earlier.values()].flat().length)
      tally('tables of an earlier version that are dropped', dropped.length)
      await onNew(MIGRATE)
      expect(await keptRows(settings)).toEqual(later)

      const upgraded = await startConsoleDriver(ROOT, consoleSettings())
      try {
        const activity = await activityOf(upgraded)
        expect(activity.filter(({ action }) => !action.startsWith('cli ') && actionLabel(action) === action)).toEqual(
          [],
        )
        tally('entries of the activity that read in words', activity.length)
        // Whole ledgers are read anew.
        const ledger = await upgraded.run('getLedgerRead', ANN, { externalId: api.ids.customer.acme })
        expect(ledger).toMatchObject({ state: 'none', entries: 0 })
        if (batches !== undefined) {
          expectStoppedOnce(activity, batches)
          await expectOldChanges(upgraded, batches)
          await followChanges(upgraded, api)
        }
      } finally {
        await upgraded.kill()
      }
      expect(await onNew(VERIFY_AUDIT)).toContain('Head:')

      await query(
        settings,
        `insert into drizzle.__console_migrations (hash, created_at) values ('newer', 9e12::bigint)`,
      )
      for (const command of [MIGRATE, LIST_USERS, VERIFY_AUDIT])
        await expect(onNew(command)).rejects.toThrow(NEWER_STORE)
    })
  })
})

/** Each batch that was proposed or approved ended, and the change that was stored, each once. */
function expectStoppedOnce(activity: ActivityPage['entries'], batches: FilledBatches): void {
  const stopped = activity.filter(({ detail }) => detail.note === STOPPED)
  const ended = [
    'cancelSubscription sub-stored: not_sent',
    `proposeBatch ${batches.proposed}: not_sent`,
    `proposeBatch ${batches.sent}: failed`,
    `proposeBatch ${batches.stored}: failed`,
  ]
  expect(
    stopped
      .map(({ action, object, outcome, detail }) => `${action} ${object?.id ?? detail.batchId}: ${outcome}`)
      .toSorted(),
  ).toEqual(ended.toSorted())
}

/** The changes of the batches are those of groups. */
async function expectOldChanges(console: ConsoleDriver, batches: FilledBatches): Promise<void> {
  const changesOf = async (group?: string) => {
    const page = await console.run<ChangePage>('listChanges', BOSS, { state: 'all', group, pageSize: 20 })
    return page.changes.map(({ subscriptionId, state }) => `${subscriptionId} ${state}`).toSorted()
  }
  expect(await changesOf(batches.done)).toEqual(['sub-done CONFIRMED'])
  expect(await changesOf(batches.stored)).toEqual(['sub-stored NOT_SENT'])
  expect(await changesOf(batches.sent)).toEqual(['sub-sent SENT'])
  expect(await changesOf(batches.proposed)).toEqual([])
  expect(await changesOf()).toEqual([
    'sub-cancelled CONFIRMED',
    'sub-done CONFIRMED',
    'sub-of-proposal PROPOSED',
    'sub-sent SENT',
    'sub-stored NOT_SENT',
  ])
}

/** No other change of the batches is sent; that which was sent is followed, and a proposal can be approved. */
async function followChanges(console: ConsoleDriver, api: FakeBillingApi): Promise<void> {
  api.faults.clear()
  await console.start('lib/server/changes/reconcile-changes.ts', 'startReconciler')
  const changes = async (state: string) =>
    (await console.run<ChangePage>('listChanges', BOSS, { state, pageSize: 20 })).changes
  const sent = async () => (await changes('all')).find(({ subscriptionId }) => subscriptionId === 'sub-sent')?.state
  await expect.poll(sent, SOON).toBe('CONFIRMED')
  const received = () => api.faults.received.map(({ id }) => id).toSorted()
  expect(received()).toEqual(['sub-cancelled', 'sub-done', 'sub-sent'])
  const [proposal] = await changes('proposed')
  const approval = { id: 'sub-of-proposal', changeId: proposal?.id, reason: 'Checked' }
  expect(await console.run('approveChange', BOSS, approval)).toMatchObject({ change: { state: 'CONFIRMED' } })
  expect(received()).toEqual(['sub-cancelled', 'sub-done', 'sub-of-proposal', 'sub-sent'])
}
