import { and, count, desc, gt, min, sql } from 'drizzle-orm'
import type { ChangeState } from '@/contract/console/change'
import { type ChangeSource, isOfSource } from '../changes/change-store'
import { SESSION_IDLE_MS, SESSION_MAX_AGE_MS } from '../sign-in/authenticate'
import { readWithin } from '../store/read-within'
import { auditEntries, IS_OPEN, sessions, subscriptionChanges } from '../store/schema'

const TIMEOUT_MS = 2_000
/** Most rows that a count reads. */
const MAX_COUNTED = 10_000
const RECENT_MS = 60 * 60_000

/** What the metrics show of the store, which all consoles on it share. */
export interface StoreFigures {
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
export function readStoreFigures(changes: ChangeSource, now: Date): Promise<StoreFigures> {
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
      oldestUnderWayAt: oldest(openChanges.filter((row) => row.state !== 'NEEDS_REVIEW')),
      oldestInReviewAt: oldest(openChanges.filter((row) => row.state === 'NEEDS_REVIEW')),
      recentChanges,
      sessions: activeSessions?.count ?? 0,
      auditHead: head ?? null,
    }
  })
}

const oldest = (rows: readonly { oldestAt: string | null }[]): string | null =>
  rows.flatMap(({ oldestAt }) => oldestAt ?? []).toSorted()[0] ?? null
