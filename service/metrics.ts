import type { RespondedRequest } from './app'
import { onConnection } from '@/database/on-connection'
import type { Database } from '@/database/open-database'
import { cached } from '@/telemetry/cached'
import type { ListenAddress } from '@/telemetry/listen'
import {
  addGauge,
  durationHistogram,
  measurePool,
  processRegistry,
  serveMetrics,
  statusClass,
} from '@/telemetry/metrics'

/** The store is read at most this often, however many scrape. */
const STORE_EVERY_MS = 5_000
const STORE_TIMEOUT_MS = 2_000

/**
 * Serves the metrics of the billing service; `record` records a request.
 * @throws Error that names the setting when the port is in use
 */
export async function serveServiceMetrics(db: Database, address: ListenAddress) {
  const registry = processRegistry()
  const durations = durationHistogram(registry, {
    name: 'billing_request_duration_seconds',
    help: 'Time from a request to its response, by operation and class of the status.',
    labelNames: ['operation', 'status'],
  })
  measurePool(registry, 'billing', () => db.$client)
  const ready = addGauge(registry, { name: 'billing_ready', help: '1 while the database responds.' })
  const readStore = cached(async () => {
    const context = { db, signal: AbortSignal.timeout(STORE_TIMEOUT_MS) }
    await onConnection(context, (session) => session.execute('select 1')).then(
      () => ready.set(1),
      () => ready.set(0),
    )
  }, STORE_EVERY_MS)
  const server = await serveMetrics(registry, address, readStore)
  return {
    ...server,
    record: ({ operation, status, ms }: RespondedRequest) =>
      durations.observe({ operation, status: statusClass(status) }, ms / 1_000),
  }
}
