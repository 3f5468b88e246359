import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { OPERATIONS, type OperationName } from '@/lib/core/operations'
import { tally } from '@/scripts/test/volume.mjs'
import { callOperation } from '@/testing/console/call-operation'
import { cheapHash } from '@/testing/console/cheap-hash'
import { newConsoleDataDir } from '@/testing/console/console-data-dir'
import { CALLBACK, OidcBrowser, oidcSettings } from '@/testing/console/oidc-browser'
import { startOidcProvider, type TestProvider } from '@/testing/console/start-oidc-provider'
import { SCENARIO_IDS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { workOnJobs } from '@/testing/console/work-on-jobs'
import { failEachStatement, runLogged } from '@/testing/database/failing-statements'
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import type { OpenDatabase } from '@/database/open-database'
import { startReconciler } from '@/lib/changes/server/reconcile-changes'
import { runConsoleCommand } from '@/lib/cli/run-console-command'
import { getEnvironment } from './environment'
import { trimIndex } from '@/lib/objects/server/trim-index'
import { settings } from '@/lib/core/server/settings'
import { insertSession } from '@/lib/people/server/sessions'
import { hashToken, newToken } from '@/lib/core/server/http/cookies'
import { isReady } from '@/lib/status/server/is-ready'
import { openConsoleStore } from '@/lib/store/console-store'
import * as indexTables from '@/lib/store/index-schema'
import { jobs } from '@/lib/store/job-schema'
import * as ledgerTables from '@/lib/store/ledger-schema'
import * as tables from '@/lib/store/schema'

// Each statement fails several times in real requests.
vi.setConfig({ testTimeout: 1_800_000 })

const { subscription, invoice, customer } = SCENARIO_IDS
const PASSWORD = 'correct horse battery 4711'
const passwordHash = cheapHash(PASSWORD)
const api = useFakeBillingApi({ LOG_LEVEL: 'debug', CONSOLE_DEMO: '0', LOCAL_AUTH: '1' })
const log: string[] = []
const writing = vi.spyOn(process.stdout, 'write')
let store: OpenDatabase
let provider: TestProvider
let count = 0
const next = () => (count += 1)
const now = () => new Date().toISOString()

beforeAll(async () => {
  process.env.DATA_DIR = await newConsoleDataDir('console-log-statements-')
  store = await openConsoleStore({ databaseUrl: undefined, dataDir: settings().DATA_DIR, poolSize: 1 })
  globalThis.consoleStoreOpening = Promise.resolve(store)
  provider = await startOidcProvider(CALLBACK)
  provider.accounts.set('4711', { email: 'sso-4711@example.com', email_verified: true, groups: ['admins'] })
  provider.login = { accountId: '4711' }
  writing.mockImplementation((text) => log.push(String(text)) > 0)
})
afterAll(async () => {
  writing.mockRestore()
  provider.close()
  globalThis.consoleStoreOpening = undefined
  await store.close()
})

/** Runs a command. */
const command =
  (...args: string[]) =>
  () =>
    runLogged(() => runConsoleCommand(args), log)

async function addUser(email: string): Promise<string> {
  await store.db.insert(tables.users).values({ id: email, email, role: 'admin', passwordHash, createdAt: now() })
  return email
}
const signIn = (userId: string) =>
  store.db.transaction((tx) =>
    insertSession(tx, { userId, method: 'password', peer: '127.0.0.1', userAgent: 'vitest', now: new Date() }),
  )

/** Adds a link for a user, or for the first one. @returns its token */
async function addLink(purpose: 'set-up' | 'reset', userId: string | null): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(Date.now() + 600_000).toISOString()
  await store.db
    .insert(tables.oneTimeLinks)
    .values({ tokenHash: hashToken(token), purpose, userId, createdAt: now(), expiresAt })
  return token
}

