import { readdirSync, readFileSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isValidElement, type ReactNode } from 'react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { consolePage, printPage } from '@/components/shell/console-page'
import { publicPage } from '@/components/people/public-page'
import { OPERATIONS, type OperationName } from '@/lib/core/operations'
import type { Problem } from '@/lib/core/problem'
import { type Permission, type Role, ROLES } from '@/lib/core/roles'
import type { OpenDatabase } from '@/database/open-database'
import * as otherMethods from '@/lib/other-methods'
import { hashToken, newToken } from '@/lib/core/server/http/cookies'
import { openConsoleStore } from '@/lib/store/console-store'
import { accessKeys, sessions, users } from '@/lib/store/schema'
import { newConsoleDataDir } from '@/testing/console/console-data-dir'
import { serveApi } from '@/testing/console/serve-api'
import { PERMISSION_TABLE, ROLES_ALLOWED } from '@/testing/console/permission-table'
import { useFakeBillingApi, SCENARIO_IDS } from '@/testing/console/use-fake-billing-api'
import { tally } from '@/scripts/test/volume.mjs'

/*
 * Asks one operation of each kind, permission and key rule as each caller, and pages too: `handle` and `consolePage` decide
 * for all alike. `operations.test.ts` compares every operation with the table. This calls the route modules directly,
 * without `proxy.ts`, which decides no permission.
 */

/** The disabled user and the user with the expired session are admins. */
const CALLERS = ['visitor', 'viewer', 'agent', 'admin', 'disabled', 'expired'] as const
type Caller = (typeof CALLERS)[number]

const MAY: Record<Permission, readonly Caller[]> = { public: CALLERS, ...ROLES_ALLOWED }

/**
 * Valid requests for operations with side effects; the others send nothing, because the permission is checked first.
 */
const BODIES: Partial<Record<OperationName, () => object>> = {
  cancelSubscription: () => ({ reason: 'Matrix' }),
  deleteSubscription: () => ({ reason: 'Matrix' }),
  addUser: () => ({ email: `${newToken()}@example.com`, role: 'viewer' }),
}
const PARAMS: Record<string, string> = {
  id: SCENARIO_IDS.subscription.upcoming,
  invoiceId: SCENARIO_IDS.invoice.active,
  externalId: SCENARIO_IDS.customer.acme,
}

const roleOf = (caller: Caller) => (caller === 'viewer' || caller === 'agent' ? caller : 'admin')

const OTHERS: ReadonlyMap<string, unknown> = new Map(Object.entries(otherMethods))
const apiFolder = dirname(fileURLToPath(import.meta.url))
const host = '127.0.0.1:3000'
const api = useFakeBillingApi({ CONSOLE_DEMO: '0' })
let store: OpenDatabase
let cells = 0

beforeAll(async () => {
  store = await openConsoleStore({
    databaseUrl: undefined,
    dataDir: await newConsoleDataDir('console-matrix-'),
    poolSize: 1,
  })
  globalThis.consoleStoreOpening = Promise.resolve(store)
  for (const caller of CALLERS)
    await store.db.insert(users).values({
      id: caller,
      email: `${caller}@example.com`,
      role: roleOf(caller),
      createdAt: new Date().toISOString(),
      disabledAt: caller === 'disabled' ? new Date().toISOString() : null,
    })
})
afterAll(async () => {
  tally('requests of the matrix caller × kind of operation or page', cells)
  await store.close()
})

interface Route {
  name: OperationName
  method: string
  path: string
}

const names = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS)
const routes: Route[] = names.map((name) => ({ name, ...OPERATIONS[name] }))

/** The first operation of each kind, permission and key rule. */
const samples = [
  ...new Map(
    routes.toReversed().map((route) => {
      const { permission, byKey } = PERMISSION_TABLE[route.name]
      return [[OPERATIONS[route.name].kind, permission, byKey].join(), route]
    }),
  ).values(),
].toReversed()

/** The files under `app/api` beside the catch-all route, without those that have no operation of their own. */
const files = readdirSync(apiFolder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('route.ts') && !/^(\[\[\.\.\.path\]\]|mcp|tickets)\//.test(file),
)
const pathOfFile = (file: string) => `/api/${dirname(file)}`.replaceAll(/\[(\w+)\]/g, '{$1}')

