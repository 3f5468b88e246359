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
 * Does something for somebody who has just proved who they are: on record, and not if meanwhile they have another password
 * or were disabled.
 * @throws ProblemError `sign_in_refused`, or as `run`
 */
export async function asProven<T>(
  db: Database,
  { id, passwordHash }: UserRow,
  run: (tx: DatabaseTransaction, user: UserRow) => Promise<T>,
): Promise<T> {
  return recordedTransaction(db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, id))
    if (user?.disabledAt !== null || user.issuer !== null || user.passwordHash !== passwordHash) throw notRight()
    return run(tx, user)
  })
}

/**
 * Who this e-mail address and password are. A wrong password, an unknown or disabled user, one without a password and one
 * of single sign-on are refused in the same words, after the same work; each is counted and put on record. Whoever is then
 * let in, by `asProven`, begins anew by `forgiveAttempt`.
 * @throws ProblemError `sign_in_refused`, `too_many_attempts`, `console_busy`
 */
export async function provePassword(
  db: Database,
  context: OperationContext,
  { action, email, password }: Proof,
): Promise<UserRow> {
  if (!waysToSignIn().password)
    throw problemError('sign_in_refused', 'This console takes no passwords. Use single sign-on.')
  await countAttempt(db, { email, peer: context.peer, now: context.now() })
  const [user] = await db.select().from(users).where(eq(users.email, email))
  const isRight = await isPassword(password, user?.passwordHash ?? null)
  if (user !== undefined && isRight && user.disabledAt === null && user.issuer === null) return user
  await appendEntry(db, eventOf(context, { action, email, outcome: 'refused' }))
  throw notRight()
}

const notRight = () =>
  problemError('sign_in_refused', 'The e-mail address or the password is not right. Check both and try again.')