async function call(name: OperationName, options: Parameters<typeof callOperation>[1]): Promise<void> {
  const response = await callOperation(name, { peer: `203.0.113.${next() % 250}`, ...options })
  await response.text().catch(() => undefined)
  await getEnvironment().index.written()
  await workOnJobs(getEnvironment())
}

/** The input of an operation, besides the IDs in its path. */
const INPUTS: Partial<Record<OperationName, () => { body?: Record<string, string>; params?: object }>> = {
  closeChange: () => ({ body: { note: 'Closed 4711' } }),
  find: () => ({ body: { id: 'needle 4711' } }),
  suggest: () => ({ body: { text: 'needle 4711' }, params: { text: 'needle 4711' } }),
  listSubscriptions: () => ({ params: { text: 'needle 4711', status: 'active-4711', plan: 'plan-4711', end: 'soon' } }),
  listInvoices: () => ({ params: { text: 'needle 4711', due: 'overdue' } }),
  listCustomers: () => ({ params: { text: 'needle 4711' } }),
  exportSubscriptions: () => ({ params: { text: 'needle 4711' } }),
  exportInvoices: () => ({ params: { text: 'needle 4711' } }),
  exportCustomers: () => ({ params: { text: 'needle 4711' } }),
  getRelated: () => ({ params: { subscriptionId: 'sub-4711', invoiceId: 'inv-4711', customerId: 'cus-4711' } }),
  listDifferences: () => ({ params: { kind: 'subscription', id: 'sub-4711' } }),
  listChanges: () => ({ params: { subscriptionId: 'sub-4711' } }),
  listActivity: () => ({
    params: { actor: 'ann-4711', text: 'needle 4711', objectId: 'sub-4711', objectKind: 'subscription' },
  }),
  exportActivity: () => ({ params: { text: 'needle 4711' } }),
  filterTransactions: () => ({ params: { idContains: 'needle-4711', type: 'type-4711' } }),
  explainChange: () => ({ params: { from: '2026-01-01', to: '2026-02-01' } }),
  addUser: () => ({ body: { email: `new-4711-${next()}@example.com`, role: 'viewer' } }),
  changeUser: () => ({ body: { role: next() % 2 === 0 ? 'agent' : 'viewer' } }),
  listUsers: () => ({ params: { search: 'needle-4711' } }),
}
const PATH_FIELDS: Record<string, string> = {
  id: subscription.active,
  invoiceId: invoice.active,
  externalId: customer.acme,
  customerId: 'cus-4711',
  userId: 'changed-4711@example.com',
  changeId: 'op_4711-unknown',
}
/** Operations with flows of their own. */
const SPECIAL = new Set<string>([
  'cancelSubscription', 'deleteSubscription', 'signIn', 'signOut', 'changePassword', 'endSession', 'setUp',
  'resetPassword', 'stepUp', 'startOidc', 'finishOidc', 'readLedger',
]) // prettier-ignore

/** Returns the flows of the operations that need no more than their input. */
function plainOperations(token: string): Record<string, () => Promise<void>> {
  const names = Object.keys(OPERATIONS).filter(
    (name): name is OperationName => name in OPERATIONS && !SPECIAL.has(name),
  )
  return Object.fromEntries(
    names.map((name) => [
      name,
      () => {
        const { body = {}, params = {} } = INPUTS[name]?.() ?? {}
        const fields = [...OPERATIONS[name].path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => [
          field,
          PATH_FIELDS[field],
        ])
        return call(name, { token, body, params: { ...Object.fromEntries(fields), ...params } })
      },
    ]),
  )
}

/** Cancels or deletes a subscription that is new to the console. */
const change = (name: 'cancelSubscription' | 'deleteSubscription', token: string) => () => {
  const id = `sub-4711-${next()}`
  api().faults.addSubscription(id, { ...plainSubscription, endDate: null })
  return call(name, { token, params: { id }, body: { reason: 'Asked for by 4711', ticket: 'T-4711' } })
}

