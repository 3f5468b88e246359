import { eq } from 'drizzle-orm'
import type { Role } from '@/contract/console/roles'
import type { Database } from '@/database/open-database'
import { appendEntry } from '../audit/append-entry'
import type { OperationContext } from '../operations/operation-context'
import { problemError } from '../problem'
import { users } from '../store/schema'
import { eventOf } from './account-event'
import { countAttempt } from './failed-attempts'
import { isPassword } from './password'
import { waysToSignIn } from './ways-to-sign-in'

export interface ProvenUser {
  id: string
  email: string
  role: Role
}

/**
 * Who this e-mail address and password are. A wrong password, an unknown or disabled user and one without a password are
 * refused in the same words, after the same work; each is counted and put on record. Whoever is then let in begins anew by
 * `forgiveAttempt`.
 * @param action the operation that asks
 * @throws ProblemError `sign_in_refused`, `too_many_attempts`, `console_busy`
 */
export async function provePassword(
  db: Database,
  context: OperationContext,
  { action, email, password }: { action: string; email: string; password: string },
): Promise<ProvenUser> {
  if (!waysToSignIn().password)
    throw problemError('sign_in_refused', 'This console takes no passwords. Use single sign-on.')
  await countAttempt(db, { email, peer: context.peer, now: context.now() })
  const [user] = await db.select().from(users).where(eq(users.email, email))
  const isRight = await isPassword(password, user?.passwordHash ?? null)
  if (user !== undefined && isRight && user.disabledAt === null) return { id: user.id, email, role: user.role }
  await appendEntry(db, eventOf(context, { action, email, outcome: 'refused' }))
  throw problemError('sign_in_refused', 'The e-mail address or the password is not right. Check both and try again.')
}
