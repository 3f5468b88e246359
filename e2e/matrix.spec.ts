import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CONSOLE_OPERATIONS, type ConsoleOperationName } from '@/contract/console/operations'
import { CSRF_HEADER } from '@/contract/console/request-headers'
import type { Permission, Role } from '@/contract/console/roles'
// oxlint-disable-next-line no-restricted-imports -- the table is shared with the tests of the routes
import { ROLES_ALLOWED } from '@/testing/console/roles-allowed'
import { PROVE_ONLY, tally } from '../scripts/test/volume.mjs'
import { ADMIN, cookieOf, startSession } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'

/*
 * Tests the permissions of the built console over HTTP: every route, page, method and role. `app/api/matrix.test.ts` tests
 * the route modules without `proxy.ts`.
 */

type Caller = Role | 'visitor' | 'disabled' | 'signed out'
const CALLERS: readonly Caller[] = ['visitor', 'viewer', 'agent', 'admin', 'disabled', 'signed out']
const SIGNED_IN: readonly Caller[] = ['viewer', 'agent', 'admin']
const MAY: Record<Permission, readonly Caller[]> = { public: CALLERS, ...ROLES_ALLOWED }
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const PARAMS: Record<string, string> = {
  id: SCENARIO_IDS.subscription.upcoming,
  invoiceId: SCENARIO_IDS.invoice.active,
  externalId: SCENARIO_IDS.customer.acme,
  exportId: 'a'.repeat(32),
}
const BODIES: Partial<Record<ConsoleOperationName, object>> = {
  cancelSubscription: { reason: 'Matrix' },
  deleteSubscription: { reason: 'Matrix' },
  find: { id: SCENARIO_IDS.invoice.active },
  addUser: { email: 'more@example.com', role: 'viewer' },
}
/** Signing out would end the session of the other requests. */
const ENDS_SESSION: readonly string[] = ['/api/sign-out']

const isName = (name: string): name is ConsoleOperationName => name in CONSOLE_OPERATIONS
const operations = Object.keys(CONSOLE_OPERATIONS)
  .filter(isName)
  .map((name) => ({ name, ...CONSOLE_OPERATIONS[name] }))

/** Returns each page file, its URL with existing ids, and its operation. */
function pages() {
  return readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('page.tsx'))
    .map((file) => {
      const [, name = ''] =
        /^export default (?:consolePage|publicPage)\('(\w+)'/m.exec(readFileSync(join('app', file), 'utf8')) ?? []
      const segments = dirname(file)
        .split('/')
        .filter((part) => part !== '.' && !part.startsWith('('))
      const path = `/${segments.join('/')}`.replaceAll(/\[(\w+)\]/g, (_, field: string) =>
        encodeURIComponent(PARAMS[field] ?? 'none'),
      )
      const permission: Permission = isName(name) ? CONSOLE_OPERATIONS[name].permission : 'public'
      return { path, permission }
    })
}

const MAX_ATTEMPTS = 5

/**
 * Sends a request up to `times` times. `reached` is true when each attempt reached the billing API: the console's checks of
 * earlier changes may reach it during any one of them.
 */
async function sendAndDetectApiCall<Result>(
  { requests }: { requests: readonly unknown[] },
  send: () => Promise<Result>,
  times: number,
): Promise<{ result: Result; reached: boolean }> {
  const before = requests.length
  const result = await send()
  if (requests.length === before) return { result, reached: false }
  return times > 1 ? sendAndDetectApiCall({ requests }, send, times - 1) : { result, reached: true }
}

