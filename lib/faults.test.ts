import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OPERATIONS, type OperationName } from '@/lib/core/operations'
import { Problem } from '@/lib/core/problem'
import { FAULTS, faultId, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { tally, volume } from '@/scripts/test/volume.mjs'
import { BillingClient, type CallRecord } from '@/lib/billing-api/server/billing-client'
import { getEnvironment } from './environment'
import { settings } from '@/lib/core/server/settings'
import { Slots } from '@/lib/core/server/slots'
import { handle } from './handle'

/*
 * Every fault of the fake billing API on every route that calls it. `npm test` tries each fault on one route with short
 * deadlines; `npm run prove` tries all combinations with the default deadlines.
 */

const READ_MS = volume({ test: 500, prove: 5_000 })
const WRITE_MS = volume({ test: 800, prove: 10_000 })
const GRACE_MS = 250
/** Concurrent requests, besides those that only wait. */
const REQUESTS_AT_ONCE = 6
/** Faults that keep a route waiting until its deadline. They run together, slightly staggered. */
const WAITING = ['hang-before', 'hang-after', 'slow', 'drip', 'stall']
const APART_MS = 30

const api = useFakeBillingApi({
  BILLING_API_READ_TIMEOUT_MS: String(READ_MS),
  BILLING_API_WRITE_TIMEOUT_MS: String(WRITE_MS),
  // Enough slots to send all concurrent requests.
  BILLING_API_READS_AT_ONCE: '200',
  BILLING_API_WRITES_AT_ONCE: '50',
  BILLING_API_RETRY_PERCENT: '10',
})
vi.setConfig({ testTimeout: volume({ test: 120_000, prove: 600_000 }) })
const HOST = '127.0.0.1:3000'
/** Problems that mean that the console sent no request. */
const NOT_ASKED = ['overloaded', 'api_paused', 'console_busy']

/** The operations that ask the billing API at once, whatever the console has stored. */
const routes = [
  'getSubscription',
  'getRawSubscription',
  'cancelSubscription',
  'deleteSubscription',
  'getInvoice',
  'getRawInvoice',
  'compareInvoices',
  'listTransactions',
  'listRawTransactions',
  'find',
  'printInvoice',
  'downloadInvoiceCsv',
  'exportTransactions',
  'readLedger',
] as const satisfies OperationName[]
/** The codes that a fault of the billing API may have. */
const FAULT_ERRORS = [
  'key_not_accepted',
  'not_found',
  'refused',
  'overloaded',
  'api_paused',
  'api_failed',
  'unreadable_response',
  'response_broke_off',
  'unreachable',
  'timed_out',
  'not_sent',
]
const isChange = (name: OperationName) => OPERATIONS[name].kind === 'change'

interface FaultResult {
  fault: string
  route: OperationName
  id: string
  status: number
  type: string
  text: string
  requestId: string
}

async function runFault(fault: string, route: OperationName, id = faultId(fault, route)): Promise<FaultResult> {
  const { method, path } = OPERATIONS[route]
  const fields: Record<string, string> = {
    ...(route === 'find' && { id }),
    ...(isChange(route) && { reason: 'Faults' }),
  }
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, id]))
  const isGet = method === 'GET'
  const ours = { origin: `http://${HOST}`, 'content-type': 'application/json', 'x-billing-console': '1' }
  const request = new Request(`http://${HOST}/api`, {
    method,
    headers: { host: HOST, ...(!isGet && ours) },
    ...(!isGet && { body: JSON.stringify(fields) }),
  })
  const response = await handle(route)(request, { params: Promise.resolve(params) })
  const text = await response.text()
  const [type, requestId] = ['content-type', 'x-request-id'].map((name) => response.headers.get(name) ?? '')
  return { fault, route, id, status: response.status, type: type ?? '', requestId: requestId ?? '', text }
}

