import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import type { Session } from '@/lib/core/server/actor'
import { networkOf } from '@/lib/core/server/network/address'
import { problemError } from '@/lib/core/server/problem'
import { RunningByKey } from '@/lib/core/server/slots'
import { failedAttempts, knownBrowsers, users } from '@/lib/store/schema'
import { hashToken, knownBrowserCookie, newToken } from '@/lib/core/server/http/cookies'
import type { HashTurn } from './password-hash'

/** Attempts of one source, or of one known browser or session, that may be pending at a time in this process. */
export const MAX_CONCURRENT_ATTEMPTS = { stranger: 8, own: 2 }
/** Longer than the longest delay of an attempt. */
const RETRY_AFTER_SECONDS = 5

/** The keys of `failed_attempts` that an attempt counts against. A stranger's attempt never uses an `own` budget. */
export type AttemptBudget = { own: string } | { account: string; source: string }

interface Attempt {
  /** As typed; the account may not exist. */
  email: string
  peer: string
  knownBrowserToken?: string | undefined
  /** The session of the request, when the user is signed in to this account. */
  session?: Session | undefined
}

/**
 * Returns the budget of an attempt: the session's, else the browser's when it is known to this account, else that of the
 * account and the source address.
 */
export async function budgetOf(
  db: Database,
  { email, peer, knownBrowserToken: token, session }: Attempt,
): Promise<AttemptBudget> {
  if (session !== undefined) return { own: `session ${session.id}` }
  if (token !== undefined && (await isKnownBrowser(db, { token, email })))
    return { own: `browser ${hashToken(`${token} ${email}`)}` }
  // People type passwords into the email field by mistake, so only a hash is stored.
  return { account: `account ${hashToken(email)}`, source: `peer ${networkOf(peer)}` }
}

/** Returns the lane of a budget in the hash queue. */
export const hashTurnOf = (budget: AttemptBudget): HashTurn =>
  'own' in budget ? { lane: budget.own, isOwn: true } : { lane: budget.source, isOwn: false }

const runningAttempts = new RunningByKey()

/**
 * Runs an attempt when its lane has a free slot, so that delayed attempts cannot pile up.
 * @throws ProblemError `too_many_attempts` with the seconds to wait; the attempt is not counted then
 */
export async function withAttemptSlot<T>(budget: AttemptBudget, run: () => Promise<T>): Promise<T> {
  const { lane, isOwn } = hashTurnOf(budget)
  if (runningAttempts.of(lane) >= (isOwn ? MAX_CONCURRENT_ATTEMPTS.own : MAX_CONCURRENT_ATTEMPTS.stranger))
    throw problemError(
      'too_many_attempts',
      `Other sign-ins from here are still being checked, and nothing was done. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    )
  return runningAttempts.run(lane, run)
}

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

/** A browser stays known for this long after its last sign-in by password. */
const KNOWN_MS = 90 * 24 * 60 * 60_000
/** Known browsers kept for each user. */
const MAX_BROWSERS_PER_USER = 20

/** True when this browser has signed in to this account before. */
async function isKnownBrowser(db: Database, { token, email }: { token: string; email: string }) {
  const [row] = await db
    .select({ userId: knownBrowsers.userId })
    .from(knownBrowsers)
    .innerJoin(users, eq(users.id, knownBrowsers.userId))
    .where(and(eq(knownBrowsers.tokenHash, hashToken(token)), eq(users.email, email)))
  return row !== undefined
}

interface SignedInBrowser {
  userId: string
  /** The token that the browser sent. It is kept, because other users of the browser share it. */
  token: string | undefined
  now: Date
}

/** Records that a browser signed in to an account, which gives it its own attempt budget. @returns the `Set-Cookie` */
export async function rememberBrowser(
  tx: DatabaseTransaction,
  { userId, token = newToken(), now }: SignedInBrowser,
): Promise<string> {
  const signedInAt = now.toISOString()
  await tx
    .insert(knownBrowsers)
    .values({ userId, tokenHash: hashToken(token), signedInAt })
    .onConflictDoUpdate({ target: [knownBrowsers.userId, knownBrowsers.tokenHash], set: { signedInAt } })
  const surplus = tx
    .select({ tokenHash: knownBrowsers.tokenHash })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.userId, userId))
    .orderBy(desc(knownBrowsers.signedInAt))
    .offset(MAX_BROWSERS_PER_USER)
  const oldest = new Date(now.getTime() - KNOWN_MS).toISOString()
  const isSurplus = and(eq(knownBrowsers.userId, userId), inArray(knownBrowsers.tokenHash, surplus))
  await tx.delete(knownBrowsers).where(or(lt(knownBrowsers.signedInAt, oldest), isSurplus))
  return knownBrowserCookie(token, KNOWN_MS)
}

/** Deletes the known browsers of a user, when the password is replaced. */
export async function forgetBrowsers(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId))
}
