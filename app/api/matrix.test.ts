import { readdirSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConsoleOperation } from '@/contract/console/operation'
import { CONSOLE_OPERATIONS, type ConsoleOperationName } from '@/contract/console/operations'
import { type Permission, type Role, ROLES } from '@/contract/console/roles'
import type { OpenDatabase } from '@/database/open-database'
import * as otherMethods from '@/lib/server/http/other-methods'
import { hashToken, newToken } from '@/lib/server/sign-in/cookies'
import { openConsoleStore } from '@/lib/server/store/console-store'
import { accessKeys, sessions, users } from '@/lib/server/store/schema'
import { newConsoleDataDir } from '@/testing/console/console-data-dir'
import { ROLES_ALLOWED } from '@/testing/console/roles-allowed'
import { useFakeBillingApi, SCENARIO_IDS } from '@/testing/console/use-fake-billing-api'
import { tally } from '../../scripts/test/volume.mjs'

/*
 * Checks the permission of each role on each route. It calls the route modules directly, without `proxy.ts`, which
 * decides no permission. `e2e/matrix.spec.ts` checks the built console and its pages, in prove.
 */

/** The disabled user and the user with the expired session are admins. */
const CALLERS = ['visitor', 'viewer', 'agent', 'admin', 'disabled', 'expired'] as const
type Caller = (typeof CALLERS)[number]

const MAY: Record<Permission, readonly Caller[]> = { public: CALLERS, ...ROLES_ALLOWED }

/**
 * Valid requests for operations with side effects; the others send nothing, because the permission is checked first.
 */
const BODIES: Partial<Record<ConsoleOperationName, () => object>> = {
  cancelSubscription: () => ({ reason: 'Matrix' }),
  deleteSubscription: () => ({ reason: 'Matrix' }),
  find: () => ({ id: SCENARIO_IDS.invoice.active }),
  addUser: () => ({ email: `${newToken()}@example.com`, role: 'viewer' }),
  changeUser: () => ({ role: 'agent' }),
}
const PARAMS: Record<string, string> = {
  id: SCENARIO_IDS.subscription.upcoming,
  invoiceId: SCENARIO_IDS.invoice.active,
  externalId: SCENARIO_IDS.customer.acme,
  exportId: 'a'.repeat(32),
  userId: 'changed',
}

const roleOf = (caller: Caller | 'changed') => {
  if (caller === 'changed') return 'viewer'
  return caller === 'viewer' || caller === 'agent' ? caller : 'admin'
}

const OTHERS = new Map(Object.entries(otherMethods))
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
  for (const caller of [...CALLERS, 'changed'] as const)
    await store.db.insert(users).values({
      id: caller,
      email: `${caller}@example.com`,
      role: roleOf(caller),
      createdAt: new Date().toISOString(),
      disabledAt: caller === 'disabled' ? new Date().toISOString() : null,
    })
})
afterAll(async () => {
  tally('requests of the matrix role × route × method', cells)
  await store.close()
})

interface Route {
  name: ConsoleOperationName
  method: string
  path: string
}

const names = Object.keys(CONSOLE_OPERATIONS).filter((name): name is ConsoleOperationName => name in CONSOLE_OPERATIONS)
const routes: Route[] = names.map((name) => ({ name, ...CONSOLE_OPERATIONS[name] }))

/** Every file under `app/api` except the catch-all route, and those without an operation of their own. */
const files = readdirSync(apiFolder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('route.ts') && !/^(\[\[\.\.\.path\]\]|mcp|tickets)\//.test(file),
)
const pathOfFile = (file: string) => `/api/${dirname(file)}`.replaceAll(/\[(\w+)\]/g, '{$1}')
const fileOfPath = (path: string) =>
  join(apiFolder, path.slice('/api/'.length).replaceAll(/\{(\w+)\}/g, '[$1]'), 'route.ts')
const moduleOf = async (path: string): Promise<Record<string, unknown>> => import(fileOfPath(path))

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
  const params = Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => [field, PARAMS[field] ?? 'none']),
  )
  const isWrite = method !== 'GET' && method !== 'HEAD'
  const ours = { origin: `http://${host}`, 'content-type': 'application/json', 'x-billing-console': '1' }
  const request = new Request(`http://${host}${path}`, {
    method,
    headers: { host, cookie, ...(isWrite && ours), ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: isWrite ? JSON.stringify(BODIES[name]?.() ?? {}) : undefined,
  })
  const handler = (await moduleOf(path))[method === 'HEAD' ? 'GET' : method]
  if (typeof handler !== 'function') throw new Error(`${path} has no ${method}`)
  const response: Response = await handler(request, { params: Promise.resolve(params) })
  const text = await response.text()
  const code: unknown = text.startsWith('{') ? JSON.parse(text).code : undefined
  return { status: response.status, code }
}

test('maps each operation to one route, and each route to one operation', async () => {
  const served = await Promise.all(
    files.map(async (file) =>
      Object.entries(await moduleOf(pathOfFile(file)))
        .filter(([method, handler]) => handler !== OTHERS.get(method))
        .map(([method]) => `${method} ${pathOfFile(file)}`),
    ),
  )
  expect(served.flat().toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted())
})

test('rejects the methods that a route does not export with 405, and lists the accepted ones', async () => {
  for (const file of files) {
    const verbs = await moduleOf(pathOfFile(file))
    expect(Object.keys(verbs)).toEqual(expect.arrayContaining([...OTHERS.keys()]))
    const path = pathOfFile(file).replaceAll(/\{\w+\}/g, 'x')
    const own = routes.filter((route) => route.path === pathOfFile(file)).map(({ method }) => method)
    const refused = [...OTHERS].filter(([method, refuse]) => verbs[method] === refuse)
    for (const [method, refuse] of refused) {
      const { status, headers } = refuse(new Request(`http://${host}${path}`, { method, headers: { host } }))
      expect([method, path, status]).toEqual([method, path, method === 'OPTIONS' ? 204 : 405])
      expect(headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(own))
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

describe.each(routes)('$method $path', (route) => {
  const { permission }: ConsoleOperation = CONSOLE_OPERATIONS[route.name]
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
    for (const route of routes) {
      const { permission, byKey }: ConsoleOperation = CONSOLE_OPERATIONS[route.name]
      const isAllowed = byKey === true && MAY[permission].includes(role)
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
