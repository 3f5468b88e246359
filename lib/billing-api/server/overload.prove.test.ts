import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ProblemError } from '@/lib/core/server/problem'
import { tally } from '@/scripts/test/volume.mjs'
import { testPort } from '@/testing/console/test-port'
import { parseSettings } from '@/lib/core/server/settings'
import { BillingClient } from './billing-client'

/*
 * Three times as many reads as the console has capacity for. It completes as many as before and rejects the rest
 * immediately. `npm test` has the bounds in billing-client-bounds.test.ts.
 */

const ANSWER_MS = 200
const READS_AT_ONCE = 32
const ROUNDS = 10
const ROUND_MS = 3_000
const TIMES = 3
const MIN_SHARE = 0.8
const REFUSED_WITHIN_MS = 250
vi.setConfig({ testTimeout: 120_000 })

let maxRunning = 0
let running = 0
const server = createServer((_, response) => {
  running += 1
  maxRunning = Math.max(maxRunning, running)
  setTimeout(() => {
    running -= 1
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"sub_1"}')
  }, ANSWER_MS)
})
let client: BillingClient

beforeAll(async () => {
  client = new BillingClient(
    parseSettings({
      BILLING_API_BASE_URL: `http://127.0.0.1:${await testPort(server)}`,
      BILLING_API_KEY: 'sk_test',
      BILLING_API_READS_AT_ONCE: String(READS_AT_ONCE),
    }),
  )
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

interface Ended {
  how: string
  ms: number
}

async function read(): Promise<Ended> {
  const startedAtMs = performance.now()
  const how = await client.read({ operation: 'getSubscription', params: { id: 'sub_1' } }, { requestId: 'test' }).then(
    () => 'answered',
    (error: unknown) => (error instanceof ProblemError ? `${error.problem.status} ${error.problem.code}` : 'failed'),
  )
  return { how, ms: performance.now() - startedAtMs }
}

interface Load {
  answered: number
  ms: number
  refused: Ended[]
}

/** Measures the peak: as many callers as slots, each calling again when its read ends. */
async function atCapacity(forMs: number): Promise<Load> {
  const startedAtMs = performance.now()
  let answered = 0
  const asker = async () => {
    while (performance.now() - startedAtMs < forMs) if ((await read()).how === 'answered') answered += 1
  }
  await Promise.all(Array.from({ length: READS_AT_ONCE }, asker))
  return { answered, ms: performance.now() - startedAtMs, refused: [] }
}

/** Makes reads at a fixed rate, whether they succeed or not. */
async function atRate(aSecond: number, forMs: number): Promise<Load> {
  const [startedAtMs, reads]: [number, Promise<Ended>[]] = [performance.now(), []]
  const passedMs = () => performance.now() - startedAtMs
  while (passedMs() < forMs) {
    while (reads.length < (passedMs() / 1000) * aSecond) reads.push(read())
    await wait(5)
  }
  const ended = await Promise.all(reads)
  const refused = ended.filter(({ how }) => how !== 'answered')
  return { answered: ended.length - refused.length, ms: passedMs(), refused }
}

/** Returns responses per second over all rounds. */
const rateOf = (rounds: readonly Load[]) => {
  const sum = (of: 'answered' | 'ms') => rounds.reduce((total, round) => total + round[of], 0)
  return (sum('answered') * 1000) / sum('ms')
}

test('completes as many reads at three times its capacity as before, and rejects the rest immediately', async () => {
  await atCapacity(ROUND_MS / 2)
  const [peaks, overloads]: [Load[], Load[]] = [[], []]
  // Rounds alternate, so that other load on the machine affects both.
  for (let round = 0; round < ROUNDS; round += 1) {
    peaks.push(await atCapacity(ROUND_MS))
    overloads.push(await atRate(rateOf(peaks) * TIMES, ROUND_MS))
  }
  const [peak, goodput] = [rateOf(peaks), rateOf(overloads)]
  const refused = overloads.flatMap((round) => round.refused)
  const slowestMs = Math.max(...refused.map(({ ms }) => ms))
  console.log(
    `Peak ${peak.toFixed(0)} reads/s; at ${TIMES} times that ${goodput.toFixed(0)}, ${refused.length} refused within ${slowestMs.toFixed(0)} ms`,
  )
  tally(
    'reads at three times the capacity',
    overloads.reduce((total, { answered }) => total + answered, refused.length),
  )
  expect(goodput / peak).toBeGreaterThanOrEqual(MIN_SHARE)
  expect(new Set(refused.map(({ how }) => how))).toEqual(new Set(['503 overloaded']))
  expect(slowestMs).toBeLessThan(REFUSED_WITHIN_MS)
  expect(maxRunning).toBe(READS_AT_ONCE)
  expect(client.breakers().reads).toBe('closed')
})
