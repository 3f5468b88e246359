import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { problemOf } from '../../testing/problem-of'
import { useVariationServer } from '../../testing/use-variation-server'
import { parseSettings } from '../settings'
import { BillingClient, type CallRecord, type ReadOptions } from './billing-client'

const api = useVariationServer()
const OPEN_MS = 400
const FAILS = { answer: { status: 500, headers: {}, body: '' } }

/** A client of its own, with its calls on record; each test's subscriptions have its name. */
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
  api().faults.addSubscription(name, { status: 'active', endDate: null })
  const read = (options: Partial<ReadOptions> = {}) =>
    client.read({ operation: 'getSubscription', params: { id: name } }, { requestId: name, ...options })
  const cancel = () =>
    client.write({ operation: 'cancelSubscription', params: { id: name } }, { requestId: name, body: {} })
  const fail = () => api().faults.inject(FAILS, { id: name })
  const asked = () => api().requests.filter(({ url }) => url.includes(`/${name}/`)).length
  const many = (count: number, call: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: count }, call))
  return { client, calls, read, cancel, fail, asked, many }
}

describe('the breaker of the reads', () => {
  test('opens when half of 20 have failed, and then answers at once without asking', async () => {
    const { client, read, fail, asked, many } = setUp('opens')
    await many(10, read)
    fail()
    await many(9, read)
    expect(client.breakers()).toEqual({ reads: 'closed', writes: 'closed' })
    await many(1, read)
    expect(client.breakers()).toEqual({ reads: 'open', writes: 'closed' })
    expect(await problemOf(read())).toMatchObject({
      code: 'api_paused',
      status: 503,
      outcome: 'none',
      retryAfterSeconds: 1,
      detail: expect.stringContaining('because at least half of what it asked in the last 30 seconds failed'),
    })
    expect(asked()).toBe(20)
  })

  test('stays closed below 20, and whatever is refused', async () => {
    const { client, read, fail, many } = setUp('refused')
    fail()
    await many(19, read)
    api().faults.inject({ answer: { status: 404, body: '' } }, { id: 'refused' })
    await many(30, read)
    api().faults.inject({ answer: { status: 429, body: '' } }, { id: 'refused' })
    await many(30, read)
    expect(client.breakers().reads).toBe('closed')
    api().faults.inject(FAILS, { id: 'refused' })
    await many(1, read)
    expect(client.breakers().reads, 'a 4xx is no success either').toBe('open')
  })

  test('does not count a read that its caller left', async () => {
    const { client, read, calls, many } = setUp('left')
    api().faults.inject({ answer: { never: true } }, { id: 'left' })
    await many(25, () => read({ signal: AbortSignal.timeout(50) }))
    expect(client.breakers().reads).toBe('closed')
    expect(calls).toEqual([])
  })

  test('lets a read through that looks after a write, and does not count it', async () => {
    const { client, read, fail, asked, many } = setUp('reconciles')
    fail()
    await many(30, () => read({ isReconciling: true }))
    expect(client.breakers().reads).toBe('closed')
    await many(20, read)
    expect(client.breakers().reads).toBe('open')
    expect(await problemOf(read({ isReconciling: true }))).toMatchObject({ code: 'api_failed' })
    expect(asked()).toBe(51)
  })

  test('asks once when its time is over: a failure keeps it open, an answer closes it', async () => {
    const { client, read, fail, asked, many } = setUp('probes')
    fail()
    await many(20, read)
    await wait(OPEN_MS)
    const [first, ...others] = await many(10, read)
    expect(first).toMatchObject({ reason: { problem: { code: 'api_failed' } } })
    for (const other of others) expect(other).toMatchObject({ reason: { problem: { code: 'api_paused' } } })
    expect(asked()).toBe(21)
    expect(client.breakers().reads).toBe('open')
    api().faults.inject({}, { id: 'probes' })
    await wait(OPEN_MS)
    expect((await read()).status).toBe(200)
    expect(client.breakers().reads).toBe('closed')
    api().faults.inject(FAILS, { id: 'probes' })
    await many(1, read)
    expect(client.breakers().reads, 'what was before is forgotten').toBe('closed')
  })

  test('is not closed by a caller who leaves the read that finds out', async () => {
    const { client, read, fail, many } = setUp('left-probe')
    fail()
    await many(20, read)
    api().faults.inject({ ...FAILS, beforeMs: 200 }, { id: 'left-probe' })
    await wait(OPEN_MS)
    await many(1, () => read({ signal: AbortSignal.timeout(50) }))
    expect(client.breakers().reads).toBe('half_open')
    await expect.poll(() => client.breakers().reads).toBe('open')
  })
})

test('the writes have a breaker of their own, and while it is open none is sent', async () => {
  const { client, read, cancel, fail, calls, many } = setUp('writes')
  fail()
  await many(8, cancel)
  await many(8, cancel)
  await many(4, cancel)
  expect(client.breakers()).toEqual({ reads: 'closed', writes: 'open' })
  const sent = api().faults.writes.filter(({ id }) => id === 'writes')
  expect(sent).toHaveLength(20)
  expect(await problemOf(cancel())).toMatchObject({ code: 'api_paused', outcome: 'none', retryAfterSeconds: 1 })
  expect(api().faults.writes.filter(({ id }) => id === 'writes')).toEqual(sent)
  api().faults.inject({}, { id: 'writes' })
  await read()
  const common = { kind: 'write', operation: 'cancelSubscription', requestId: 'writes', ms: expect.any(Number) }
  expect(calls.slice(19)).toEqual([
    { ...common, failure: 'outcome_unknown', status: 500 },
    { ...common, failure: 'api_paused', status: undefined },
    { ...common, kind: 'read', operation: 'getSubscription', failure: undefined, status: 200 },
  ])
})

test('4 writes run, 4 wait no longer than they may, and the rest is turned away with nothing sent', async () => {
  const { cancel, many } = setUp('crowded', { BILLING_API_QUEUE_MS: '100' })
  api().faults.inject({ beforeMs: 500 }, { id: 'crowded' })
  const settled = await many(12, cancel)
  const refused = { reason: { problem: { code: 'overloaded', outcome: 'none', retryAfterSeconds: 1 } } }
  for (const each of settled.slice(4)) expect(each).toMatchObject(refused)
  expect(settled.slice(0, 4).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
  expect(api().faults.writes.filter(({ id }) => id === 'crowded')).toHaveLength(4)
  await cancel()
})
