import { BillingProblem } from '@/contract/billing/problem'
import { once as onceOf } from 'node:events'
import { rmSync } from 'node:fs'
import { request as openRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { volume } from '../scripts/test/volume.mjs'
import type { Deadlines } from './deadline'
import { readServiceSettings } from './settings'
import { httpRequest, type HttpResponse } from '@/testing/service/http-request'
import { sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { loadSamples } from '@/testing/service/load-samples'
import { openFreshStore, PATIENT, testDatabaseUrl, type FreshStore } from '@/testing/service/fresh-store'
import { newDataDir } from '@/testing/service/data-dirs'
import { holdSubscriptions } from '@/testing/service/hold-subscriptions'
import { startExampleService, type ExampleService } from '@/testing/service/start-example-service'
import { storedRows } from '@/testing/service/stored-rows'

vi.setConfig({ testTimeout: 90_000 })

/** Time that a busy machine may add to a deadline. */
const MARGIN_MS = 3_000
/** The default deadlines of the service, or shorter ones in `npm test`. */
const USUAL: Deadlines = { readMs: 4_000, writeMs: volume({ test: 700, prove: 5_000 }) }
const SHORT: Deadlines = { readMs: 300, writeMs: 300 }
const ENVIRONMENT = { NODE_ENV: 'test' } as const
const READY = { method: 'GET', target: '/readyz' }

let dataDir: string
const deadlines = { ...PATIENT }
let service: ExampleService
/** A second client of the same database. */
let other: FreshStore
/** Unused ids of an active subscription and of one that can be deleted. */
let active: string
let ended: string
let count = 0
beforeAll(async () => {
  dataDir = await newDataDir('billing-deadline-')
  service = await startExampleService({ deadlines }, dataDir)
  other = await openFreshStore(dataDir)
})
afterAll(async () => {
  await other.close()
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  const { merchantId } = service
  count += 1
  active = `active_${count}`
  ended = `ended_${count}`
  await loadSamples(other, merchantId, [
    { kind: 'subscription', data: sampleSubscription(merchantId, { id: active }) },
    { kind: 'subscription', data: sampleSubscription(merchantId, { id: ended, status: 'ended' }) },
  ])
})
const releases: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
  Object.assign(deadlines, PATIENT)
})

interface Sent {
  method: string
  target: string
}
const cancel = (): Sent => ({ method: 'POST', target: `/external/subscriptions/${active}/cancel` })
const remove = (): Sent => ({ method: 'DELETE', target: `/external/subscriptions/${ended}` })
const read = (): Sent => ({ method: 'GET', target: `/external/subscriptions/${active}/expanded` })

async function send({ method, target }: Sent) {
  const startedAtMs = performance.now()
  const { url, secretKey } = service
  const response = await httpRequest(url, target, { method, headers: { 'x-api-key': secretKey } })
  return { response, tookMs: performance.now() - startedAtMs }
}

/** Sends a request and closes its connection after `afterMs`. */
async function abandon({ method, target }: Sent, afterMs: number): Promise<void> {
  const { url, secretKey } = service
  const sent = openRequest(url + target, { method, headers: { 'x-api-key': secretKey }, agent: false })
  const gone = new Promise((resolve) => sent.on('error', resolve).on('close', resolve))
  sent.end()
  await wait(afterMs)
  sent.destroy()
  await gone
}

/** Locks every row that a change of this test needs. @returns a function that releases them */
async function hold(): Promise<() => Promise<void>> {
  const release = await holdSubscriptions(other, service.merchantId)
  let isHeld = true
  const once = async () => {
    if (isHeld) await release()
    isHeld = false
  }
  releases.push(once)
  return once
}

function expectRefusal({ status, headers, text }: HttpResponse): void {
  const { code, detail } = BillingProblem.parse(JSON.parse(text))
  expect({ status, code, retryAfter: headers['retry-after'] }).toEqual({
    status: 503,
    code: 'deadline_passed',
    retryAfter: '1',
  })
  expect(detail).toMatch(/^Nothing was changed: /)
}

/** Checks that every connection is back in the pool and no request waits for one. */
async function expectWholePool(): Promise<void> {
  const { $client: pool } = service.store.db
  await vi.waitFor(
    () =>
      expect({ waiting: pool.waitingCount, lent: pool.totalCount - pool.idleCount }).toEqual({ waiting: 0, lent: 0 }),
    20_000,
  )
  expect(pool.totalCount).toBeLessThanOrEqual(pool.options.max)
}

/** Checks that no PostgreSQL session waits for a lock: the statements of closed requests have ended. */
async function expectNoLockWaits(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await other.db.$client.query(
      `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%subscriptions%'`,
    )
    expect(rows).toEqual([])
  }, 10_000)
}

const stored = () => storedRows(other.db, service.merchantId)

