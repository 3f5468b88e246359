import type { BillingOperationName } from '@/contract/billing/operations'
import { jsonResponse, type ScenarioResponse, textResponse } from './response'

/** The ways in which one request fails. Without a field, that part succeeds. */
export interface Fault {
  /** The delay before the effect and the response. */
  beforeMs?: number
  /** `none`: a change has no effect. `lateMs`: its effect comes that long after the response. */
  effect?: 'none' | { lateMs: number }
  /** The delay between the effect and the response. */
  afterMs?: number
  /** Overrides parts of the response. A function receives the headers of the request. */
  response?: Partial<ScenarioResponse> | ((headers: RequestHeaders) => Partial<ScenarioResponse>)
  /** The number of reads, or the time, for which the old subscription is still returned after the effect. */
  stale?: { reads: number } | { ms: number }
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Identifies the requests that a fault applies to. */
export interface FaultTarget {
  operation: BillingOperationName
  id: string
}

const HTML = 'text/html'
const NESTING = 100_000
const SLOW_MS = 12_000

/** The body formats of an error response. */
const BODY_FORMS: Record<string, (status: number) => ScenarioResponse> = {
  problem: (status) =>
    jsonResponse(
      { type: 'about:blank', title: 'No', status, detail: 'Words' },
      { status, type: 'application/problem+json' },
    ),
  error: (status) => jsonResponse({ error: 'Words' }, { status }),
  message: (status) => jsonResponse({ message: ['Words'] }, { status }),
  text: (status) => textResponse('Words', { status, type: 'text/plain' }),
  html: (status) => textResponse('<html><h1>No</h1></html>', { status, type: HTML }),
  empty: (status) => textResponse('', { status }),
}
const REFUSALS = [401, 403, 404, 409, 422, 429]
const FAILURES = [500, 502, 503, 504]

/** Returns faults such as `409-html`; with a suffix also `500-html-after`, which fails after the effect. */
const statusFaults = (statuses: readonly number[], suffix = '', effect?: 'none'): [string, Fault][] =>
  statuses.flatMap((status) =>
    Object.entries(BODY_FORMS).map(([form, toResponse]): [string, Fault] => [
      `${status}-${form}${suffix}`,
      { effect, response: toResponse(status) },
    ]),
  )

/** All faults by name. A failed change still takes effect unless the name says otherwise. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  latency: { beforeMs: 150, afterMs: 150 },
  slow: { afterMs: SLOW_MS },
  'hang-before': { effect: 'none', response: { never: true } },
  'hang-after': { response: { never: true } },
  'reset-before': { effect: 'none', response: { drop: 'reset' } },
  'reset-after': { response: { drop: 'reset' } },
  'reset-then-done': { effect: { lateMs: 400 }, response: { drop: 'reset' } },
  'failed-then-done': { effect: { lateMs: 400 }, response: textResponse('', { status: 500 }) },
  /** Drops the connection on every request. */
  drops: { effect: 'none', response: { drop: 'immediately' } },
  'drops-after-write': { response: { drop: 'immediately' } },
  'fails-after-write': { response: textResponse('<h1>Oops</h1>', { status: 500, type: HTML }) },
  truncated: { response: { drop: 'midBody' } },
  'truncated-json': { response: textResponse('{"id": "cut", "status": "act') },
  'invalid-json': { response: textResponse('{"id": "fault-invalid-json", "status": }') },
  drip: { response: { dripMs: 100 } },
  stall: { response: { dripMs: 4_000 } },
  html: { response: textResponse('<!doctype html><title>Sign in</title>', { type: HTML }) },
  list: { response: jsonResponse([{ id: 'fault-list' }]) },
  'wrong-shape': { response: jsonResponse({ data: { id: 1 } }) },
  null: { response: jsonResponse(null) },
  /** Brackets nested 100,000 deep. */
  deep: { response: textResponse(`{"id":"fault-deep","plan":${'['.repeat(NESTING)}${']'.repeat(NESTING)}}`) },
  empty: { response: textResponse('') },
  'no-content': { response: { status: 204, headers: {}, body: '' } },
  redirect: { effect: 'none', response: redirect(302) },
  'redirect-307': { effect: 'none', response: redirect(307) },
  'redirect-after': { response: redirect(303) },
  'unavailable-once': { effect: 'none', response: textResponse('<h1>Back soon</h1>', { status: 503, type: HTML }) },
  'busy-for-a-second': { effect: 'none', response: busy(503, 1) },
  'rate-limited': { effect: 'none', response: busy(429, 7) },
  'rate-limited-after': { response: busy(429, 7) },
  'timed-out-after': { response: textResponse('', { status: 408 }) },
  'refused-after': { response: jsonResponse({ message: 'It is not active' }, { status: 409 }) },
  /** Rejects the key and repeats it in the message. */
  'echoes-key': {
    effect: 'none',
    response: (headers) => jsonResponse({ error: `Bad key ${String(headers['x-api-key'])}` }, { status: 401 }),
  },
  'stale-reads': { stale: { reads: 3 } },
  'stale-for-a-while': { stale: { ms: 500 } },
  'lost-and-stale': { response: { drop: 'reset' }, stale: { ms: 500 } },
  ...Object.fromEntries(statusFaults([...REFUSALS, ...FAILURES], '', 'none')),
  ...Object.fromEntries(statusFaults(FAILURES, '-after')),
}

interface Limits {
  /** Applies to the first request for each id only. */
  once?: boolean
  /** Reads succeed. */
  on?: 'changes'
}

/** Faults that apply to some requests of an id only. */
const LIMITED: Readonly<Record<string, Limits>> = {
  'unavailable-once': { once: true },
  'busy-for-a-second': { once: true },
  'drops-after-write': { on: 'changes' },
  'fails-after-write': { on: 'changes' },
}

/** Returns an id whose requests meet the named fault. `of` makes several ids for one fault. */
export const faultId = (name: string, of = '') => `fault-${name}${of === '' ? '' : `:${of}`}`

/** Returns the fault of an id made by `faultId`, or undefined for any other id. */
export function faultOfId(id: string): ({ fault: Fault } & Limits) | undefined {
  const [, name = ''] = /^fault-([\w-]+)(?::.*)?$/s.exec(id) ?? []
  const fault = Object.hasOwn(FAULTS, name) ? FAULTS[name] : undefined
  return fault && { fault, ...LIMITED[name] }
}

function redirect(status: number): ScenarioResponse {
  return { status, headers: { location: 'http://127.0.0.1:9/elsewhere' }, body: '' }
}

function busy(status: number, retryAfterSeconds: number): ScenarioResponse {
  const words = jsonResponse({ message: 'Slow down' }, { status })
  return { ...words, headers: { ...words.headers, 'retry-after': String(retryAfterSeconds) } }
}
