import { desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { failedAttempts } from '../../store/schema'
import type { AttemptBudget } from './attempt-budget'

/** A count is deleted this long after its first attempt. */
const WINDOW_MS = 15 * 60_000
/** Attempts without delay. A source may be an office with many users. */
export const FREE_ATTEMPTS = { own: 5, account: 5, source: 20 }
const FIRST_DELAY_MS = 500
/** The longest delay of an attempt. */
export const LONGEST_DELAY_MS = 4_000
/** Made-up accounts add rows, so the oldest rows beyond this number are deleted. */
const MAX_ROWS = 10_000

interface CountedAttempt {
  /** The delay before the password is checked. */
  delayMs: number
  /** The delay of the next attempt. */
  nextDelayMs: number
  /** Attempts of this source, browser or session in the window, including this one. */
  attempts: number
}

/**
 * Counts an attempt before the check, so that concurrent attempts count too. The count never refuses an attempt; its
 * delay doubles from half a second to four seconds. `forgiveAttempt` undoes the count of a success.
 */
export async function countAttempt(db: Database, budget: AttemptBudget, now: Date): Promise<CountedAttempt> {
  const { key, since } = failedAttempts
  const surplus = db.select({ key }).from(failedAttempts).orderBy(desc(since)).offset(MAX_ROWS)
  const cutoff = new Date(now.getTime() - WINDOW_MS).toISOString()
  await db.delete(failedAttempts).where(or(lt(since, cutoff), inArray(key, surplus)))
  if ('own' in budget) {
    const attempts = await count(db, budget.own, now)
    return { attempts, ...delaysOf(attempts - FREE_ATTEMPTS.own) }
  }
  const ofSource = await count(db, budget.source, now)
  const ofAccount = await count(db, budget.account, now)
  const excess = Math.max(ofSource - FREE_ATTEMPTS.source, ofAccount - FREE_ATTEMPTS.account)
  return { attempts: ofSource, ...delaysOf(excess) }
}

/** Resets the count of the account, browser or session after a success; subtracts one attempt from its source. */
export async function forgiveAttempt(tx: DatabaseTransaction, budget: AttemptBudget): Promise<void> {
  await tx.delete(failedAttempts).where(eq(failedAttempts.key, 'own' in budget ? budget.own : budget.account))
  if ('own' in budget) return
  await tx
    .update(failedAttempts)
    .set({ count: sql`greatest(${failedAttempts.count} - 1, 0)` })
    .where(eq(failedAttempts.key, budget.source))
}

const delaysOf = (excess: number) => ({ delayMs: delayOf(excess), nextDelayMs: delayOf(excess + 1) })

/** @param excess attempts beyond the free ones */
const delayOf = (excess: number): number =>
  excess <= 0 ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (excess - 1))

async function count(db: Database, key: string, now: Date): Promise<number> {
  const [row] = await db
    .insert(failedAttempts)
    .values({ key, count: 1, since: now.toISOString() })
    .onConflictDoUpdate({ target: failedAttempts.key, set: { count: sql`${failedAttempts.count} + 1` } })
    .returning()
  return row?.count ?? 1
}
