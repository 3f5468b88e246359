import { BillingProblem } from '@/contract/billing/problem'
import { request as openRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { httpRequest, type HttpAnswer } from './http-request'
import { openFreshStore, testDatabaseUrl, type FreshStore } from './store/fresh-store'
import { holdSubscriptions } from './testing/hold-subscriptions'
import { startExampleService, type ExampleService } from './testing/start-example-service'
import { storedRows } from './testing/stored-rows'

const isPostgres = testDatabaseUrl() !== undefined
/** What a busy machine may add to a deadline. */
const MARGIN_MS = 2_000
const SHORT = { readMs: 300, writeMs: 300 }
const SUBSCRIPTION = '/external/subscriptions/sub_acme'
const CANCEL = { method: 'POST', target: `${SUBSCRIPTION}/cancel` }
const DELETE = { method: 'DELETE', target: '/external/subscriptions/sub_draft' }
const READY = { method: 'GET', target: '/readyz' }
const READ = { method: 'GET', target: `${SUBSCRIPTION}/expanded` }

/** Another client of the same database. */
let other: FreshStore
beforeAll(async () => {
  other = await openFreshStore()
})
afterAll(() => other.close())

async function withService<Result>(
  options: Parameters<typeof startExampleService>[0],
  use: (service: ExampleService) => Promise<Result>,
): Promise<Result> {
  const service = await startExampleService(options)
  try {
    return await use(service)
  } finally {
    await service.close()
  }
}

interface Sent {
  method: string
  target: string
}

async function send({ url, secretKey }: ExampleService, { method, target }: Sent) {
  const startedAtMs = performance.now()
  const answer = await httpRequest(url, target, { method, headers: { 'x-api-key': secretKey } })
  return { answer, tookMs: performance.now() - startedAtMs }
}

/** Sends a request whose caller goes away after so long. */
async function abandon({ url, secretKey }: ExampleService, { method, target }: Sent, afterMs: number): Promise<void> {
  const sent = openRequest(url + target, { method, headers: { 'x-api-key': secretKey }, agent: false })
  const gone = new Promise((resolve) => sent.on('error', resolve).on('close', resolve))
  sent.end()
  await wait(afterMs)
  sent.destroy()
  await gone
}

function expectRefusal({ status, headers, text }: HttpAnswer): void {
  const { code, detail } = BillingProblem.parse(JSON.parse(text))
  expect({ status, code, retryAfter: headers['retry-after'] }).toEqual({
    status: 503,
    code: 'deadline_passed',
    retryAfter: '1',
  })
  expect(detail).toMatch(/^Nothing was changed: /)
}

/** Every connection of the pool is back, and none more than it may have. */
async function expectWholePool({ $client: pool }: ExampleService['store']['db']): Promise<void> {
  await vi.waitFor(() => {
    expect({ waiting: pool.waitingCount, lent: pool.totalCount - pool.idleCount }).toEqual({ waiting: 0, lent: 0 })
  }, 10_000)
  expect(pool.totalCount).toBeLessThanOrEqual(pool.options.max)
}

describe('while another client holds the row', () => {
  it('refuses writes within 5 seconds, and does not apply them afterwards', { timeout: 60_000 }, () =>
    withService({}, async (service) => {
      const before = await storedRows(other.db, service.merchantId)
      const release = await holdSubscriptions(other, service.merchantId)
      const held = wait(8_000)
      const answers = await Promise.all([CANCEL, DELETE].map((sent) => send(service, sent)))
      for (const { answer, tookMs } of answers) {
        expectRefusal(answer)
        expect(answer.text).toContain('within 5 seconds')
        expect(tookMs).toBeGreaterThan(4_900)
        expect(tookMs).toBeLessThan(5_000 + MARGIN_MS)
      }
      await held
      await release()
      await expectWholePool(service.store.db)
      expect(await storedRows(other.db, service.merchantId)).toEqual(before)
      expect((await send(service, CANCEL)).answer.status).toBe(200)
    }),
  )

  it('lets a caller who has gone away wait for nothing: 50 of them change nothing and keep no connection', () =>
    withService({}, async (service) => {
      const before = await storedRows(other.db, service.merchantId)
      const release = await holdSubscriptions(other, service.merchantId)
      const rounds = Array.from({ length: 50 }, (_, round) => round)
      await Promise.all(rounds.map((round) => abandon(service, round % 2 ? DELETE : CANCEL, 50 + (round % 10) * 20)))
      if (isPostgres) {
        await expectWholePool(service.store.db)
        await expectNobodyWaiting()
      }
      await release()
      await expectWholePool(service.store.db)
      expect(await storedRows(other.db, service.merchantId)).toEqual(before)
      expect((await send(service, CANCEL)).answer.status).toBe(200)
    }))

  it('answers each of 300 waiting writes, and the next one when the row is free', () =>
    withService({ deadlines: SHORT }, async (service) => {
      const release = await holdSubscriptions(other, service.merchantId)
      const answers = await Promise.all(Array.from({ length: 300 }, () => send(service, CANCEL)))
      for (const { answer, tookMs } of answers) {
        expect(answer.status).toBe(503)
        expect(tookMs).toBeLessThan(SHORT.writeMs + 2 * MARGIN_MS)
      }
      await release()
      await expectWholePool(service.store.db)
      await vi.waitFor(async () => expect((await send(service, CANCEL)).answer.status).toBe(200), 10_000)
    }))
})

/** PostgreSQL has no session left that waits for a lock: what nobody waits for any more has ended there too. */
async function expectNobodyWaiting(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await other.db.$client.query(
      `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%subscriptions%'`,
    )
    expect(rows).toEqual([])
  }, 10_000)
}

describe('the deadline counts', () => {
  it('the wait for a connection; one that comes too late goes back', () =>
    withService({ deadlines: SHORT }, async (service) => {
      const { $client: pool } = service.store.db
      const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
      for (const sent of [READ, CANCEL, READY]) {
        const { answer, tookMs } = await send(service, sent)
        expectRefusal(answer)
        expect(tookMs).toBeLessThan(300 + MARGIN_MS)
      }
      expect(pool.waitingCount).toBe(3)
      for (const client of taken) client.release()
      await expectWholePool(service.store.db)
    }))

  it.each([
    ['a read', READ, 'subscriptions'],
    ['the key of a read', READ, 'api_keys'],
    ['the key of a write', CANCEL, 'api_keys'],
  ] as const)('%s', async (_, sent, table) => {
    await withService({ deadlines: SHORT }, async (service) => {
      const client = await other.db.$client.connect()
      await client.query('begin')
      await client.query(`lock table ${table} in access exclusive mode`)
      const { answer, tookMs } = await send(service, sent)
      await client.query('rollback')
      client.release()
      expectRefusal(answer)
      expect(tookMs).toBeLessThan(300 + MARGIN_MS)
      await expectWholePool(service.store.db)
      await vi.waitFor(async () => expect((await send(service, sent)).answer.status).toBe(200), 10_000)
    })
  })
})
