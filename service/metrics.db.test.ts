import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metricsOf, type Scrape } from '@/testing/telemetry/scrape'
import { openFreshStore, PATIENT, type FreshStore } from '@/testing/service/fresh-store'
import { createApiKey } from './api-keys'
import { billingApp } from './app'
import { httpRequest } from '@/testing/service/http-request'
import { serveServiceMetrics } from './metrics'
import { serve, type RunningService } from './serve'

const SUBSCRIPTION = '/external/subscriptions/sub_none/expanded'

let store: FreshStore
let service: RunningService
let metrics: Awaited<ReturnType<typeof serveServiceMetrics>>

beforeAll(async () => {
  store = await openFreshStore()
  const merchantId = await store.newMerchant()
  const key = await createApiKey(store.db, { merchantId, type: 'secret', now: '2026-03-10T12:00:00.000Z' })
  const address = { host: '127.0.0.1', port: 0, setting: 'BILLING_METRICS_PORT' }
  metrics = await serveServiceMetrics(store.db, address)
  const app = billingApp({
    db: store.db,
    log: pino({ level: 'silent' }),
    deadlines: PATIENT,
    record: metrics.record,
  })
  service = await serve(app, { host: '127.0.0.1', port: 0 })
  const headers = { 'x-api-key': key }
  await httpRequest(service.url, SUBSCRIPTION, { headers })
  await httpRequest(service.url, SUBSCRIPTION, { headers })
  await httpRequest(service.url, SUBSCRIPTION, { method: 'PUT', headers })
  await httpRequest(service.url, '/external/no-such-path/sub_secret', { headers })
  await httpRequest(service.url, '/healthz', {})
})
afterAll(async () => {
  metrics.close()
  await service.close()
  await store.close()
})

const scrape = (): Promise<Scrape> => metricsOf(metrics.url)

describe('the metrics of the service', () => {
  it('count requests by operation and class of the status, whatever the path', async () => {
    const { samples, text } = await scrape()
    const counts = samples
      .filter(({ name }) => name === 'billing_request_duration_seconds_count')
      .map(({ labels, value }) => [`${labels.operation} ${labels.status}`, value])
    expect(Object.fromEntries(counts)).toEqual({
      'getSubscription 4xx': 2,
      'healthz 2xx': 1,
      'unmatched 4xx': 2,
    })
    expect(text).not.toContain('sub_')
  })

  it('show the pool and the event loop', async () => {
    const { valueOf } = await scrape()
    expect(valueOf('billing_ready')).toBe(1)
    expect(valueOf('billing_database_connections_max')).toBeGreaterThan(0)
    expect(valueOf('billing_database_waiting')).toBe(0)
    expect(valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  })
})
