import { getTableName, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { RespondedRequest } from './app'
import { importTurns } from './store/schema'
import { onConnection } from '@/database/on-connection'
import type { Database } from '@/database/open-database'
import {
  addGauge,
  cached,
  durationHistogram,
  measurePool,
  type MetricsAddress,
  type MetricsServer,
  processRegistry,
  serveMetrics,
  statusClass,
} from '@/telemetry/metrics'

/** The store is read at most this often, however many scrape. */
const STORE_EVERY_MS = 5_000
const STORE_TIMEOUT_MS = 2_000

interface Measured {
  db: Database
  /** False for the embedded database, whose one session serves all connections in turn. */
  hasSessions: boolean
}

interface ServiceMetrics extends MetricsServer {
  /** Records a request. */
  record: (request: RespondedRequest) => void
}

/**
 * Serves the metrics of the billing service.
 * @throws Error that names the setting when the port is in use
 */
export async function serveServiceMetrics(
  { db, hasSessions }: Measured,
  address: MetricsAddress,
): Promise<ServiceMetrics> {
  const registry = processRegistry()
  const durations = durationHistogram(registry, {
    name: 'billing_request_duration_seconds',
    help: 'Time from a request to its response, by operation and class of the status.',
    labelNames: ['operation', 'status'],
  })
  measurePool(registry, 'billing', () => db.$client)
  const ready = addGauge(registry, { name: 'billing_ready', help: '1 while the database responds.' })
  const imports =
    hasSessions &&
    addGauge(registry, {
      name: 'billing_import_batches',
      help: 'Batches of imports that a session of the database writes, or waits to write.',
    })
  const readStore = cached(async () => {
    try {
      const batches = await readImportBatches(db)
      ready.set(1)
      if (imports) imports.set(batches)
    } catch {
      ready.set(0)
      if (imports) imports.remove()
    }
  }, STORE_EVERY_MS)
  const server = await serveMetrics(registry, address, readStore)
  return {
    ...server,
    record: ({ operation, status, ms }) => durations.observe({ operation, status: statusClass(status) }, ms / 1_000),
  }
}

const Row = z.object({ batches: z.int() })

/** Returns the number of sessions that hold or await the turn of an import (`data/write-batch.ts`). */
async function readImportBatches(db: Database): Promise<number> {
  const { rows } = await onConnection({ db, signal: AbortSignal.timeout(STORE_TIMEOUT_MS) }, (session) =>
    session.execute(sql`select count(distinct pid)::int as batches from pg_locks
      where database = (select oid from pg_database where datname = current_database())
        and relation = ${getTableName(importTurns)}::regclass and mode in ('RowExclusiveLock', 'RowShareLock')`),
  )
  return Row.parse(rows[0]).batches
}