test(
  'a route and a page are for whom the operation’s permission says',
  { tag: PROVE_ONLY },
  async ({ startConsoleFor, fakeApi }) => {
    test.setTimeout(600_000)
    // A console of its own: another admin changes what other tests may do to the only one.
    const { consoleUrl } = await startConsoleFor(fakeApi)
    const cookies = await cookiesOfAll(consoleUrl)
    let cells = 0
    const wrong: string[] = []
    const paths = new Set(operations.map(({ path }) => path))
    for (const path of paths)
      for (const method of METHODS)
        for (const caller of CALLERS) {
          const operation = operations.find(
            (one) => one.path === path && one.method === (method === 'HEAD' ? 'GET' : method),
          )
          if (operation && ENDS_SESSION.includes(path) && SIGNED_IN.includes(caller)) continue
          cells += 1
          const isAllowed = operation !== undefined && MAY[operation.permission].includes(caller)
          const request = () => ask(consoleUrl, path, method, cookies[caller], operation && BODIES[operation.name])
          const { result, reached } = await sendAndDetectApiCall(fakeApi, request, isAllowed ? 1 : MAX_ATTEMPTS)
          const { status, code } = result
          const what = `${method} ${path} by ${caller}: ${status} ${String(code)}`
          if (!operation) {
            if (!(method === 'OPTIONS' ? [204, 405] : [400, 405]).includes(status) || reached) wrong.push(what)
          } else if (MAY[operation.permission].includes(caller)) {
            if (code === 'not_allowed' || code === 'sign_in_required' || status === 403) wrong.push(what)
          } else if (status !== (SIGNED_IN.includes(caller) ? 403 : 401) || reached) wrong.push(what)
        }
    for (const { path, permission } of pages())
      for (const caller of CALLERS) {
        cells += 1
        const request = () => fetch(consoleUrl + path, { redirect: 'manual', headers: { cookie: cookies[caller] } })
        const { result: response, reached } = await sendAndDetectApiCall(fakeApi, request, MAX_ATTEMPTS)
        const html = await response.text()
        const what = `page ${path} by ${caller}: ${response.status} ${response.headers.get('location')}`
        const isRefused = html.includes('You don’t have access')
        if (MAY[permission].includes(caller)) {
          if (isRefused || response.headers.get('location')?.startsWith('/sign-in')) wrong.push(what)
        } else if (
          reached ||
          (SIGNED_IN.includes(caller) ? !isRefused : !response.headers.get('location')?.startsWith('/sign-in'))
        )
          wrong.push(what)
      }
    expect(wrong).toEqual([])
    tally('requests of the matrix role × route or page × method, over HTTP', cells)
  },
)

async function ask(consoleUrl: string, template: string, method: string, cookie: string, body: object = {}) {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(PARAMS[field] ?? 'none'))
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method)
  const headers = {
    cookie,
    origin: consoleUrl,
    'content-type': 'application/json',
    [CSRF_HEADER.name]: CSRF_HEADER.value,
  }
  const response = await fetch(consoleUrl + path, {
    method,
    redirect: 'manual',
    headers: isRead ? { cookie } : headers,
    body: isRead ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  const code: unknown = text.startsWith('{') ? JSON.parse(text).code : undefined
  return { status: response.status, code }
}

/** Adds users of each role as the admin. One is disabled and one is signed out. */
async function cookiesOfAll(consoleUrl: string): Promise<Record<Caller, string>> {
  const admin = cookieOf(consoleUrl)
  const post = async (path: string, body: object) => {
    const headers = {
      cookie: admin,
      origin: consoleUrl,
      'content-type': 'application/json',
      [CSRF_HEADER.name]: CSRF_HEADER.value,
    }
    const response = await fetch(consoleUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.status, `POST ${path}`).toBe(200)
    return response.json()
  }
  /** Adds a user and sets the password through the invitation link. */
  const add = async (name: string, role: Role) => {
    const { user, link } = await post('/api/users', { email: `${name}@example.com`, role })
    const token = new URL(link.path, consoleUrl).searchParams.get('token') ?? ''
    const form = new URLSearchParams({ token, password: ADMIN.password })
    const headers = { origin: consoleUrl, 'content-type': 'application/x-www-form-urlencoded' }
    const reset = await fetch(`${consoleUrl}/api/reset`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: form.toString(),
    })
    expect(reset.status).toBe(303)
    return {
      id: String(user.id),
      cookie: await startSession(consoleUrl, { email: `${name}@example.com`, password: ADMIN.password }),
    }
  }
  const [viewer, agent, disabled, gone] = [
    await add('viewer', 'viewer'),
    await add('agent', 'agent'),
    await add('disabled', 'admin'),
    await add('gone', 'admin'),
  ]
  await post(`/api/users/${disabled.id}`, { disabled: true })
  await fetch(`${consoleUrl}/api/sign-out`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: gone.cookie, origin: consoleUrl, 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  })
  return {
    visitor: '',
    viewer: viewer.cookie,
    agent: agent.cookie,
    admin,
    disabled: disabled.cookie,
    'signed out': gone.cookie,
  }
}
