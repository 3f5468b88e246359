import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import type { Fault } from '@/testing/fake-billing-api/fault-catalogue'
import { problemOf } from '@/testing/console/problem-of'
import { useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { parseSettings } from '@/lib/core/server/settings'
import { BillingClient, type CallRecord, type ReadOptions } from './billing-client'

const api = useFakeBillingApi()
const OPEN_MS = 250
/** Node's timers may fire a millisecond early. */
const wait = (ms: number) => setTimeout(ms + 5)
const FAILS = { response: { status: 500, headers: {}, body: '' } }

/** Returns a client with recorded calls. The subscription ids of each test begin with its name. */
function setUp(name: string, settings: Record<string, string> = {}) {
  const calls: CallRecord[] = []
  const client = new BillingClient(
    parseSettings({
      BILLING_API_BASE_URL: api().url,
      BILLING_API_KEY: api().key,
      BILLING_API_BREAKER_OPEN_MS: String(OPEN_MS),
      BILLING_API_READ_ATTEMPTS: '1',
      ...settings,
    }),
    (call) => calls.push(call),
  )
  const known = new Set<string>()
  const idOf = (record: number | string) => {
    const id = `${name}-${record}`
    if (!known.has(id)) api().faults.addSubscription(id, { id, status: 'active', endDate: null })
    known.add(id)
    return id
  }
  const read = (record: number | string = 'healthy', options: Partial<ReadOptions> = {}) =>
    client.read({ operation: 'getSubscription', params: { id: idOf(record) } }, { requestId: name, ...options })
  const cancel = (record: number | string = 'healthy') =>
    client.write({ operation: 'cancelSubscription', params: { id: idOf(record) } }, { requestId: name, body: {} })
  /** Injects the fault for requests about these records only. */
  const fail = (records: readonly (number | string)[], fault: Fault = FAILS) => {
    api().faults.clear()
    for (const record of records) api().faults.inject(fault, { id: idOf(record) })
  }
  const requestCount = () => api().requests.filter(({ url }) => url.includes(`/${name}-`)).length
  return { client, calls, read, cancel, fail, requestCount }
}

const TWENTY = Array.from({ length: 20 }, (_, index) => index)

const many = (count: number, call: (index: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => call(index)))

const sentOf = (name: string) => api().faults.received.filter(({ id }) => id.startsWith(`${name}-`)).length

const PAUSED = { reason: { problem: { code: 'api_paused' } } }

describe('CallBreaker of the reads', () => {
  test('opens when 20 failed records are half of all calls, and then sends nothing', async () => {
    const { client, read, fail, requestCount } = setUp('opens')
    fail(TWENTY)
    await many(20, () => read())
    await many(19, read)
    expect(client.breakers()).toEqual({ reads: 'closed', writes: 'closed' })
    await read(19).catch(() => undefined)
    expect(client.breakers()).toEqual({ reads: 'open', writes: 'closed' })
    expect(await problemOf(read())).toMatchObject({
      code: 'api_paused',
      status: 503,
      outcome: 'none',
      retryAfterSeconds: 1,
      detail: expect.stringContaining('At least half of the requests to the billing API in the last 30 seconds failed'),
    })
    expect(requestCount()).toBe(40)
  })

  test('counts a record once, however often it fails, and never counts a 4xx', async () => {
    const { client, read, fail } = setUp('once')
    fail(TWENTY)
    await many(19, read)
    await many(30, () => read(0))
    expect(client.breakers().reads).toBe('closed')
    for (const status of [404, 429]) {
      fail(TWENTY, { response: { status, body: '' } })
      await many(20, read)
    }
    expect(client.breakers().reads).toBe('closed')
    fail(TWENTY)
    await read(19).catch(() => undefined)
    expect(client.breakers().reads, 'does not count a 4xx as a success').toBe('open')
  })

  test.each([
    ['slow', { response: { never: true } }],
    ['reset', { response: { drop: 'reset' } }],
  ] as const)('counts a record once whose response is %s, and opens when all are', async (name, fault) => {
    const { client, read, fail } = setUp(`once-${name}`, { BILLING_API_READ_TIMEOUT_MS: '200' })
    fail(TWENTY, fault)
    await many(25, () => read(0))
    expect(client.breakers().reads).toBe('closed')
    await many(20, read)
    expect(client.breakers().reads).toBe('open')
  })

  test('counts each refused connection, whatever the record', async () => {
    const { client, read } = setUp('refused', { BILLING_API_BASE_URL: 'http://127.0.0.1:9' })
    await many(19, () => read(0))
    expect(client.breakers().reads).toBe('closed')
    expect(await problemOf(read(0))).toMatchObject({ code: 'unreachable' })
    expect(client.breakers().reads).toBe('open')
  })

  test('does not count a read that the caller aborted', async () => {
    const { client, read, calls, fail } = setUp('left')
    fail(TWENTY, { response: { never: true } })
    await many(20, (index) => read(index, { signal: AbortSignal.timeout(50) }))
    expect(client.breakers().reads).toBe('closed')
    expect(calls).toEqual([])
  })

  test('lets through a read that checks a change, and does not count it', async () => {
    const { client, read, fail, requestCount } = setUp('reconciles')
    fail(TWENTY)
    await many(20, (index) => read(index, { isReconciling: true }))
    expect(client.breakers().reads).toBe('closed')
    await many(20, read)
    expect(client.breakers().reads).toBe('open')
    expect(await problemOf(read(0, { isReconciling: true }))).toMatchObject({ code: 'api_failed' })
    expect(requestCount()).toBe(41)
  })

  test('probes once after the pause: a failure keeps it open, a response closes it', async () => {
    const { client, read, fail, requestCount } = setUp('probes')
    fail([...TWENTY, 'new'])
    await many(20, read)
    await wait(OPEN_MS)
    const [first, ...others] = await many(10, () => read('new'))
    expect(first).toMatchObject({ reason: { problem: { code: 'api_failed' } } })
    for (const other of others) expect(other).toMatchObject(PAUSED)
    expect(requestCount()).toBe(21)
    expect(client.breakers().reads).toBe('open')
    expect(await problemOf(read())).toMatchObject({ code: 'api_paused' })
    fail([])
    await wait(OPEN_MS)
    expect((await read()).status).toBe(200)
    expect(client.breakers().reads).toBe('closed')
    fail(TWENTY)
    await many(19, read)
    expect(client.breakers().reads, 'forgets earlier failures when it closes').toBe('closed')
  })

  test('does not close when the caller aborts the probing read', async () => {
    const { client, read, fail } = setUp('left-probe')
    fail([...TWENTY, 'new'])
    await many(20, read)
    fail(['new'], { ...FAILS, beforeMs: 200 })
    await wait(OPEN_MS)
    await read('new', { signal: AbortSignal.timeout(50) }).catch(() => undefined)
    expect(client.breakers().reads).toBe('half_open')
    await expect.poll(() => client.breakers().reads).toBe('open')
  })
})

describe('CallBreaker with a failing record', () => {
  test('does not probe with it while another record is requested', async () => {
    const { read, fail, requestCount } = setUp('waits')
    fail(TWENTY)
    await many(20, read)
    await wait(OPEN_MS / 2)
    expect(await problemOf(read())).toMatchObject({ code: 'api_paused' })
    await wait(OPEN_MS / 2)
    for (const result of await many(5, () => read(0))) expect(result).toMatchObject(PAUSED)
    expect(requestCount()).toBe(20)
    expect((await read()).status).toBe(200)
  })

  test('probes with it once a pause when no other is requested, and its failure does not lengthen the pause', async () => {
    const { read, fail, requestCount } = setUp('alone')
    fail(TWENTY)
    await many(20, read)
    await wait(OPEN_MS)
    const [first, ...others] = await many(20, read)
    expect(first).toMatchObject({ reason: { problem: { code: 'api_failed' } } })
    for (const other of others) expect(other).toMatchObject(PAUSED)
    expect(requestCount()).toBe(21)
    expect((await read()).status, 'reads another record immediately').toBe(200)
  })

  test('delays the probe of a record that has recovered by a fifth of the pause', async () => {
    const openMs = 1_000
    const { read, fail, requestCount } = setUp('recovered', { BILLING_API_BREAKER_OPEN_MS: String(openMs) })
    fail(TWENTY)
    await many(20, read)
    fail([0])
    await wait(openMs)
    expect(await problemOf(read(0))).toMatchObject({ code: 'api_failed' })
    expect(await problemOf(read(1))).toMatchObject({ code: 'api_paused' })
    await wait(openMs / 5)
    expect(await problemOf(read(0)), 'the failing one itself waits for a whole pause').toMatchObject({
      code: 'api_paused',
    })
    expect((await read(1)).status).toBe(200)
    expect(requestCount()).toBe(22)
  })

  test('does not delay the probe of another record while its own runs', async () => {
    const { client, read, fail } = setUp('slow-probe')
    fail(TWENTY)
    await many(20, read)
    fail(TWENTY, { ...FAILS, beforeMs: 300 })
    await wait(OPEN_MS)
    const failing = problemOf(read(0))
    expect(client.breakers().reads).toBe('half_open')
    expect((await read()).status).toBe(200)
    expect(client.breakers().reads).toBe('closed')
    expect(await failing).toMatchObject({ code: 'api_failed' })
    expect(client.breakers().reads).toBe('closed')
  })

  test('remembers it as failing while it is requested, longer than the window, and closes when it recovers', async () => {
    const { client, read, fail, requestCount } = setUp('recovers', { BILLING_API_BREAKER_WINDOW_MS: '600' })
    fail(TWENTY)
    await many(20, read)
    for (const endsAtMs = performance.now() + 4 * OPEN_MS; performance.now() < endsAtMs; await wait(20))
      await read(0).catch(() => undefined)
    expect(requestCount()).toBeLessThanOrEqual(24)
    fail([])
    await expect
      .poll(
        () =>
          read(0).then(
            ({ status }) => status,
            () => 0,
          ),
        { interval: 20 },
      )
      .toBe(200)
    expect(client.breakers().reads).toBe('closed')
  })

  test('does not let a record that is requested for longer than the window block another record', async () => {
    const { read, fail } = setUp('not-longer', { BILLING_API_BREAKER_WINDOW_MS: '600' })
    fail(TWENTY)
    await many(20, read)
    for (const endsAtMs = performance.now() + 4 * OPEN_MS; performance.now() < endsAtMs; await wait(20))
      await read(0).catch(() => undefined)
    expect((await read()).status).toBe(200)
  })
})

describe('CallBreaker for a read that precedes a change', () => {
  const own = { isBeforeChange: true }

  test('lets it through while open when other reads succeeded', async () => {
    const { client, read, fail } = setUp('change', { BILLING_API_BREAKER_OPEN_MS: '3000' })
    await read()
    fail([...TWENTY, 20, 21])
    await many(22, read)
    expect(client.breakers().reads).toBe('open')
    expect((await read('healthy', own)).status).toBe(200)
    expect(client.breakers().reads, 'does not use it as a probe during the pause').toBe('open')
    expect(await problemOf(read())).toMatchObject({ code: 'api_paused' })
  })

  test('refuses it when everything failed', async () => {
    const { read, fail, requestCount } = setUp('change-outage')
    fail([...TWENTY, 'healthy'])
    await many(20, read)
    expect(await problemOf(read('healthy', own))).toMatchObject({ code: 'api_paused' })
    expect(requestCount()).toBe(20)
  })

  test('refuses it when connections fail', async () => {
    const { client, read } = setUp('change-refused', { BILLING_API_BASE_URL: 'http://127.0.0.1:9' })
    await many(20, read)
    expect(client.breakers().reads).toBe('open')
    expect(await problemOf(read('healthy', own))).toMatchObject({ code: 'api_paused' })
  })
})

describe('CallBreaker of the writes', () => {
  test('opens separately, and sends no write while open', async () => {
    const { client, read, cancel, fail, calls } = setUp('writes')
    fail(TWENTY)
    for (const first of [0, 8, 16]) await many(Math.min(8, 20 - first), (index) => cancel(first + index))
    expect(client.breakers()).toEqual({ reads: 'closed', writes: 'open' })
    expect(sentOf('writes')).toBe(20)
    expect(await problemOf(cancel())).toMatchObject({ code: 'api_paused', outcome: 'none', retryAfterSeconds: 1 })
    expect(sentOf('writes')).toBe(20)
    await read()
    const common = { kind: 'write', operation: 'cancelSubscription', requestId: 'writes', ms: expect.any(Number) }
    expect(calls.slice(19)).toMatchObject([
      { ...common, failure: 'outcome_unknown', status: 500 },
      { ...common, failure: 'api_paused', status: undefined },
      { ...common, kind: 'read', operation: 'getSubscription', failure: undefined, status: 200 },
    ])
  })

  test('stays closed when the cancel of one subscription fails repeatedly', async () => {
    const { client, cancel, fail } = setUp('one-write')
    fail([0])
    for (let round = 0; round < 5; round += 1) await many(6, () => cancel(0))
    expect(client.breakers().writes).toBe('closed')
    expect(await cancel()).toMatchObject({ status: 202 })
  })
})

test('runs 4 writes, queues 4 up to the queue time, and rejects the rest with nothing sent', async () => {
  const { cancel } = setUp('crowded', { BILLING_API_QUEUE_MS: '100' })
  api().faults.inject({ beforeMs: 500 }, { id: 'crowded-healthy' })
  const settled = await many(12, () => cancel())
  const refused = { reason: { problem: { code: 'overloaded', outcome: 'none', retryAfterSeconds: 1 } } }
  for (const each of settled.slice(4)) expect(each).toMatchObject(refused)
  expect(settled.slice(0, 4).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
  expect(api().faults.received.filter(({ id }) => id === 'crowded-healthy')).toHaveLength(4)
  await cancel()
})

test('runs at most two reads of a failing record, so that ten that never respond leave slots for others', async () => {
  const { read, fail } = setUp('stuck', { BILLING_API_READS_AT_ONCE: '24', BILLING_API_READ_TIMEOUT_MS: '400' })
  const stuck = TWENTY.slice(0, 10)
  fail(stuck, { response: { never: true } })
  await many(10, read)
  const reads: Promise<unknown>[] = []
  for (const endsAtMs = performance.now() + 1_000; performance.now() < endsAtMs; await wait(40)) {
    reads.push(...stuck.map((record) => problemOf(read(record))))
    expect((await read()).status).toBe(200)
  }
  const codes = (await Promise.all(reads)).map((problem) => Object(problem).code)
  expect(new Set(codes)).toEqual(new Set(['timed_out', 'overloaded']))
})
