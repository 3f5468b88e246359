import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { callOperation } from '@/testing/console/call-operation'
import { insertChange } from '@/testing/console/insert-change'
import { signedInUser, useConsoleStore } from '@/testing/console/use-console-store'
import { metricsOf } from '@/testing/telemetry/scrape'
import type { MetricsServer } from '@/telemetry/metrics'
import { changeSourceOf } from '@/lib/changes/server/change-store'
import { getEnvironment } from '@/lib/environment'
import { settings } from '@/lib/core/server/settings'
import { subscriptionChanges } from '@/lib/store/schema'
import { serveConsoleMetrics } from './serve-console-metrics'

const store = useConsoleStore()
const OLD = '2026-03-10T12:00:00.000Z'
let servers: MetricsServer[] = []

/** Serves the metrics anew, because the figures of the store are kept for a few seconds. */
async function scrape() {
  const server = await serveConsoleMetrics(getEnvironment())
  if (server === undefined) throw new Error('no metrics')
  servers.push(server)
  return server
}

beforeAll(() => {
  Object.assign(settings(), { CONSOLE_METRICS_PORT: 0 })
})
afterAll(() => {
  for (const server of servers) server.close()
  servers = []
  globalThis.consoleMetrics = undefined
  Object.assign(settings(), { CONSOLE_METRICS_PORT: undefined })
})

describe('the metrics of the console', () => {
  it('count operations and refusals by class of the status, and calls by outcome', async () => {
    const { url } = await scrape()
    const token = await signedInUser(store(), { email: 'agent@example.com' })
    await callOperation('getStatus', { token })
    await callOperation('getStatus', { headers: { host: 'evil.example' } })
    await callOperation('listChanges', {})
    await callOperation('getInvoice', { token, params: { invoiceId: 'inv_secret' } })
    const { valueOf, text } = await metricsOf(url)
    const operations = (labels: Record<string, string>) => valueOf('console_operation_duration_seconds_count', labels)
    expect(operations({ operation: 'getStatus', status: '2xx' })).toBe(1)
    expect(operations({ operation: 'getStatus', status: '4xx' })).toBe(1)
    expect(operations({ operation: 'listChanges', status: '4xx' })).toBe(1)
    expect(valueOf('console_api_call_duration_seconds_count', { operation: 'getInvoice' })).toBe(1)
    expect(text).not.toMatch(/inv_secret|agent@example/)
  })

  it('show readiness, breakers, downloads and the pool', async () => {
    const { valueOf } = await metricsOf((await scrape()).url)
    expect(valueOf('console_ready')).toBe(1)
    expect(valueOf('console_api_breaker', { calls: 'reads', state: 'closed' })).toBe(1)
    expect(valueOf('console_api_breaker', { calls: 'writes', state: 'open' })).toBe(0)
    expect(valueOf('console_downloads_running')).toBe(0)
    expect(valueOf('console_ledger_reads_running')).toBe(0)
    expect(valueOf('console_database_connections_max')).toBeGreaterThan(0)
  })

  it('count changes of this billing API by state, with the age of the oldest open one', async () => {
    const { db } = store()
    const { source, billingApi } = changeSourceOf(getEnvironment())
    await insertChange(db, { source, billingApi, state: 'UNKNOWN', createdAt: OLD })
    await insertChange(db, { source, billingApi, state: 'SENT', createdAt: new Date().toISOString() })
    await insertChange(db, { source, billingApi, state: 'CONFIRMED', createdAt: new Date().toISOString() })
    await insertChange(db, { source: 'another API', billingApi, state: 'SENT', createdAt: OLD })
    const { valueOf } = await metricsOf((await scrape()).url)
    expect(valueOf('console_changes_open', { state: 'UNKNOWN' })).toBe(1)
    expect(valueOf('console_changes_open', { state: 'SENT' })).toBe(1)
    expect(valueOf('console_changes_open', { state: 'CONFIRMED' })).toBe(0)
    const oldest = { waits_for: 'console' }
    expect(valueOf('console_changes_oldest_timestamp_seconds', oldest)).toBe(Date.parse(OLD) / 1_000)
    await db.delete(subscriptionChanges).where(eq(subscriptionChanges.billingApi, billingApi))
    expect((await metricsOf((await scrape()).url)).valueOf('console_changes_oldest_timestamp_seconds', oldest)).toBe(
      undefined,
    )
  })

  it.each([
    ['an outage of the store', () => Promise.reject(new Error('connection refused'))],
    ['a store that is still being opened', () => new Promise<never>(() => undefined)],
  ])('show %s, and no figures of it', async (_, opening) => {
    const before = globalThis.consoleStoreOpening
    globalThis.consoleStoreOpening = opening()
    globalThis.consoleStoreOpening.catch(() => undefined)
    // One look at the store serves the probes of a second.
    const later = performance.now() + 2_000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
    try {
      const { valueOf } = await metricsOf((await scrape()).url)
      expect(valueOf('console_ready')).toBe(0)
      expect(valueOf('console_audit_lag_entries')).toBeUndefined()
      expect(valueOf('console_changes_open', { state: 'SENT' })).toBeUndefined()
      expect(valueOf('console_api_breaker', { calls: 'reads', state: 'closed' })).toBe(1)
    } finally {
      clock.mockRestore()
      globalThis.consoleStoreOpening = before
    }
  })

  it('are off by default', async () => {
    Object.assign(settings(), { CONSOLE_METRICS_PORT: undefined })
    expect(await serveConsoleMetrics(getEnvironment())).toBeUndefined()
  })
})