async function prove(what: string, ...given: Parameters<typeof failEachStatement>) {
  const { statements, missed, failures, lines, texts } = await failEachStatement(...given)
  tally(`statements of ${what} of the console that failed`, statements)
  tally('statements that did not run again', missed.length)
  tally('failures of them', failures)
  tally('lines of log and errors compared', lines)
  expect(lines).toBeGreaterThan(failures / 2)
  // On failure, this lists the statements.
  expect(missed.slice(Math.ceil(statements / 3))).toEqual([])
  return texts
}

it('logs no value when any statement of a command fails', async () => {
  const texts = await prove(
    'a command',
    store.db,
    {
      'setup-link': command('setup-link'),
      setUp: async () => {
        await store.db.delete(tables.users)
        await call('setUp', {
          body: { token: await addLink('set-up', null), email: 'first-4711@example.com', password: PASSWORD },
        })
      },
      'users role': () => command('users', 'role', 'first-4711@example.com', next() % 2 === 0 ? 'agent' : 'viewer')(),
      'users disable': command('users', 'disable', 'first-4711@example.com'),
      'users list': command('users', 'list'),
      'index forget': command('index', 'forget', '--customer', 'acme-4711'),
      'index forget all': command('index', 'forget', '--all'),
      'audit verify': command('audit', 'verify'),
    },
    log,
    ['22P02', '57P03'],
  )
  for (const table of [tables.users, tables.oneTimeLinks, tables.auditEntries])
    expect(texts).toContain(`"${getTableName(table)}"`)
})

it('logs no value when any statement of an operation or of background work fails', async () => {
  const admin = await addUser('admin@example.com')
  const changed = await addUser('changed-4711@example.com')
  const token = await signIn(admin)
  const environment = getEnvironment()
  const { source } = environment.index
  const texts = await prove(
    'an operation',
    store.db,
    {
      ...plainOperations(token),
      cancelSubscription: change('cancelSubscription', token),
      deleteSubscription: change('deleteSubscription', token),
      readLedger: async () => {
        await store.db.delete(ledgerTables.ledgerReads)
        // One that failed waits longer than a proof has.
        await store.db.delete(jobs)
        await call('readLedger', { token, params: { externalId: customer.acme } })
        await workOnJobs(environment)
      },
      signIn: () => call('signIn', { body: { email: changed, password: PASSWORD } }),
      'signIn refused': () =>
        call('signIn', { body: { email: `no-4711-${next()}@example.com`, password: 'wrong 4711' } }),
      signOut: async () => call('signOut', { token: await signIn(changed) }),
      changePassword: async () =>
        call('changePassword', { token: await signIn(changed), body: { password: PASSWORD, newPassword: PASSWORD } }),
      endSession: async () => {
        await signIn(changed)
        await call('endSession', { token: await signIn(changed), params: { sessionId: 'others' } })
      },
      resetPassword: async () =>
        call('resetPassword', { body: { token: await addLink('reset', changed), password: PASSWORD } }),
      stepUp: () => call('stepUp', { token, body: { password: PASSWORD } }),
      'single sign-on': () => new OidcBrowser(oidcSettings(provider)).signIn(),
      // Their timers are too slow for a proof.
      readiness: () => isReady(),
      reconciler: async () => {
        await store.db.update(tables.subscriptionChanges).set({ state: 'UNKNOWN', nextCheckAt: now() })
        await startReconciler(environment, { everyMs: 600_000 })()
      },
      trimming: () => trimIndex(store.db, source, { before: new Date(0), rows: 1 }),
    },
    log,
    ['22P02', '57P03'],
  )
  const all = [...Object.values(tables), ...Object.values(indexTables), ...Object.values(ledgerTables), jobs]
  const names = all.flatMap((table) => (is(table, PgTable) ? getTableName(table) : []))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !texts.includes(`"${name}"`))).toEqual([])
})
