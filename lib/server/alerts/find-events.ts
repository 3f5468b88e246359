import { randomUUID } from 'node:crypto'
import { eq, lte, sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import type { Environment } from '../environment'
import { areForgotten } from '../object-index/forget-fence'
import { findOtherReports, ownFigures } from '../status/report-figures'
import { transactionWithin } from '../audit/append-entry'
import { alertDeliveries, alertEvents, alertSearches, alertSubscribers, webhooks } from '../store/alert-schema'
import { consoleStore } from '../store/console-store'
import { type Found, type Search, searchEvents } from './event-searches'

/** The advisory lock of those who store events, or read them for an email: each event is then stored before or after the email. */
const ALERTS_LOCK = 4_211_983
/** Rows may be stored this much later than they happened, or by a clock that differs this much. */
const OVERLAP_MS = 10 * 60_000
const TIMEOUT_MS = 30_000

/** Locks the events until the transaction ends. */
export async function lockAlerts(tx: DatabaseTransaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ALERTS_LOCK})`)
}

/**
 * Finds what happened since the last search, and stores each event once, with its deliveries to webhooks. The first search stores
 * only the time, so that the past causes no alerts.
 * @param at the store's time
 * @returns the number of new events
 * @throws ProblemError `store_unavailable` after 30 seconds
 */
export async function findEvents(environment: Environment, at?: Date): Promise<number> {
  const db = await consoleStore()
  const { source } = environment.index
  if (!(await isWanted(db, source))) {
    await db.delete(alertSearches).where(eq(alertSearches.source, source))
    return 0
  }
  const reports = [ownFigures(environment), ...(await findOtherReports(db, source))]
  const readStart = environment.index.startRead()
  return transactionWithin(db, TIMEOUT_MS, async (tx) => {
    // An admin who forgets a customer waits, and then deletes its events too.
    await areForgotten(tx, [{ readStart, names: [] }])
    await lockAlerts(tx)
    const now = at ?? (await environment.storeClock.storeNow(tx))
    const started = await tx
      .insert(alertSearches)
      .values({ source, since: now.toISOString() })
      .onConflictDoNothing()
      .returning()
    if (started.length > 0) return 0
    const [last] = await tx.select().from(alertSearches).where(eq(alertSearches.source, source))
    if (!last) throw new TypeError('the search is not stored')
    const until = new Date(now.getTime() - OVERLAP_MS).toISOString()
    // The store's clock was set back.
    const isAhead = last.since > now.toISOString()
    const search: Search = { tx, environment, source, since: isAhead ? until : last.since, now, isFull: false }
    const drift = reports.flatMap((report) => report.drift.entries)
    const found = await searchEvents(search, drift)
    const stored = await storeEvents(tx, source, found)
    if (isAhead || (!search.isFull && until > last.since))
      await tx.update(alertSearches).set({ since: until }).where(eq(alertSearches.source, source))
    return stored
  })
}

/** True when there is a webhook, or a person who chose emails. */
async function isWanted(db: Database, source: string): Promise<boolean> {
  const [hooks, subscribers] = [eq(webhooks.source, source), eq(alertSubscribers.source, source)]
  return (await db.$count(webhooks, hooks)) > 0 || (await db.$count(alertSubscribers, subscribers)) > 0
}

/** Stores events that are not known yet. @returns their number */
async function storeEvents(tx: DatabaseTransaction, source: string, found: readonly Found[]): Promise<number> {
  const events = [...new Map(found.map((event) => [event.key, event])).values()]
  if (events.length === 0) return 0
  const stored = await tx
    .insert(alertEvents)
    .values(events.map((event) => ({ ...event, id: `evt_${randomUUID()}`, source, createdAt: sql`clock_timestamp()` })))
    .onConflictDoNothing({ target: [alertEvents.source, alertEvents.key] })
    .returning({ id: alertEvents.id })
  await tx.execute(sql`
    insert into ${alertDeliveries} (event_id, webhook_id, state, attempts, next_at)
    select event.id, webhook.id, 'waiting', 0, clock_timestamp() from ${alertEvents} as event
    join ${webhooks} as webhook on webhook.source = event.source and event.kind = any (webhook.kinds)
    where event.id = any (${sql.param(stored.map(({ id }) => id))}::text[])`)
  return stored.length
}

const KEPT_DAYS = 30

/** Deletes the events of all sources, with their deliveries, 30 days after they were found. */
export async function trimEvents(db: Database): Promise<void> {
  const isOld = sql`clock_timestamp() - make_interval(days => ${KEPT_DAYS})`
  await db.delete(alertEvents).where(lte(alertEvents.createdAt, isOld))
}
