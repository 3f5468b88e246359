import type { Environment } from '@/lib/core/server/operation-context'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, count, max, min } from 'drizzle-orm'
import { CHANGE_STATES, type ChangeState } from '@/lib/changes/change'
import { cached } from '@/telemetry/cached'
import {
  addGauge,
  durationHistogram,
  measure,
  measurePool,
  type MetricsServer,
  processRegistry,
  serveMetrics,
  statusClass,
} from '@/telemetry/metrics'
import { loggedAuditHead } from '@/lib/activity/server/log-audit-head'
import { type ChangeSource, changeSourceOf, isOfSource } from '@/lib/changes/server/change-store'
import { log } from '@/lib/core/server/log'
import { settings } from '@/lib/core/server/settings'
import { isReady } from './is-ready'
import { openedConsoleStore, readWithin } from '@/lib/store/console-store'
import { runningJobs } from '@/lib/jobs/run-jobs'
import { auditEntries, IS_OPEN, subscriptionChanges } from '@/lib/store/schema'

/** The store is read at most this often, however many scrape. */
const REFRESH_MS = 5_000
const BREAKER_STATES = ['closed', 'half_open', 'open'] as const

/** Returns the store if it is open, without a wait for one that is being opened. */
const openedStore = () => Promise.race([openedConsoleStore().catch(() => undefined), nextTurn(undefined)])

/**
 * Serves the metrics of this process where `CONSOLE_METRICS_PORT` is set.
 * @returns undefined where it is not
 * @throws Error that names the setting when the port is in use
 */
export async function serveConsoleMetrics(environment: Environment): Promise<MetricsServer | undefined> {
  const { CONSOLE_METRICS_PORT: port, CONSOLE_METRICS_HOST: host } = settings()
  if (port === undefined) return undefined
  const registry = processRegistry()
  const operations = durationHistogram(registry, {
    name: 'console_operation_duration_seconds',
    help: 'Time of an operation of the console, by class of the status. A file counts until it begins.',
    labelNames: ['operation', 'status'],
  })
  const calls = durationHistogram(registry, {
    name: 'console_api_call_duration_seconds',
    help: 'Time of a call to the billing API with its retries, by outcome: ok, or the error code.',
    labelNames: ['operation', 'outcome'],
  })
  const breaker = addGauge(registry, {
    name: 'console_api_breaker',
    help: '1 for the state of the circuit breaker of reads and of writes.',
    labelNames: ['calls', 'state'],
  })
  const ready = addGauge(registry, { name: 'console_ready', help: '1 while /readyz says 200.' })
  measure(registry, { name: 'console_downloads_running', help: 'Files that this process writes.' }, () =>
    environment.downloads(),
  )
  measure(registry, { name: 'console_ledger_reads_running', help: 'Whole ledgers that this process reads.' }, () =>
    runningJobs('ledger'),
  )
  measurePool(registry, 'console', async () => (await openedStore())?.$client)
  const open = addGauge(registry, {
    name: 'console_changes_open',
    help: 'Open cancels and deletes of all consoles on the store, by state; counts to 10,000.',
    labelNames: ['state'],
  })
  const oldest = addGauge(registry, {
    name: 'console_changes_oldest_timestamp_seconds',
    help: 'When the oldest open change was requested, by what it waits for: the console, or a review.',
    labelNames: ['waits_for'],
  })
  const lag = addGauge(registry, {
    name: 'console_audit_lag_entries',
    help: 'Entries of the audit after the head that this process logged last.',
  })
  const logged = addGauge(registry, {
    name: 'console_audit_logged_timestamp_seconds',
    help: 'When this process last compared the head of the audit with its log, and logged a new one.',
  })

  /** Sets the gauges. Those of the store have no value while it does not respond. */
  const refresh = cached(async () => {
    const breakers = environment.breakers()
    for (const state of BREAKER_STATES) {
      breaker.set({ calls: 'reads', state }, breakers.reads === state ? 1 : 0)
      breaker.set({ calls: 'writes', state }, breakers.writes === state ? 1 : 0)
    }
    ready.set((await isReady()) ? 1 : 0)
    const own = loggedAuditHead()
    if (own.at !== null) logged.set(secondsOf(own.at))
    const figures = await readStoreFigures(changeSourceOf(environment)).catch(() => undefined)
    lag.remove()
    open.reset()
    oldest.reset()
    if (figures === undefined) return
    for (const state of CHANGE_STATES) open.set({ state }, figures.open.find((row) => row.state === state)?.count ?? 0)
    for (const [waitsFor, at] of Object.entries(figures.oldest))
      if (at !== undefined) oldest.set({ waits_for: waitsFor }, secondsOf(at))
    lag.set(Math.max(0, figures.auditHead - own.sequence))
  }, REFRESH_MS)
  const server = await serveMetrics(registry, { host, port, setting: 'CONSOLE_METRICS_PORT' }, refresh)
  globalThis.consoleMetrics = {
    recordOperation: ({ operation, status, ms }) =>
      operations.observe({ operation, status: statusClass(status) }, ms / 1_000),
  }
  environment.health.onCall(({ operation, failure, ms }) =>
    calls.observe({ operation, outcome: failure ?? 'ok' }, ms / 1_000),
  )
  log().info({ event: 'metrics', url: server.url }, 'serving metrics')
  return server
}

const secondsOf = (instant: string): number => Date.parse(instant) / 1_000

const TIMEOUT_MS = 2_000
/** Most rows that a count reads. */
const MAX_COUNTED = 10_000

/**
 * Reads the open changes by state, when the oldest of those that wait for the console and for a review were requested, and the number
 * of the newest audit entry, on one connection.
 * @throws what the store throws, and ProblemError `store_unavailable` after 2 s
 */
function readStoreFigures(changes: ChangeSource) {
  const limits = { ms: TIMEOUT_MS, tooSlow: 'The store did not respond in time.' }
  return readWithin(limits, async (db) => {
    const { state, createdAt } = subscriptionChanges
    const counted = db
      .select({ state, createdAt })
      .from(subscriptionChanges)
      .where(and(IS_OPEN, isOfSource(changes)))
      .orderBy(createdAt)
      .limit(MAX_COUNTED)
      .as('open')
    const open = await db
      .select({ state: counted.state, count: count(), oldestAt: min(counted.createdAt) })
      .from(counted)
      .groupBy(counted.state)
    const [head] = await db.select({ sequence: max(auditEntries.sequence) }).from(auditEntries)
    const oldestOf = (isOne: (state: ChangeState) => boolean) =>
      open.flatMap((row) => (isOne(row.state) ? (row.oldestAt ?? []) : [])).toSorted()[0]
    return {
      open,
      oldest: {
        console: oldestOf((each) => each !== 'NEEDS_REVIEW' && each !== 'QUEUED'),
        review: oldestOf((each) => each === 'NEEDS_REVIEW'),
      },
      auditHead: head?.sequence ?? 0,
    }
  })
}