/** Starts a new session for each request: some operations end it. */
async function cookieOf(caller: Caller): Promise<string> {
  if (caller === 'visitor') return ''
  const token = newToken()
  const at = new Date().toISOString()
  const seenAt = caller === 'expired' ? new Date(Date.now() - 31 * 60_000).toISOString() : at
  await store.db.insert(sessions).values({
    tokenHash: hashToken(token),
    id: `ses_${newToken()}`,
    userId: caller,
    createdAt: seenAt,
    seenAt,
    authenticatedAt: at,
    method: 'password',
    peer: '127.0.0.1',
    userAgent: 'vitest',
  })
  return `console-session=${token}`
}

const after = (ms: number) => new Date(Date.now() + ms).toISOString()

/** Makes an access key of the admin for each request: their rate is limited. */
async function keyOf(role: Role): Promise<string> {
  const key = newToken()
  const row = {
    id: `key_${newToken()}`,
    tokenHash: hashToken(key),
    userId: 'admin',
    name: 'Matrix',
    role,
    addresses: '',
  }
  await store.db.insert(accessKeys).values({ ...row, createdAt: after(0), expiresAt: after(60_000) })
  return key
}

/** Returns everything that a request could change, except the session's last use and the audit. */
async function stateOfStore(): Promise<unknown> {
  const { rows } = await store.db.execute(`select
    (select string_agg(row_to_json(t)::text, ',' order by t.id) from console.users t) as users,
    (select string_agg(t.token_hash || t.authenticated_at, ',' order by t.token_hash) from console.sessions t) as sessions,
    (select string_agg(t::text, ',' order by t.token_hash) from console.one_time_links t) as links,
    (select string_agg(t::text, ',' order by t.state_hash) from console.pending_sign_ins t) as pending,
    (select string_agg(t::text, ',' order by t.key) from console.failed_attempts t) as attempts`)
  return rows[0]
}

interface Outcome {
  status: number
  code: unknown
}

async function ask({ name, path }: Route, method: string, cookie: string, key?: string): Promise<Outcome> {
  cells += 1
  const isWrite = method !== 'GET' && method !== 'HEAD'
  const ours = { origin: `http://${host}`, 'content-type': 'application/json', 'x-billing-console': '1' }
  const address = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(PARAMS[field] ?? 'none'))
  const request = new Request(`http://${host}${address}`, {
    method,
    headers: { host, cookie, ...(isWrite && ours), ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: isWrite ? JSON.stringify(BODIES[name]?.() ?? {}) : undefined,
  })
  const response = await serveApi(request)
  const text = await response.text()
  const code: unknown = text.startsWith('{') ? JSON.parse(text).code : undefined
  return { status: response.status, code }
}

// `check-guards.test.ts` shows that a route exports nothing else. Next prefers a file to the catch-all route.
test('a path with a file of its own has all its operations there, and refuses the other methods', async () => {
  expect(files).toHaveLength(4)
  for (const file of files) {
    const path = pathOfFile(file)
    const own = routes.filter((route) => route.path === path)
    const served = [
      ...readFileSync(join(apiFolder, file), 'utf8').matchAll(/^export const (\w+) = handle\('(\w+)'\)$/gm),
    ]
    expect(served.map(([, method, name]) => [method, name])).toEqual(own.map(({ method, name }) => [method, name]))
    const verbs: Record<string, unknown> = await import(join(apiFolder, file))
    expect(Object.keys(verbs)).toEqual(expect.arrayContaining([...OTHERS.keys()]))
  }
})

test('rejects the methods that a path does not have with 405, and lists the accepted ones', async () => {
  for (const path of new Set(routes.map((route) => route.path))) {
    const own = routes.filter((route) => route.path === path).map(({ method }): string => method)
    const accepted = [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted()
    for (const method of [...OTHERS.keys()].filter((each) => !own.includes(each))) {
      const address = `http://${host}${path.replaceAll(/\{\w+\}/g, 'x')}`
      const { status, headers } = await serveApi(new Request(address, { method, headers: { host } }))
      expect([method, path, status]).toEqual([method, path, method === 'OPTIONS' ? 204 : 405])
      expect(headers.get('allow')?.split(', ')).toEqual(accepted)
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('content-type')).toBe(method === 'OPTIONS' ? null : 'application/problem+json; charset=utf-8')
    }
  }
})

/**
 * Compares the problem code, or for HEAD the status alone. A public operation may return 401 itself, for a wrong
 * password.
 */
const isRefusal = ({ status, code }: Outcome, permission: Permission) =>
  code === 'sign_in_required' || code === 'not_allowed' || (permission !== 'public' && [401, 403].includes(status))

