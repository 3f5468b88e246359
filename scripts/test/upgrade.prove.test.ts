import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { NEWER_STORE } from '@/database/migrate'
import { actionLabel } from '@/lib/activity/activity-label'
import type { ActivityPage } from '@/lib/activity/activity'
import type { ChangePage } from '@/lib/changes/change'
import { makeCommandFolder, type CommandFolder } from '@/testing/documents/command-folder'
import {
  type FakeBillingApi,
  OTHER_QUERY_NAMES,
  startFakeBillingApi,
} from '@/testing/fake-billing-api/start-fake-billing-api'
import { allResponses, cancel, objectsOf } from '@/testing/service/all-responses'
import { withService } from '@/testing/service/start-service'
import {
  CHANGED_BY_THE_END,
  DROPPED_TABLES,
  expectFilled,
  expectKept,
  keptRows,
  query,
  tablesOf,
} from '@/testing/versions/console-rows'
import {
  ANN,
  BOSS,
  fillBatches,
  type FilledBatches,
  fillIndex,
  fillRest,
  killDuringChanges,
  SOON,
} from '@/testing/versions/fill-console'
import {
  type CheckedOutVersion,
  checkOutVersion,
  type ConsoleDriver,
  startConsoleDriver,
} from '@/testing/versions/other-version'
import { ROOT } from '../command.mjs'
import { makeDatabase, startTestPostgres } from './test-postgres.mjs'
import { tally } from './volume.mjs'

/* Stores of earlier versions, filled by their own code with everything stopped afterwards, opened by this version. */

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

/** The commits of the versions: a release, and the last one with batches, checks and webhooks. */
const COMMITS = { '0.3.0': 'ed94d3a2', '5c32ba39': '5c32ba39' }
const VERSIONS = ['0.3.0', '5c32ba39'] as const
const DATABASES = ['PostgreSQL', 'the embedded database'] as const
const SEED = 'npm run --silent billing -- seed --customers 20 --transactions 1500 --as-of 2026-11-01T00:00:00Z'
const CREATE_KEY = 'npm run --silent billing -- keys create --merchant demo --type secret'
const EXPORT = 'npm run --silent billing -- export - --merchant demo'
const LIST_USERS = 'npm run --silent console -- users list'
const VERIFY_AUDIT = 'npm run --silent console -- audit verify'
const MIGRATE = 'npm run --silent console -- migrate'
const addUser = (email: string, role: string) =>
  `echo correct-horse-battery-staple | npm run --silent console -- users add ${email} --role ${role} --password-stdin`

/** Long enough to be killed during a change, and short enough that another process takes it over soon. */
const TIMING = {
  BILLING_API_READ_TIMEOUT_MS: '10000',
  BILLING_API_WRITE_TIMEOUT_MS: '10000',
  CONSOLE_QUIET_SECONDS: '30',
}

const old = new Map<string, CheckedOutVersion>()
let server: Awaited<ReturnType<typeof startTestPostgres>>
beforeAll(async () => {
  server = await startTestPostgres()
  for (const version of VERSIONS) old.set(version, await checkOutVersion(COMMITS[version]))
})
afterAll(() => Promise.all([server.stop(), ...[...old.values()].map((version) => version.remove())]))

const rootOf = (version: string) => old.get(version)?.root ?? ''

/** Runs `use` with the billing service of a version. */
function withServiceOf<T>(
  root: string,
  settings: Record<string, string>,
  use: (service: { url: string }) => Promise<T>,
): Promise<T> {
  // Versions have it at different paths.
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [path = '', ...args] = scripts.billing?.split(' ').slice(1) ?? []
  // The programs of another version are in another folder.
  return withService({ ...settings, BILLING_PROGRAMS_DIR: '' }, use, [join(root, path), ...args])
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
      await withServiceOf(rootOf(version), settings, (service) => cancel(service, key, 'sub_acme'))
      const objects = objectsOf(await onOld(EXPORT))
      const responses = (root: string) =>
        withServiceOf(root, settings, (service) => allResponses(service, key, objects))
      const earlier = await responses(rootOf(version))
      expect(Object.keys(earlier).length).toBeGreaterThan(60)

      expect(await responses(ROOT)).toEqual(earlier)
      expect(await onNew('npm run --silent billing -- verify')).toContain('1,500 transactions')
      await withServiceOf(ROOT, settings, (service) => cancel(service, key, 'sub_koeln'))
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
      expectKept(earlier, later, batches === undefined ? [] : CHANGED_BY_THE_END)
      const dropped = tables.filter((table) => DROPPED_TABLES.includes(table))
      expect(dropped.length).toBeGreaterThan(0)
      expect((await tablesOf(settings)).filter((table) => DROPPED_TABLES.includes(table))).toEqual([])
      tally('rows of an earlier version that are as before', earlier.size)
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
  await console.start('lib/changes/server/reconcile-changes.ts', 'startReconciler')
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
