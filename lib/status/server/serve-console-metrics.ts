import type { Environment } from '@/lib/core/server/operation-context'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, count, desc, gt, min, sql } from 'drizzle-orm'
import { CHANGE_STATES, type ChangeState } from '@/lib/changes/change'
import {
  addGauge,
  cached,
  durationHistogram,
  measure,
  measurePool,
  type MetricsServer,
  processRegistry,
  serveMetrics,
  statusClass,
} from '@/telemetry/metrics'
import { reasonOf } from '@/telemetry/loggable'
import { loggedAuditHead } from '@/lib/activity/server/log-audit-head'
import { type ChangeSource, changeSourceOf, isOfSource } from '@/lib/changes/server/change-store'
import { log } from '@/lib/core/server/log'
import { settings } from '@/lib/core/server/settings'
import { isReady } from './is-ready'
import { ownBreakers } from './report-figures'
import { openedConsoleStore, readWithin } from '@/lib/store/console-store'
import { runningJobs } from '@/lib/jobs/run-jobs'
import { SESSION_IDLE_MS, SESSION_MAX_AGE_MS } from '@/lib/people/server/authenticate'
import { auditEntries, IS_OPEN, sessions, subscriptionChanges } from '@/lib/store/schema'

/** The store is read at most this often, however many scrape. */
const STORE_EVERY_MS = 5_000
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
  const showStore = storeGauges()
  const readStore = cached(async () => {
    ready.set((await isReady()) ? 1 : 0)
    showStore(await readStoreFigures(changeSourceOf(environment), new Date()).catch(() => undefined))
  }, STORE_EVERY_MS)

  const server = await serveMetrics(registry, { host, port, setting: 'CONSOLE_METRICS_PORT' }, async () => {
    const breakers = ownBreakers(environment)
    for (const state of BREAKER_STATES) {
      breaker.set({ calls: 'reads', state }, breakers.reads === state ? 1 : 0)
      breaker.set({ calls: 'writes', state }, breakers.writes === state ? 1 : 0)
    }
    await readStore()
  })
  globalThis.consoleMetrics = {
    recordOperation: ({ operation, status, ms }) =>
      operations.observe({ operation, status: statusClass(status) }, ms / 1_000),
  }
  environment.health.onCall(({ operation, failure, ms }) =>
    calls.observe({ operation, outcome: failure ?? 'ok' }, ms / 1_000),
  )
  log().info({ event: 'metrics', url: server.url }, 'serving metrics')
  return server

  /** Adds the gauges of the store, which have no value while it does not respond. */
  function storeGauges(): (figures: StoreFigures | undefined) => void {
    const open = addGauge(registry, {
      name: 'console_changes_open',
      help: 'Open cancels and deletes of all consoles on the store, by state; counts to 10,000.',
      labelNames: ['state'],
    })
    const recent = addGauge(registry, {
      name: 'console_changes_recent',
      help: 'Cancels and deletes that all consoles on the store requested within an hour, by state; counts to 10,000.',
      labelNames: ['state'],
    })
    const oldest = addGauge(registry, {
      name: 'console_changes_oldest_timestamp_seconds',
      help: 'When the oldest open change was requested, by what it waits for: the console, or a review.',
      labelNames: ['waits_for'],
    })
    const sessionCount = addGauge(registry, {
      name: 'console_sessions',
      help: 'Sessions of signed-in users on the store; counts to 10,000.',
    })
    const head = addGauge(registry, { name: 'console_audit_head', help: 'Number of the newest entry of the audit.' })
    const newest = addGauge(registry, {
      name: 'console_audit_newest_timestamp_seconds',
      help: 'Time of the newest entry of the audit.',
    })
    const lag = addGauge(registry, {
      name: 'console_audit_lag_entries',
      help: 'Entries of the audit after the head that this process logged last.',
    })
    const logged = addGauge(registry, {
      name: 'console_audit_logged_timestamp_seconds',
      help: 'When this process last compared the head of the audit with its log, and logged a new one.',
    })
    return (figures) => {
      for (const gauge of [sessionCount, head, newest, lag]) gauge.remove()
      for (const gauge of [open, recent, oldest]) gauge.reset()
      const own = loggedAuditHead()
      if (own.at !== null) logged.set(secondsOf(own.at))
      if (figures === undefined) return
      for (const state of CHANGE_STATES) {
        open.set({ state }, countOf(figures.openChanges, state))
        recent.set({ state }, countOf(figures.recentChanges, state))
      }
      const { oldestUnderWayAt, oldestInReviewAt, auditHead } = figures
      if (oldestUnderWayAt !== null) oldest.set({ waits_for: 'console' }, secondsOf(oldestUnderWayAt))
      if (oldestInReviewAt !== null) oldest.set({ waits_for: 'review' }, secondsOf(oldestInReviewAt))
      sessionCount.set(figures.sessions)
      head.set(auditHead?.sequence ?? 0)
      lag.set(Math.max(0, (auditHead?.sequence ?? 0) - own.sequence))
      if (auditHead !== null) newest.set(secondsOf(auditHead.at))
    }
  }
}

