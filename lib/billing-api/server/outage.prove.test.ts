import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { tally } from '@/scripts/test/volume.mjs'
import { problemOf } from '@/testing/console/problem-of'
import { useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { parseSettings } from '@/lib/core/server/settings'
import { BillingClient } from './billing-client'

/*
 * A billing API that fails completely for a minute, and then recovers. `npm test` has the rules of the breaker and of
 * retries in call-breaker.test.ts and with-retries.test.ts. Retries do not add to the load, a write is never repeated, and the console
 * recovers soon afterwards.
 */

const OUTAGE_MS = 60_000
const WINDOW_MS = 30_000
const OPEN_MS = 10_000
const RECOVERED_WITHIN_MS = 15_000
const READS_A_SECOND = 20
const WRITES_A_SECOND = READS_A_SECOND / 10
/** Number of records requested in turn: more than the breaker needs. */
const RECORDS = 40
/** Initial retry budget, from reads before the outage. */
const RESERVE = 5
const READS_AT_ONCE = 20
vi.setConfig({ testTimeout: 300_000 })

const api = useFakeBillingApi()
const settings = (own: Record<string, string> = {}) =>
  parseSettings({
    BILLING_API_BASE_URL: api().url,
    BILLING_API_KEY: api().key,
    BILLING_API_BREAKER_WINDOW_MS: String(WINDOW_MS),
    BILLING_API_BREAKER_OPEN_MS: String(OPEN_MS),
    ...own,
  })

/** Makes calls at a steady rate and returns how each ended. */
async function steadily(
  call: (index: number) => Promise<unknown>,
  aSecond: number,
  forMs: number,
): Promise<('well' | 'failed')[]> {
  const [startedAtMs, calls]: [number, Promise<'well' | 'failed'>[]] = [performance.now(), []]
  const passedMs = () => performance.now() - startedAtMs
  while (passedMs() < forMs) {
    while (calls.length < (passedMs() / 1000) * aSecond)
      calls.push(
        call(calls.length).then(
          () => 'well',
          () => 'failed',
        ),
      )
    await wait(10)
  }
  return Promise.all(calls)
}

test.each([
  ['answers 503', { response: { status: 503, headers: {}, body: '' } }],
  ['resets every connection', { response: { drop: 'reset' } }],
] as const)('adds no load while the API %s, and recovers soon after it', async (name, fault) => {
  const client = new BillingClient(settings())
  const id = name.replaceAll(' ', '-')
  const idOf = (index: number) => `${id}-${index % RECORDS}`
  for (let index = 0; index < RECORDS; index += 1)
    api().faults.addSubscription(idOf(index), { status: 'active', endDate: null })
  const read = (index = 0) =>
    client.read({ operation: 'getSubscription', params: { id: idOf(index) } }, { requestId: 'test' })
  const cancel = (index: number) =>
    client.write({ operation: 'cancelSubscription', params: { id: idOf(index) } }, { requestId: 'test', body: {} })
  const requestCount = (method: string) =>
    api().requests.filter((seen) => seen.method === method && seen.url.includes(id)).length
  api().faults.inject({ ...fault, effect: 'none' })

  const inWindow = wait(WINDOW_MS).then(() => client.breakers().reads)
  const [reads, writes] = await Promise.all([
    steadily(read, READS_A_SECOND, OUTAGE_MS),
    steadily(cancel, WRITES_A_SECOND, OUTAGE_MS),
  ])
  expect(await inWindow, 'opens within its window').not.toBe('closed')
  expect([...reads, ...writes]).not.toContain('well')
  expect(reads.length).toBeGreaterThan(100)
  expect(requestCount('GET') / reads.length).toBeLessThanOrEqual(0.5)
  expect(requestCount('POST') / writes.length).toBeLessThanOrEqual(1)
  expect(client.breakers().reads).not.toBe('closed')

  api().faults.clear()
  const recoveredAtMs = performance.now()
  await expect
    .poll(
      () =>
        read().then(
          () => 'well',
          () => 'failed',
        ),
      { timeout: RECOVERED_WITHIN_MS, interval: 20 },
    )
    .toBe('well')
  const tookMs = Math.round(performance.now() - recoveredAtMs)
  expect(await steadily(read, READS_A_SECOND, 1_000)).not.toContain('failed')
  console.log(
    `${name}: reads × ${(requestCount('GET') / reads.length).toFixed(2)} at most, well again after ${tookMs} ms`,
  )
  tally('calls during an outage', reads.length + writes.length)
})

test('opens the breaker within its window for a single record when the API refuses connections', async () => {
  const client = new BillingClient(settings({ BILLING_API_BASE_URL: 'http://127.0.0.1:9' }))
  const read = () => client.read({ operation: 'getSubscription', params: { id: 'one' } }, { requestId: 'test' })
  await steadily(read, READS_A_SECOND, WINDOW_MS)
  expect(client.breakers().reads).not.toBe('closed')
})

/** How long a failing record is reloaded: several windows and pauses. */
const RELOADED_MS = 60_000

const POISONED = [
  ['ten invoices', 10, { response: { status: 500, headers: {}, body: '' } }],
  ['one invoice', 1, { response: { drop: 'reset' } }],
  ['one invoice', 1, { response: { status: 500, headers: {}, body: '' } }],
  ['one invoice', 1, { response: { status: 503, headers: {}, body: '' } }],
] as const

test.each(POISONED)(
  'lets other reads and cancels through while reads of %s (%i) always fail: %o',
  async (_, count, fault) => {
    const client = new BillingClient(settings())
    const prefix = `poisoned-${count}-${JSON.stringify(fault).replaceAll(/\W+/g, '')}`
    const healthy = `${prefix}-healthy`
    api().faults.clear()
    api().faults.addSubscription(healthy, { status: 'active', endDate: null })
    for (let index = 0; index < count; index += 1) api().faults.inject(fault, { id: `${prefix}-${index}` })
    const readInvoice = (index: number) =>
      client.read(
        { operation: 'getInvoice', params: { invoiceId: `${prefix}-${index % count}` } },
        { requestId: 'test' },
      )
    const read = () => client.read({ operation: 'getSubscription', params: { id: healthy } }, { requestId: 'test' })
    const cancel = () =>
      client.write({ operation: 'cancelSubscription', params: { id: healthy } }, { requestId: 'test', body: {} })
    const [invoices, reads, cancels] = await Promise.all([
      steadily(readInvoice, READS_A_SECOND, RELOADED_MS),
      steadily(read, READS_A_SECOND / 6, RELOADED_MS),
      steadily(cancel, READS_A_SECOND / 20, RELOADED_MS),
    ])
    expect(invoices).not.toContain('well')
    expect([...reads, ...cancels]).not.toContain('failed')
    expect(client.breakers()).toEqual({ reads: 'closed', writes: 'closed' })
    tally('reads beside invoices that always fail', reads.length)
  },
)

test('retries at most a tenth of the reads, even without a breaker', async () => {
  const client = new BillingClient(settings({ BILLING_API_BREAKER_CALLS: '1000000' }))
  api().faults.inject({ response: { status: 503, headers: {}, body: '' } })
  const read = (id: string) => client.read({ operation: 'getSubscription', params: { id } }, { requestId: 'test' })
  const count = 5_000
  const asking = Array.from({ length: READS_AT_ONCE }, async (_, record) => {
    for (let own = 0; own < count / READS_AT_ONCE; own += 1) await problemOf(read(`no-breaker-${record}`))
  })
  await Promise.all(asking)
  const requestCount = api().requests.filter(({ url }) => url.includes('no-breaker')).length
  expect(requestCount).toBeLessThanOrEqual(count * 1.1 + RESERVE)
  expect(requestCount).toBeGreaterThan(count * 1.05)
  tally('calls during an outage', count)
})
