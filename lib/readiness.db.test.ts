import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { getEnvironment } from './environment'
import { readiness } from './readiness'

const store = useConsoleStore()
const CALL = { operation: 'getInvoice', kind: 'read', ms: 5, requestId: 'r' } as const

let laterMs = 0
const now = performance.now.bind(performance)
// Calls of another test file in this process may have failed a moment ago.
beforeAll(() => getEnvironment().health.recordCall({ ...CALL, failure: undefined, status: 200 }))
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs))
afterEach(() => vi.restoreAllMocks())

/** Asks a while after the last time: one look at the store serves the probes of a second. */
async function asked(): Promise<[number, unknown]> {
  laterMs += 2_000
  const response = await readiness()
  return [response.status, await response.json()]
}

describe('readiness', () => {
  test('is ready with a store that has every migration', async () => {
    expect(await asked()).toEqual([200, { status: 'ready' }])
  })

  test('is degraded after a call without a response, until one succeeds', async () => {
    const { health } = getEnvironment()
    health.recordCall({ ...CALL, failure: 'unreachable', status: undefined })
    expect(await asked()).toEqual([200, { status: 'degraded' }])
    health.recordCall({ ...CALL, failure: undefined, status: 200 })
    expect(await asked()).toEqual([200, { status: 'ready' }])
  })

  test('stays ready when the API responds with an error or the console refuses a call itself', async () => {
    const { health } = getEnvironment()
    health.recordCall({ ...CALL, failure: 'api_failed', status: 500 })
    health.recordCall({ ...CALL, failure: 'overloaded', status: undefined })
    expect(await asked()).toEqual([200, { status: 'ready' }])
  })

  test('is not ready with a store of a newer version, or one that lacks a migration', async () => {
    const { db } = store()
    await db.execute(sql`update drizzle.__console_migrations set created_at = created_at + 1`)
    expect(await asked()).toEqual([503, { status: 'not_ready' }])
    await db.execute(sql`update drizzle.__console_migrations set created_at = created_at - 1`)
    expect(await asked()).toEqual([200, { status: 'ready' }])
    await db.execute(sql`delete from drizzle.__console_migrations where id = (
      select max(id) from drizzle.__console_migrations)`)
    expect(await asked()).toEqual([503, { status: 'not_ready' }])
    await db.execute(sql`drop table drizzle.__console_migrations`)
    expect(await asked()).toEqual([503, { status: 'not_ready' }])
  })

  test('is not ready when the store does not respond', async () => {
    const before = globalThis.consoleStoreOpening
    globalThis.consoleStoreOpening = Promise.reject(new Error('connection refused'))
    try {
      expect(await asked()).toEqual([503, { status: 'not_ready' }])
    } finally {
      globalThis.consoleStoreOpening = before
    }
  })
})