it('gives reads 4 seconds and changes 5 by default', () => {
  expect(readServiceSettings(ENVIRONMENT).deadlines).toEqual({ readMs: 4_000, writeMs: 5_000 })
  const set = { ...ENVIRONMENT, BILLING_READ_DEADLINE_MS: '1', BILLING_WRITE_DEADLINE_MS: '30000' }
  expect(readServiceSettings(set).deadlines).toEqual({ readMs: 1, writeMs: 30_000 })
  expect(() => readServiceSettings({ ...ENVIRONMENT, BILLING_WRITE_DEADLINE_MS: '30001' })).toThrow(
    'BILLING_WRITE_DEADLINE_MS',
  )
})

describe('while another client holds the row', () => {
  it(`refuses changes within ${USUAL.writeMs / 1000} seconds, and does not apply them afterwards`, async () => {
    const before = await stored()
    const release = await hold()
    Object.assign(deadlines, USUAL)
    const held = wait(USUAL.writeMs + volume({ test: 300, prove: 3_000 }))
    for (const { response, tookMs } of await Promise.all([cancel(), remove()].map(send))) {
      expectRefusal(response)
      expect(response.text).toContain(`longer than ${USUAL.writeMs / 1000} seconds`)
      expect(tookMs).toBeGreaterThan(USUAL.writeMs - 100)
      expect(tookMs).toBeLessThan(USUAL.writeMs + MARGIN_MS)
    }
    await held
    await release()
    await expectWholePool()
    expect(await stored()).toEqual(before)
  })

  it('aborts 50 requests whose callers disconnected: they change nothing and keep no connection', async () => {
    const before = await stored()
    const release = await hold()
    const rounds = Array.from({ length: 50 }, (_, round) => round)
    await Promise.all(rounds.map((round) => abandon(round % 2 ? remove() : cancel(), 50 + (round % 10) * 20)))
    if (testDatabaseUrl() !== undefined) {
      await expectWholePool()
      await expectNoLockWaits()
    }
    await release()
    await expectWholePool()
    expect(await stored()).toEqual(before)
    expect((await send(cancel())).response.status).toBe(200)
  })

  it('responds to each of 300 waiting changes, and applies the next one when the row is free', async () => {
    const before = await stored()
    const release = await hold()
    Object.assign(deadlines, SHORT)
    const responses = await Promise.all(Array.from({ length: 300 }, () => send(cancel())))
    expect(new Set(responses.map(({ response }) => response.status))).toEqual(new Set([503]))
    Object.assign(deadlines, PATIENT)
    await release()
    await expectWholePool()
    expect(await stored()).toEqual(before)
    expect((await send(cancel())).response.status).toBe(200)
  })
})

describe('the deadline', () => {
  it('includes the wait for a body that does not come', async () => {
    Object.assign(deadlines, SHORT)
    const { url, secretKey } = service
    const headers = { 'x-api-key': secretKey, 'content-type': 'application/json', 'content-length': '50' }
    const startedAtMs = performance.now()
    const started = openRequest(new URL(cancel().target, url), { method: 'POST', headers, agent: false })
    const responded = onceOf(started, 'response')
    started.write('{')
    const [response] = await responded
    expect(response).toHaveProperty('statusCode', 503)
    expect(performance.now() - startedAtMs).toBeLessThan(SHORT.writeMs + MARGIN_MS)
    started.destroy()
  })

  it('includes the wait for a connection, and returns a late connection to the pool', async () => {
    const { $client: pool } = service.store.db
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    releases.push(async () => taken.splice(0).forEach((client) => client.release()))
    Object.assign(deadlines, SHORT)
    for (const { response, tookMs } of await Promise.all([read(), cancel(), READY].map(send))) {
      expectRefusal(response)
      expect(tookMs).toBeLessThan(SHORT.writeMs + MARGIN_MS)
    }
    expect(pool.waitingCount).toBe(3)
    for (const client of taken.splice(0)) client.release()
    await expectWholePool()
  })

  it.each([
    ['a read', read, 'subscriptions'],
    ['the key of a read', read, 'api_keys'],
    ['the key of a change', cancel, 'api_keys'],
  ] as const)('includes the wait for %s', async (_, sent, table) => {
    const client = await other.db.$client.connect()
    let isOpen = true
    const rollback = async () => {
      if (!isOpen) return
      isOpen = false
      await client.query('rollback')
      client.release()
    }
    releases.push(rollback)
    await client.query('begin')
    await client.query(`lock table ${table} in access exclusive mode`)
    Object.assign(deadlines, SHORT)
    const { response, tookMs } = await send(sent())
    await rollback()
    expectRefusal(response)
    expect(tookMs).toBeLessThan(SHORT.writeMs + MARGIN_MS)
    Object.assign(deadlines, PATIENT)
    expect((await send(sent())).response.status).toBe(200)
    await expectWholePool()
  })
})