const countOf = (states: StoreFigures['openChanges'], wanted: string): number =>
  states.find(({ state }) => state === wanted)?.count ?? 0

const secondsOf = (instant: string): number => Date.parse(instant) / 1_000

const TIMEOUT_MS = 2_000
/** Most rows that a count reads. */
const MAX_COUNTED = 10_000
const RECENT_MS = 60 * 60_000

/** What the metrics show of the store, which all consoles on it share. */
interface StoreFigures {
  /** Changes that a person or the console still has to finish. */
  openChanges: CountedState[]
  /** When the oldest change that the console works on was requested, and the oldest that needs a review; null for none. */
  oldestUnderWayAt: string | null
  oldestInReviewAt: string | null
  /** Changes that were requested within an hour. */
  recentChanges: CountedState[]
  sessions: number
  /** The newest entry of the audit; null when it is empty. */
  auditHead: { sequence: number; at: string } | null
}

interface CountedState {
  state: ChangeState
  count: number
}

/**
 * Reads the figures on one connection. Each count stops at 10,000 rows.
 * @throws what the store throws, and ProblemError `store_unavailable` after 2 s
 */
function readStoreFigures(changes: ChangeSource, now: Date): Promise<StoreFigures> {
  const limits = { signal: undefined, ms: TIMEOUT_MS, tooSlow: 'The store did not respond in time.' }
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  return readWithin(limits, async (db) => {
    const { state, createdAt } = subscriptionChanges
    const open = db
      .select({ state, createdAt })
      .from(subscriptionChanges)
      .where(and(IS_OPEN, isOfSource(changes)))
      .orderBy(createdAt)
      .limit(MAX_COUNTED)
      .as('open')
    const openChanges = await db
      .select({ state: open.state, count: count(), oldestAt: min(open.createdAt) })
      .from(open)
      .groupBy(open.state)
    const recent = db
      .select({ state })
      .from(subscriptionChanges)
      .where(and(gt(createdAt, before(RECENT_MS)), isOfSource(changes)))
      .limit(MAX_COUNTED)
      .as('recent')
    const recentChanges = await db.select({ state: recent.state, count: count() }).from(recent).groupBy(recent.state)
    const active = db
      .select({ one: sql`1`.as('one') })
      .from(sessions)
      .where(and(gt(sessions.seenAt, before(SESSION_IDLE_MS)), gt(sessions.createdAt, before(SESSION_MAX_AGE_MS))))
      .limit(MAX_COUNTED)
      .as('active')
    const [activeSessions] = await db.select({ count: count() }).from(active)
    const [head] = await db
      .select({ sequence: auditEntries.sequence, at: auditEntries.at })
      .from(auditEntries)
      .orderBy(desc(auditEntries.sequence))
      .limit(1)
    return {
      openChanges,
      oldestUnderWayAt: oldest(openChanges.filter((row) => row.state !== 'NEEDS_REVIEW' && row.state !== 'QUEUED')),
      oldestInReviewAt: oldest(openChanges.filter((row) => row.state === 'NEEDS_REVIEW')),
      recentChanges,
      sessions: activeSessions?.count ?? 0,
      auditHead: head ?? null,
    }
  })
}

const oldest = (rows: readonly { oldestAt: string | null }[]): string | null =>
  rows.flatMap(({ oldestAt }) => oldestAt ?? []).toSorted()[0] ?? null

/** Serves the metrics of this process, if set. Exits with an error message when their port is in use. */
export async function serveMetricsOrExit(environment: Environment): Promise<void> {
  try {
    await serveConsoleMetrics(environment)
  } catch (error) {
    // Uses stderr, because the log may be silent.
    console.error(`The console cannot start. ${reasonOf(error)}`)
    process.exit(1)
  }
}
