import { eq } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { appendEntry } from '../audit/append-entry'
import { recordedTransaction } from '../audit/recorded-transaction'
import type { OperationContext } from '../operations/operation-context'
import { problemError } from '../problem'
import { users } from '../store/schema'
import type { UserRow } from '../users/user-view'
import { eventOf } from './account-event'
import { countAttempt } from './failed-attempts'
import { isPassword } from './password'
import { waysToSignIn } from './ways-to-sign-in'

interface Proof {
  /** The operation that asks for it. */
  action: string
  email: string
  password: string
}

/**
 * Runs what this e-mail address and password prove the right to. A wrong password, an unknown or disabled user and one
 * without a password are refused in the same words, after the same work; each is counted and put on record. Whoever is then
 * let in begins anew by `forgiveAttempt`.
 * @param run what to do for them, in a `recordedTransaction`
 * @throws ProblemError `sign_in_refused`, `too_many_attempts`, `console_busy`
 */
export async function withProvenUser<T>(
  db: Database,
  context: OperationContext,
  proof: Proof,
  run: (tx: DatabaseTransaction, user: UserRow) => Promise<T>,
): Promise<T> {
  const { id, passwordHash } = await provePassword(db, context, proof)
  return recordedTransaction(db, async (tx) => {
    // Meanwhile it was hashed for a while: it may be another password now, or they disabled.
    const [user] = await tx.select().from(users).where(eq(users.id, id))
    if (user?.disabledAt !== null || user.passwordHash !== passwordHash) throw notRight()
    return run(tx, user)
  })
}

async function provePassword(
  db: Database,
  context: OperationContext,
  { action, email, password }: Proof,
): Promise<UserRow> {
  if (!waysToSignIn().password)
    throw problemError('sign_in_refused', 'This console takes no passwords. Use single sign-on.')
  await countAttempt(db, { email, peer: context.peer, now: context.now() })
  const [user] = await db.select().from(users).where(eq(users.email, email))
  const isRight = await isPassword(password, user?.passwordHash ?? null)
  if (user !== undefined && isRight && user.disabledAt === null) return user
  await appendEntry(db, eventOf(context, { action, email, outcome: 'refused' }))
  throw notRight()
}

const notRight = () =>
  problemError('sign_in_refused', 'The e-mail address or the password is not right. Check both and try again.')
