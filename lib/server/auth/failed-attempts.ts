import { eq, lt, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { networkOf } from '../http/address'
import { problemError } from '../problem'
import { failedAttempts } from '../store/schema'

/** How many tries that fail are taken in so long. */
const WINDOW_MS = 15 * 60_000
export const MOST_OF_ACCOUNT = 10
export const MOST_OF_PEER = 50
/** A count goes no further: nobody needs to know by how much it is too many. */
const MOST_COUNTED = 1_000

interface Attempt {
  /** Whose password is tried, whether there is such an account or not. */
  email: string
  peer: string
  now: Date
}

/** What is typed as an e-mail may be a password: its hash is kept. */
const accountKey = (email: string) => `account ${createHash('sha256').update(email).digest('hex')}`
const peerKey = (peer: string) => `peer ${networkOf(peer)}`

/**
 * Counts a try before it is made, so that many at once are counted too: first of its peer, then of its account, in the
 * order in which they grow. What succeeds is taken off again by `forgiveAttempt`.
 * @throws ProblemError `too_many_attempts`, with when to come back
 */
export async function countAttempt(db: Database, { email, peer, now }: Attempt): Promise<void> {
  const cutoff = new Date(now.getTime() - WINDOW_MS).toISOString()
  await db.delete(failedAttempts).where(lt(failedAttempts.since, cutoff))
  await count(db, peerKey(peer), MOST_OF_PEER, now)
  await count(db, accountKey(email), MOST_OF_ACCOUNT, now)
}

/** A try that succeeded was none of those that are counted, and its account begins anew. */
export async function forgiveAttempt(
  db: Database | DatabaseTransaction,
  { email, peer }: Omit<Attempt, 'now'>,
): Promise<void> {
  await db.delete(failedAttempts).where(eq(failedAttempts.key, accountKey(email)))
  await db
    .update(failedAttempts)
    .set({ count: sql`greatest(${failedAttempts.count} - 1, 0)` })
    .where(eq(failedAttempts.key, peerKey(peer)))
}

async function count(db: Database, key: string, most: number, now: Date): Promise<void> {
  const [row] = await db
    .insert(failedAttempts)
    .values({ key, count: 1, since: now.toISOString() })
    .onConflictDoUpdate({
      target: failedAttempts.key,
      set: { count: sql`least(${failedAttempts.count} + 1, ${MOST_COUNTED}::int)` },
    })
    .returning()
  if (row === undefined || row.count <= most) return
  const endsAt = Date.parse(row.since) + WINDOW_MS
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000))
  throw problemError(
    'too_many_attempts',
    'There were too many tries that failed. Wait a quarter of an hour, then try again.',
    { retryAfterSeconds },
  )
}
