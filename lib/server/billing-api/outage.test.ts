import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { tally } from '@/scripts/tally.mjs'
import { volume } from '@/scripts/volume.mjs'
import { problemOf } from '../../testing/problem-of'
import { useVariationServer } from '../../testing/use-variation-server'
import { parseSettings } from '../settings'
import { BillingClient } from './billing-client'

/*
 * A billing API that fails always, and then recovers: in `npm run prove` for a minute and with the usual settings, in
 * `npm test` for some seconds, with a breaker that is quicker. Retries do not add to its load, a write is never repeated, and afterwards all is well soon.
 */

const OUTAGE_MS = volume({ test: 4_000, prove: 60_000 })
const WINDOW_MS = volume({ test: 2_000, prove: 30_000 })
const OPEN_MS = volume({ test: 500, prove: 10_000 })
const RECOVERED_WITHIN_MS = volume({ test: 3_000, prove: 15_000 })
const READS_A_SECOND = volume({ test: 60, prove: 20 })
const WRITES_A_SECOND = READS_A_SECOND / 10
/** What the budget holds from the start, for reads before the outage. */
const RESERVE = 5
const AT_ONCE = 20
vi.setConfig({ testTimeout: 300_000 })

const api = useVariationServer()
const settings = (own: Record<string, string> = {}) =>
  parseSettings({
    BILLING_API_BASE_URL: api().url,
    BILLING_API_KEY: api().key,
    BILLING_API_BREAKER_WINDOW_MS: String(WINDOW_MS),
    BILLING_API_BREAKER_OPEN_MS: String(OPEN_MS),
    ...own,
  })

/** Calls so often for so long, whether answered or not, and gives how each ended. */
async function steadily(call: () => Promise<unknown>, aSecond: number, forMs: number): Promise<('well' | 'failed')[]> {
  const [startedAtMs, calls]: [number, Promise<'well' | 'failed'>[]] = [performance.now(), []]
  const passedMs = () => performance.now() - startedAtMs
  while (passedMs() < forMs) {
    while (calls.length < (passedMs() / 1000) * aSecond)
      calls.push(
        call().then(
          () => 'well',
          () => 'failed',
        ),
      )
    await wait(10)
  }
  return Promise.all(calls)
}

test.each([
  ['answers 503', { answer: { status: 503, headers: {}, body: '' } }],
  ['resets every connection', { answer: { drop: 'reset' } }],
] as const)('where the API %s, nothing adds to its load, and it is asked again soon after', async (name, fault) => {
  const client = new BillingClient(settings())
  const id = name.replaceAll(' ', '-')
  api().faults.addSubscription(id, { status: 'active', endDate: null })
  const read = () => client.read({ operation: 'getSubscription', params: { id } }, { requestId: 'test' })
  const cancel = () =>
    client.write({ operation: 'cancelSubscription', params: { id } }, { requestId: 'test', body: {} })
  const asked = (method: string) =>
    api().requests.filter((seen) => seen.method === method && seen.url.includes(id)).length
  api().faults.inject({ ...fault, effect: 'none' }, { id })

  const [reads, writes] = await Promise.all([
    steadily(read, READS_A_SECOND, OUTAGE_MS),
    steadily(cancel, WRITES_A_SECOND, OUTAGE_MS),
  ])
  expect([...reads, ...writes]).not.toContain('well')
  expect(reads.length).toBeGreaterThan(100)
  expect(asked('GET') / reads.length).toBeLessThanOrEqual(1.1)
  expect(asked('POST') / writes.length).toBeLessThanOrEqual(1)
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
  console.log(`${name}: reads × ${(asked('GET') / reads.length).toFixed(2)} at most, well again after ${tookMs} ms`)
  tally('calls during an outage', reads.length + writes.length)
})

test('without a breaker too, a tenth of the reads is tried again at most', async () => {
  const client = new BillingClient(settings({ BILLING_API_BREAKER_CALLS: '1000000' }))
  api().faults.addSubscription('no-breaker', {})
  api().faults.inject({ answer: { status: 503, headers: {}, body: '' } }, { id: 'no-breaker' })
  const read = () => client.read({ operation: 'getSubscription', params: { id: 'no-breaker' } }, { requestId: 'test' })
  const count = volume({ test: 300, prove: 5_000 })
  const asking = Array.from({ length: AT_ONCE }, async () => {
    for (let own = 0; own < count / AT_ONCE; own += 1) await problemOf(read())
  })
  await Promise.all(asking)
  const asked = api().requests.filter(({ url }) => url.includes('no-breaker')).length
  expect(asked).toBeLessThanOrEqual(count * 1.1 + RESERVE)
  expect(asked).toBeGreaterThan(count * 1.05)
  tally('calls during an outage', count)
})
