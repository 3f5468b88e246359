import type { Database } from '@/database/open-database'
import { networkOf } from '../../network/address'
import { problemError } from '../../problem'
import type { Session } from '../../actor'
import type { HashTurn } from './hash-queue'
import { isKnownBrowser } from '../known-browsers'
import { hashToken } from '../token'

/** Attempts of one source, or of one browser or session, that wait or are checked at a time, in this process. */
export const MAX_CONCURRENT_ATTEMPTS = { stranger: 8, own: 2 }
/** Longer than an attempt is delayed. */
const RETRY_AFTER_SECONDS = 5

/** What a failed attempt counts against, as keys of `failed_attempts`. A stranger's never counts against an own budget. */
export type AttemptBudget = { own: string } | { account: string; source: string }

interface Attempt {
  /** As it was typed, whether there is such an account or not. */
  email: string
  peer: string
  knownBrowserToken?: string | undefined
  /** The session that asks, where somebody is signed in to this account. */
  session?: Session | undefined
}

/**
 * Returns the budget of an attempt: that of the session that asks, else of the browser where it signed in to this account
 * before, else of the account and the source address.
 */
export async function budgetOf(
  db: Database,
  { email, peer, knownBrowserToken: token, session }: Attempt,
): Promise<AttemptBudget> {
  if (session !== undefined) return { own: `session ${session.id}` }
  if (token !== undefined && (await isKnownBrowser(db, { token, email })))
    return { own: `browser ${hashToken(`${token} ${email}`)}` }
  // What is typed as an email may be a password: its hash is kept.
  return { account: `account ${hashToken(email)}`, source: `peer ${networkOf(peer)}` }
}

/** Returns the lane of a budget at the hash. */
export const hashTurnOf = (budget: AttemptBudget): HashTurn =>
  'own' in budget ? { lane: budget.own, isOwn: true } : { lane: budget.source, isOwn: false }

const atOnce = new Map<string, number>()

/**
 * Runs an attempt where its lane has a place: what is delayed may not pile up.
 * @throws ProblemError `too_many_attempts` with seconds to wait; nothing was counted then
 */
export async function withAttemptSlot<T>(budget: AttemptBudget, run: () => Promise<T>): Promise<T> {
  const { lane, isOwn } = hashTurnOf(budget)
  const running = atOnce.get(lane) ?? 0
  if (running >= (isOwn ? MAX_CONCURRENT_ATTEMPTS.own : MAX_CONCURRENT_ATTEMPTS.stranger))
    throw problemError(
      'too_many_attempts',
      `Other sign-ins from here are still being checked, and nothing was done. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    )
  atOnce.set(lane, running + 1)
  try {
    return await run()
  } finally {
    const left = (atOnce.get(lane) ?? 1) - 1
    if (left > 0) atOnce.set(lane, left)
    else atOnce.delete(lane)
  }
}
