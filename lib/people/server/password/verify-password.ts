import { eq } from 'drizzle-orm'
import { setTimeout } from 'node:timers/promises'
import type { DatabaseTransaction } from '@/database/open-database'
import { appendEntry, entryBy } from '@/lib/store/append-entry'
import { consoleStore } from '@/lib/store/console-store'
import { isRecordedAttempt } from '@/lib/activity/server/audited-attempts'
import { whileWaiting } from '@/lib/core/server/admission'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { writerOf } from '@/lib/core/server/store-write'
import type { OperationName } from '@/lib/core/operations'
import { users } from '@/lib/store/schema'
import type { UserRow } from '@/lib/store/user-rows'
import { accountEntry } from '../sessions'
import type { Session } from '@/lib/core/server/actor'
import { type AttemptBudget, budgetOf, countAttempt, forgiveAttempt, hashTurnOf, withAttemptSlot } from './attempts'
import { matchesPassword } from './password-hash'
import { waysToSignIn } from '@/lib/core/server/sign-in-rules'

interface Credentials {
  action: OperationName
  email: string
  password: string
  /** The session of the request, when the user is signed in. */
  session?: Session
}

/** A user whose password was right. */
interface VerifiedUser {
  user: UserRow
  /** The budget of the attempt. */
  budget: AttemptBudget
}

/**
 * Returns a verified user as the transaction sees them, and resets their failed attempts.
 * @throws ProblemError `sign_in_refused` when the password changed or the user was disabled since the check
 */
export async function requireVerifiedUser(
  tx: DatabaseTransaction,
  { user: { id, passwordHash }, budget }: VerifiedUser,
): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, id))
  if (user?.disabledAt !== null || user.issuer !== null || user.passwordHash !== passwordHash) throw wrongPassword()
  await forgiveAttempt(tx, budget)
  return user
}

/**
 * Returns the user with this email and password. Refuses a wrong password and an unknown, disabled, passwordless or
 * single sign-on user with the same message after the same work. Failed attempts delay the next ones, but never lock out
 * the right password (docs/security.md, 6.1.1).
 * @throws ProblemError `sign_in_refused`, `too_many_attempts`, `console_busy`
 */
export async function verifyPassword(
  context: OperationContext,
  { action, email, password, session }: Credentials,
): Promise<VerifiedUser> {
  if (!waysToSignIn().password) throw problemError('sign_in_refused', 'Passwords are off. Use single sign-on.')
  const { peer, knownBrowserToken } = context
  const db = await consoleStore()
  const budget = await budgetOf(db, { email, peer, knownBrowserToken, session })
  return withAttemptSlot(budget, async () => {
    const { delayMs, nextDelayMs, attempts } = await countAttempt(db, budget, context.now())
    if (delayMs > 0) await whileWaiting(() => setTimeout(delayMs))
    const [user] = await db.select().from(users).where(eq(users.email, email))
    const isRight = await matchesPassword(password, user?.passwordHash ?? null, hashTurnOf(budget))
    if (user !== undefined && isRight && user.disabledAt === null && user.issuer === null) return { user, budget }
    if (isRecordedAttempt(attempts))
      await appendEntry(
        db,
        entryBy(writerOf(context, action), 'refused', accountEntry(context, { email, detail: { attempts } })),
      )
    throw wrongPassword(Math.ceil(nextDelayMs / 1_000))
  })
}

/** @param waitSeconds the delay of the next attempt */
function wrongPassword(waitSeconds = 0) {
  if (waitSeconds === 0) return problemError('sign_in_refused', 'Wrong email or password. Check both and try again.')
  const detail = `Wrong email or password. The next attempt will take about ${waitSeconds} s.`
  return problemError('sign_in_refused', detail, { retryAfterSeconds: waitSeconds })
}