/** Returns what is wrong with the response to a fault; an empty list when it is correct. */
function violationsOf({ fault, route, id, status, type, text, requestId }: FaultResult): string[] {
  const violations = callViolations(requestId)
  if (text.includes(api().key)) violations.push('tells the key')
  if (isChange(route)) violations.push(...changeViolations(id, status))
  if (status < 400) violations.push(...successViolations(route, id, text))
  else if (type !== 'application/problem+json; charset=utf-8') violations.push(`is ${status} ${type}`)
  else {
    const { success, data } = Problem.safeParse(JSON.parse(text))
    if (!success || data.status !== status) violations.push(`is no problem: ${text}`)
    else if (data.code === 'internal_error') violations.push('the console failed')
    else if (NOT_ASKED.includes(data.code) && data.upstreamStatus === undefined)
      violations.push(`was not asked: ${data.code}`)
    else if (!FAULT_ERRORS.includes(data.code)) violations.push(`has the code ${data.code}`)
    else if (data.requestId === '' || data.detail === '') violations.push('says too little')
  }
  return violations.map((what) => `${fault}, ${route}: ${what}`)
}

/**
 * Checks that each call to the API ends in time. The remaining time belongs to the console's store, which is shared.
 */
function callViolations(requestId: string): string[] {
  const own = calls.filter((call) => call.requestId === requestId)
  if (own.length === 0) return ['made no call']
  const late = own.filter(({ kind, ms }) => ms > (kind === 'write' ? WRITE_MS : READ_MS) + GRACE_MS)
  return late.map(({ operation, ms }) => `${operation} took ${Math.round(ms)} ms`)
}

/** Checks that a success contains the requested object. */
function successViolations(route: OperationName, id: string, text: string): string[] {
  if (route === 'getSubscription' || route === 'getInvoice') return JSON.parse(text).id === id ? [] : ['is another']
  if (route === 'listTransactions') return JSON.parse(text).results.length > 0 ? [] : ['is empty']
  return text === '' ? ['is empty'] : []
}

/** Checks the fake API's records: at most one write was sent, and a confirmed change was carried out. */
function changeViolations(id: string, status: number): string[] {
  const { received, effects } = api().faults
  const sent = received.filter((change) => change.id === id).length
  const isDone = effects.some((effect) => effect.id === id)
  return [...(sent <= 1 ? [] : [`was sent ${sent} times`]), ...(status === 200 && !isDone ? ['was not done'] : [])]
}

interface FaultCase {
  fault: string
  route: OperationName
}

const isWaiting = ({ fault }: FaultCase) => WAITING.includes(fault)

const faults = Object.keys(FAULTS)
const results: FaultResult[] = []
const calls: CallRecord[] = []
const runCase = async ({ fault, route }: FaultCase) => void results.push(await runFault(fault, route))

beforeAll(async () => {
  const environment = getEnvironment()
  environment.billing = new BillingClient(settings(), (call) => calls.push(call))
  // As many documents for paper as requests: those that wait for a fault would keep others from asking.
  environment.printSlots = new Slots(200, { most: 1, ms: 1_000 })
  // Loads the modules of each route before the measurements.
  await Promise.all(routes.map((route) => runFault('latency', route, faultId('latency', `first ${route}`))))
})
afterAll(() => tally('faults of another API results by a route', results.length))

test('responds in time on every route, with a problem or with correct data', async () => {
  expect(routes.length).toBeGreaterThanOrEqual(12)
  const step = volume({ test: routes.length, prove: 1 })
  const cases = faults.flatMap((fault, row) =>
    routes.flatMap((route, column) => ((row + column) % step === 0 ? [{ fault, route }] : [])),
  )
  const waiting = cases.filter(isWaiting).map(async (faultCase, index) => {
    await wait(index * APART_MS)
    await runCase(faultCase)
  })
  const others = cases.filter((faultCase) => !isWaiting(faultCase))
  const inTurn = async () => {
    for (let next = others.shift(); next !== undefined; next = others.shift()) await runCase(next)
  }
  await Promise.all([...waiting, ...Array.from({ length: REQUESTS_AT_ONCE }, inTurn)])

  expect(results.flatMap(violationsOf)).toEqual([])
  expect(results).toHaveLength(cases.length)
  expect(new Set(results.map(({ fault }) => fault)).size).toBe(faults.length)
  expect(results.filter(({ status }) => status < 400).length).toBeGreaterThan(5)
})