describe.each(samples)('$name: $method $path', (route) => {
  const { permission } = PERMISSION_TABLE[route.name]
  const allowed = MAY[permission]
  const methods = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]
  const others = CALLERS.filter((caller) => !allowed.includes(caller))

  test.each(methods)(`%s allows ${allowed.join(', ')}`, async (method) => {
    const refused = []
    for (const caller of allowed)
      if (isRefusal(await ask(route, method, await cookieOf(caller)), permission)) refused.push(caller)
    expect(refused).toEqual([])
  })

  test.runIf(others.length > 0).each(methods)(
    `%s rejects ${others.join(', ')}, and changes nothing`,
    async (method) => {
      const cookies = await Promise.all(others.map(async (caller) => [caller, await cookieOf(caller)] as const))
      const before = { store: await stateOfStore(), requests: api().requests.length }
      const statuses = []
      for (const [caller, cookie] of cookies) statuses.push([caller, (await ask(route, method, cookie)).status])
      expect(statuses).toEqual(others.map((caller) => [caller, ['viewer', 'agent'].includes(caller) ? 403 : 401]))
      expect({ store: await stateOfStore(), requests: api().requests.length }).toEqual(before)
    },
  )
})

/** With the session of an admin beside it, which does not count. */
test.each(ROLES)(
  'an access key with the role %s runs the operations that say so, as far as its role may',
  async (role) => {
    const wrong = []
    for (const route of samples) {
      const { permission, byKey } = PERMISSION_TABLE[route.name]
      const isAllowed = byKey && MAY[permission].includes(role)
      const cookie = await cookieOf('admin')
      for (const method of route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]) {
        const key = await keyOf(role)
        const before = await stateOfStore()
        const { status, code } = await ask(route, method, cookie, key)
        const isRefused = status === 403 && (method === 'HEAD' || code === 'not_allowed')
        const hasChanged = JSON.stringify(await stateOfStore()) !== JSON.stringify(before)
        if (isRefused === isAllowed || status === 401 || hasChanged) wrong.push([route.name, method, status, code])
      }
    }
    expect(wrong).toEqual([])
  },
)

let pageHeaders = new Headers()
vi.mock('next/headers', () => ({ headers: async () => pageHeaders, cookies: async () => new Map() }))
// Test files share a process, and the mocks of it.
afterAll(() => vi.doUnmock('next/headers'))

type PageGuard = (render: () => string) => () => Promise<ReactNode>
const PAGES: [string, OperationName, PageGuard][] = [
  ...(['getSubscription', 'deleteSubscription', 'listUsers'] as const).flatMap(
    (name): [string, OperationName, PageGuard][] => [
      ['consolePage', name, (render) => () => consolePage(name, render)({})],
      ['printPage', name, (render) => () => printPage(name, render)({})],
    ],
  ),
  ...(['stepUp', 'signIn'] as const).map((name): [string, OperationName, PageGuard] => [
    'publicPage',
    name,
    (render) => () => publicPage(name, render)({ searchParams: Promise.resolve({}) }),
  ]),
]

/** Returns how a page receives the caller. Only an allowed caller makes it render, and so read anything. */
async function openPage(guard: PageGuard, caller: Caller): Promise<'content' | 'not_allowed' | 'sign-in'> {
  cells += 1
  pageHeaders = new Headers({ host, cookie: await cookieOf(caller), 'x-console-path': '/' })
  const render = vi.fn<() => string>(() => 'content')
  const received = await guard(render)().then(
    (content) => (isValidElement<{ problem?: Problem }>(content) && content.props.problem ? 'not_allowed' : 'content'),
    (error: unknown) => {
      expect(Object(error).digest).toMatch(/^NEXT_REDIRECT;\w+;\/sign-in\b/)
      return 'sign-in' as const
    },
  )
  expect(render).toHaveBeenCalledTimes(received === 'content' ? 1 : 0)
  return received
}

// `check-guards.test.ts` shows that each page has a guard that names an operation.
test.each(PAGES)('%s shows the page of %s to whom its permission allows', async (_, name, guard) => {
  const allowed = MAY[PERMISSION_TABLE[name].permission]
  for (const caller of CALLERS) {
    const refusal = caller === 'viewer' || caller === 'agent' ? 'not_allowed' : 'sign-in'
    expect([caller, await openPage(guard, caller)]).toEqual([caller, allowed.includes(caller) ? 'content' : refusal])
  }
})
