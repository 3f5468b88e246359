import { once } from 'node:events'
import { pino } from 'pino'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tally } from '../scripts/test/volume.mjs'
import { createApiKey } from './api-keys'
import { httpRequest, type HttpResponse } from '@/testing/service/http-request'
import { SAMPLE_CUSTOMER } from '@/testing/service/samples/sample-customer'
import { sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { loadSamples } from '@/testing/service/load-samples'
import { openStore, type Store } from './store/open'
import { merchants } from './store/schema'
import { startBreakableDatabase, type BreakableDatabase } from '@/testing/service/breakable-database'
import { startService, type RunningService } from '@/testing/service/start-service'

// The service runs in its own process. It and this test lose the same database.
const ROUNDS = 20
const LOOPS = 8
/** Time in which a killed or restarted database is back on a busy machine. */
const BACK_MS = 120_000
/** Longest time of a request: it waits for a connection twice, at most 5 s each, on a busy machine. */
const RESPONSE_MS = 20_000
const NOW = '2026-03-10T12:00:00.000Z'
vi.setConfig({ testTimeout: 60_000 + ROUNDS * BACK_MS, hookTimeout: 180_000 })

let database: BreakableDatabase
let store: Store
let service: RunningService
let key: string

beforeAll(async () => {
  database = await startBreakableDatabase()
  store = await openStore(pino({ enabled: false }), database.settings)
  await store.db.insert(merchants).values({ id: 'm', createdAt: NOW })
  await loadSamples(store, 'm', [
    { kind: 'customer', data: SAMPLE_CUSTOMER },
    { kind: 'subscription', data: sampleSubscription('m') },
  ])
  key = await createApiKey(store.db, { merchantId: 'm', type: 'secret', now: NOW })
  service = await startService(database.environment)
})
afterAll(async () => {
  service.process.kill('SIGTERM')
  if (service.process.exitCode === null) await once(service.process, 'exit')
  await store.close()
  await database.close()
})

interface LoadResponse extends HttpResponse {
  at: number
  ms: number
}

/** Sends requests in `LOOPS` loops until it is stopped. */
function ask() {
  const responses: LoadResponse[] = []
  const done = new AbortController()
  const loop = async () => {
    while (!done.signal.aborted) {
      const at = performance.now()
      const response = await httpRequest(service.url, '/external/subscriptions/sub_acme/expanded', {
        headers: { 'x-api-key': key },
      }).catch((error: unknown) => ({ status: 0, headers: {}, text: String(error) }))
      responses.push({ ...response, at, ms: performance.now() - at })
      // Retries sooner than Retry-After says, so that requests still come while the database is away.
      if (response.status !== 200) await wait(50)
    }
  }
  const loops = Array.from({ length: LOOPS }, loop)
  const successAfter = (at: number) =>
    vi.waitFor(
      () => {
        const successes = responses.filter((response) => response.at > at && response.status === 200)
        expect(successes.length).toBeGreaterThan(LOOPS)
      },
      { timeout: BACK_MS },
    )
  return {
    responses,
    successAfter,
    async stop() {
      done.abort()
      await Promise.all(loops)
    },
  }
}

/** Inserts a row, and retries while the database is away. */
async function keep(id: string): Promise<void> {
  const insert = () =>
    store.db.transaction((tx) => tx.insert(merchants).values({ id, createdAt: NOW }).onConflictDoNothing())
  await vi.waitFor(insert, { timeout: BACK_MS })
}

describe('when the database loses every connection under load', () => {
  it('returns 200 or 503 with Retry-After, recovers by itself, logs failures and keeps committed rows', async () => {
    const load = ask()
    const kept: string[] = []
    let losses = 0
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, lose] of Object.entries(database.losses)) {
        await load.successAfter(performance.now())
        kept.push(`${name} ${round}`)
        await keep(`${name} ${round}`)
        const linesBefore = service.logged.length
        await lose()
        losses += 1
        await load.successAfter(performance.now())
        expect(service.logged.slice(linesBefore)).toContainEqual(
          expect.objectContaining({ level: 50, msg: 'a database connection was lost', err: expect.anything() }),
        )
      }
    await load.stop()

    expect(service.process.exitCode).toBeNull()
    const refused = load.responses.filter(({ status }) => status !== 200)
    const oddResponses = refused.filter(({ status, headers }) => status !== 503 || headers['retry-after'] !== '1')
    expect(oddResponses).toEqual([])
    expect(Math.max(...load.responses.map(({ ms }) => ms))).toBeLessThan(RESPONSE_MS)
    await vi.waitFor(() => {
      const loggedIds = new Set(service.logged.filter(({ level }) => level === 50).map(({ requestId }) => requestId))
      expect(refused.filter(({ headers }) => !loggedIds.has(String(headers['x-request-id'])))).toEqual([])
    })
    const ids = (await store.db.select({ id: merchants.id }).from(merchants)).map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(kept))
    tally('times a database lost every connection under load', losses)
    tally('responses under load while a database was lost', load.responses.length)
  })
})
