import type { Fault } from './fault'
import { jsonResponse, type ScenarioResponse, textResponse } from './response'

const HTML = 'text/html'
const NESTING = 100_000
const SLOW_MS = 12_000

/** The forms that the words of a refusal or failure come in. */
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

/** `409-html` and the like, and of failures `500-html-after` too: it was done all the same. */
const statusFaults = (statuses: readonly number[], suffix = '', effect?: 'none'): [string, Fault][] =>
  statuses.flatMap((status) =>
    Object.entries(BODY_FORMS).map(([form, answer]): [string, Fault] => [
      `${status}-${form}${suffix}`,
      { effect, answer: answer(status) },
    ]),
  )

/** Everything that can go wrong with a request, by name. A write that fails so is done where the name does not say otherwise. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  latency: { beforeMs: 150, afterMs: 150 },
  slow: { afterMs: SLOW_MS },
  'hang-before': { effect: 'none', answer: { never: true } },
  'hang-after': { answer: { never: true } },
  'reset-before': { effect: 'none', answer: { drop: 'reset' } },
  'reset-after': { answer: { drop: 'reset' } },
  'reset-then-done': { effect: { lateMs: 400 }, answer: { drop: 'reset' } },
  'failed-then-done': { effect: { lateMs: 400 }, answer: textResponse('', { status: 500 }) },
  /** Drops the connection on every request. */
  drops: { effect: 'none', answer: { drop: 'atOnce' } },
  'drops-after-write': { answer: { drop: 'atOnce' } },
  'fails-after-write': { answer: textResponse('<h1>Oops</h1>', { status: 500, type: HTML }) },
  truncated: { answer: { drop: 'midBody' } },
  'truncated-json': { answer: textResponse('{"id": "cut", "status": "act') },
  'invalid-json': { answer: textResponse('{"id": "fault-invalid-json", "status": }') },
  drip: { answer: { dripMs: 100 } },
  stall: { answer: { dripMs: 4_000 } },
  html: { answer: textResponse('<!doctype html><title>Sign in</title>', { type: HTML }) },
  list: { answer: jsonResponse([{ id: 'fault-list' }]) },
  'wrong-shape': { answer: jsonResponse({ data: { id: 1 } }) },
  null: { answer: jsonResponse(null) },
  /** Brackets nested 100,000 deep. */
  deep: { answer: textResponse(`{"id":"fault-deep","plan":${'['.repeat(NESTING)}${']'.repeat(NESTING)}}`) },
  empty: { answer: textResponse('') },
  'no-content': { answer: { status: 204, headers: {}, body: '' } },
  redirect: { effect: 'none', answer: redirect(302) },
  'redirect-307': { effect: 'none', answer: redirect(307) },
  'redirect-after': { answer: redirect(303) },
  'unavailable-once': { effect: 'none', answer: textResponse('<h1>Back soon</h1>', { status: 503, type: HTML }) },
  'busy-for-a-second': { effect: 'none', answer: busy(503, 1) },
  'rate-limited': { effect: 'none', answer: busy(429, 7) },
  'rate-limited-after': { answer: busy(429, 7) },
  'timed-out-after': { answer: textResponse('', { status: 408 }) },
  'refused-after': { answer: jsonResponse({ message: 'It is not active' }, { status: 409 }) },
  /** Refuses the key in words that hold it. */
  'echoes-key': {
    effect: 'none',
    answer: (headers) => jsonResponse({ error: `Bad key ${String(headers['x-api-key'])}` }, { status: 401 }),
  },
  'stale-reads': { stale: { reads: 3 } },
  'stale-for-a-while': { stale: { ms: 500 } },
  'lost-and-stale': { answer: { drop: 'reset' }, stale: { ms: 500 } },
  ...Object.fromEntries(statusFaults([...REFUSALS, ...FAILURES], '', 'none')),
  ...Object.fromEntries(statusFaults(FAILURES, '-after')),
}

interface Limits {
  /** Only the first request for each id meets it. */
  once?: boolean
  /** Reads are well. */
  on?: 'writes'
}

/** Faults that not every request for their id meets. */
const LIMITED: Readonly<Record<string, Limits>> = {
  'unavailable-once': { once: true },
  'busy-for-a-second': { once: true },
  'drops-after-write': { on: 'writes' },
  'fails-after-write': { on: 'writes' },
}

/** A name's own id; `of` tells several apart. */
export const faultId = (name: string, of = '') => `fault-${name}${of === '' ? '' : `:${of}`}`

/** What every request for this id meets, where it is the id of a fault. */
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
