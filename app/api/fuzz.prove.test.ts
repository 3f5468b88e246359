import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NextRequest } from 'next/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { Problem } from '@/lib/core/problem'
import { consoleStore } from '@/lib/store/console-store'
import { sessions, users } from '@/lib/store/schema'
import { newConsoleDataDir } from '@/testing/console/console-data-dir'
import { isBillingRequest } from '@/testing/console/is-billing-request'
import { type ConsoleRequest, randomConsoleRequest } from '@/testing/console/random-console-request'
import { seededRandom } from '@/testing/console/seeded-random'
import { useFakeBillingApi, SCENARIO_IDS } from '@/testing/console/use-fake-billing-api'
import { config, proxy } from '@/proxy'
import { tally } from '@/scripts/test/volume.mjs'

const api = useFakeBillingApi()
vi.setConfig({ testTimeout: 3_000_000 })
/** `FUZZ_SEED` repeats a failed run with the same number of requests. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const REQUESTS = 100_000
const BATCH_SIZE = 8
/** The minimum share of each kind of response: fewer means that the run never got past the first checks. */
const MIN_SHARES: Readonly<Record<number, number>> = { 200: 0.02, 400: 0.1, 403: 0.05, 404: 0.02, 415: 0.005 }
const HOST = '127.0.0.1:3000'
const { subscription, invoice, customer } = SCENARIO_IDS
const targets = {
  host: HOST,
  ids: [subscription.active, subscription.upcoming, invoice.active, customer.acme, customer.empty] as const,
}
const folder = fileURLToPath(new URL('.', import.meta.url))
/** Every route file by its path, the catch-all route last. */
const routes: { names: string[]; pattern: RegExp; verbs: Record<string, unknown>; isCatchAll: boolean }[] = []

beforeAll(async () => {
  process.env.DATA_DIR = await newConsoleDataDir('console-fuzz-')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('/route.ts'))
  for (const file of files) {
    const path = `/api/${file.replace(/\/route\.ts$/, '')}`
    const verbs: unknown = await import(/* @vite-ignore */ `${folder}${file}`)
    const names = [...path.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => name)
    const pattern = new RegExp(
      `^${path.replace(/\/\[\[\.{3}path\]\]$/, '(?:/.*)?').replaceAll(/\[\w+\]/g, '([^/]+)')}$`,
    )
    routes.push({ names, pattern, verbs: Object(verbs), isCatchAll: path.includes('[[') })
  }
  routes.sort(
    (one, other) => Number(one.isCatchAll) - Number(other.isCatchAll) || one.names.length - other.names.length,
  )
})

/** The proxy's matchers of a path are regular expressions without parameters. */
const IS_PROXIED = new RegExp(`^(${config.matcher.filter((source) => typeof source === 'string').join('|')})$`)

/**
 * Routes a request like Next: the proxy where it runs, then the matching route with decoded parameters; undefined when none
 * matches.
 */
async function route({ method, path, headers, body }: ConsoleRequest): Promise<Response | undefined> {
  const url = `http://${HOST}${path}`
  const { pathname } = new URL(url)
  const early = IS_PROXIED.test(pathname) ? proxy(new NextRequest(url, { method, headers, body })) : undefined
  if (early && early.headers.get('x-middleware-next') !== '1') return early
  for (const { pattern, names, verbs, isCatchAll } of routes) {
    const found = pattern.exec(pathname)
    if (!found) continue
    const verb = verbs[method === 'HEAD' && !('HEAD' in verbs) ? 'GET' : method]
    if (typeof verb !== 'function') return undefined
    const params = isCatchAll
      ? { path: pathname.split('/').slice(2).map(decodeURIComponent) }
      : Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]))
    const response: unknown = await verb(new Request(url, { method, headers, body }), {
      params: Promise.resolve(params),
    })
    return response instanceof Response ? response : undefined
  }
  return undefined
}

interface Checked {
  status: number
  /** The violations with their request; empty when there is none. */
  violations: string[]
}

const isSession = (cookie: string) => /console-session=[^;]/.test(cookie)

async function check(sent: ConsoleRequest): Promise<Checked | undefined> {
  const response = await route(sent)
  if (response === undefined) return undefined
  const { status, headers } = response
  const violations = headers.getSetCookie().some(isSession) ? ['gives a session'] : []
  if (status < 400) await response.body?.cancel()
  else violations.push(...violationsIn(await response.text(), response, sent))
  return { status, violations: violations.map((fault) => `${fault}: ${JSON.stringify(sent)}`) }
}

/**
 * Returns what is wrong with an error response: it must be a problem, or a page for a browser, and not an internal
 * error.
 */
function violationsIn(text: string, { status, headers }: Response, sent: ConsoleRequest): string[] {
  const type = headers.get('content-type') ?? ''
  const leaks = text.includes(api().key) ? ['leaks the key'] : []
  if (type.startsWith('text/html')) return sent.headers.accept?.includes('text/html') === true ? leaks : ['is a page']
  if (type !== 'application/problem+json; charset=utf-8') return [`is ${type}`]
  const problem = Problem.safeParse(JSON.parse(text))
  if (!problem.success || problem.data.status !== status) return ['is no problem']
  const isOurs = status >= 500 && !['console_busy', 'overloaded'].includes(problem.data.code)
  return isOurs ? [problem.data.code] : leaks
}

test('the console’s API never fails, leaks or signs in on arbitrary requests', async () => {
  expect(routes).toHaveLength(8)
  console.log(`FUZZ_SEED=${SEED}`)
  const random = seededRandom(SEED)
  const statuses = new Map<number, number>()
  let count = 0
  for (let first = 0; first < REQUESTS; first += BATCH_SIZE) {
    const batch = Array.from({ length: BATCH_SIZE }, () => randomConsoleRequest(random, targets))
    const checked = await Promise.all(batch.map(check))
    expect(checked.flatMap((each) => each?.violations ?? [])).toEqual([])
    count += checked.length
    for (const each of checked) if (each) statuses.set(each.status, (statuses.get(each.status) ?? 0) + 1)
  }
  const { requests } = api()
  expect(requests.filter((request) => !isBillingRequest(request))).toEqual([])
  expect(requests.length).toBeGreaterThan(0)
  const store = await consoleStore()
  expect(await store.$count(sessions)).toBe(0)
  expect(await store.$count(users)).toBe(0)
  const isRare = ([status, share]: [string, number]) => (statuses.get(Number(status)) ?? 0) / count < share
  expect(Object.entries(MIN_SHARES).filter(isRare)).toEqual([])
  console.log('Statuses:', Object.fromEntries(statuses))
  tally('random requests to the console’s API', count)
})
