import type { Database } from '@/database/open-database'
import { networkOf } from '../../network/address'
import { problemError } from '../../problem'
import type { Session } from '../../actor'
import type { HashTurn } from './hash-queue'
import { isKnownBrowser } from '../known-browsers'
import { hashToken } from '../token'

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

const runningAttempts = new Map<string, number>()

/**
 * Runs an attempt when its lane has a free slot, so that delayed attempts cannot pile up.
 * @throws ProblemError `too_many_attempts` with the seconds to wait; the attempt is not counted then
 */
export async function withAttemptSlot<T>(budget: AttemptBudget, run: () => Promise<T>): Promise<T> {
  const { lane, isOwn } = hashTurnOf(budget)
  const running = runningAttempts.get(lane) ?? 0
  if (running >= (isOwn ? MAX_CONCURRENT_ATTEMPTS.own : MAX_CONCURRENT_ATTEMPTS.stranger))
    throw problemError(
      'too_many_attempts',
      `Other sign-ins from here are still being checked, and nothing was done. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    )
  runningAttempts.set(lane, running + 1)
  try {
    return await run()
  } finally {
    const left = (runningAttempts.get(lane) ?? 1) - 1
    if (left > 0) runningAttempts.set(lane, left)
    else runningAttempts.delete(lane)
  }
}
