import { eq } from 'drizzle-orm'
import { setTimeout } from 'node:timers/promises'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { appendEntry } from '../../audit/append-entry'
import { recordedTransaction } from '../../audit/recorded-transaction'
import type { OperationContext } from '../../operation-context'
import { problemError } from '../../problem'
import { users } from '../../store/schema'
import type { UserRow } from '../../store/user-view'
import { accountEvent } from '../account-event'
import type { Session } from '../../actor'
import { type AttemptBudget, budgetOf, hashTurnOf, withAttemptSlot } from './attempt-budget'
import { countAttempt, forgiveAttempt } from './failed-attempts'
import { matchesPassword } from './password'
import { waysToSignIn } from '../ways-to-sign-in'

interface Proof {
  /** The operation that asks for it. */
  action: string
  email: string
  password: string
  /** The session that asks, where somebody is signed in. */
  session?: Session
}

/** Somebody who has just proved who they are. */
interface Proven {
  user: UserRow
  /** What the attempt counted against. */
  budget: AttemptBudget
}

/** Refused attempts of a source, browser or session that are each put on record; after them one of as many is. */
const EACH_ON_RECORD = 50

/**
 * Does something for somebody who has just proved who they are: on record, and not if meanwhile they have another password
 * or were disabled. Their failed attempts are forgiven by it.
 * @throws ProblemError `sign_in_refused`, or as `run`
 */
export async function withVerifiedUser<T>(
  db: Database,
  { user: { id, passwordHash }, budget }: Proven,
  run: (tx: DatabaseTransaction, user: UserRow) => Promise<T>,
): Promise<T> {
  return recordedTransaction(db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, id))
    if (user?.disabledAt !== null || user.issuer !== null || user.passwordHash !== passwordHash) throw notRight()
    await forgiveAttempt(tx, budget)
    return run(tx, user)
  })
}

/**
 * Returns the user whose email and password these are. A wrong password, an unknown or disabled user, one without a password
 * and one of single sign-on are refused in the same words, after the same work. Attempts that fail delay the next ones; they
 * never bar the right password (docs/security.md, 6.1.1).
 * @throws ProblemError `sign_in_refused`, `too_many_attempts`, `console_busy`
 */
export async function verifyPassword(
  db: Database,
  context: OperationContext,
  { action, email, password, session }: Proof,
): Promise<Proven> {
  if (!waysToSignIn().password)
    throw problemError('sign_in_refused', 'This console takes no passwords. Use single sign-on.')
  const { peer, knownBrowserToken } = context
  const budget = await budgetOf(db, { email, peer, knownBrowserToken, session })
  return withAttemptSlot(budget, async () => {
    const { delayMs, nextDelayMs, attempts } = await countAttempt(db, budget, context.now())
    if (delayMs > 0) await setTimeout(delayMs)
    const [user] = await db.select().from(users).where(eq(users.email, email))
    const isRight = await matchesPassword(password, user?.passwordHash ?? null, hashTurnOf(budget))
    if (user !== undefined && isRight && user.disabledAt === null && user.issuer === null) return { user, budget }
    if (attempts <= EACH_ON_RECORD || attempts % EACH_ON_RECORD === 0)
      await appendEntry(db, accountEvent(context, { action, email, outcome: 'refused', detail: { attempts } }))
    throw notRight(Math.ceil(nextDelayMs / 1_000))
  })
}

/** @param waitSeconds how long the next attempt will take */
function notRight(waitSeconds = 0) {
  if (waitSeconds === 0) return problemError('sign_in_refused', 'Wrong email or password. Check both and try again.')
  const detail = `Wrong email or password. The next try will take about ${waitSeconds} s.`
  return problemError('sign_in_refused', detail, { retryAfterSeconds: waitSeconds })
}
