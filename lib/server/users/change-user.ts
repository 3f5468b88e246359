import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import type { Role } from '@/contract/console/roles'
import type { UserChanged } from '@/contract/console/user'
import type { OperationContext } from '../operation-context'
import type { UserRow } from '../store/user-view'
import { consoleStore } from '../store/console-store'
import { deleteLinks } from '../sign-in/one-time-link'
import { getUser } from '../store/find-users'
import { problemError } from '../problem'
import { watchedObjects } from '../store/index-schema'
import { sessions, users } from '../store/schema'
import { userView } from '../store/user-view'
import { waysToSignIn } from '../sign-in/ways-to-sign-in'
import { type UserWriter, usersTransaction } from './users-transaction'
import { userWriter } from './user-writer'

interface UserChange {
  role?: Role | undefined
  disabled?: boolean | undefined
}

const isActiveAdmin = ({ role, disabledAt }: Pick<UserRow, 'role' | 'disabledAt'>) =>
  role === 'admin' && disabledAt === null

/**
 * Changes a user's role, disables or enables the user, for the web and the command line. Ends the user's sessions, because
 * a session never continues with another role.
 * @throws ProblemError `not_found`, `last_admin`, `not_allowed`
 */
export async function changeUserAs(
  db: Database,
  writer: UserWriter,
  idOrEmail: string,
  change: UserChange,
): Promise<UserRow> {
  return usersTransaction(db, writer, idOrEmail, async (tx, record) => {
    const before = await getUser(tx, idOrEmail)
    const { role = before.role, disabled = before.disabledAt !== null } = change
    const disabledAt = disabled ? (before.disabledAt ?? writer.now.toISOString()) : null
    if (role === before.role && disabledAt === before.disabledAt) return before
    const [after = before] = await tx.update(users).set({ role, disabledAt }).where(eq(users.id, before.id)).returning()
    if (isActiveAdmin(before) && !isActiveAdmin(after)) await requireAdmin(tx)
    await endSessions(tx, after.id)
    if (disabled) {
      await deleteLinks(tx, after.id)
      // The console stops reading their watched objects again.
      await tx.delete(watchedObjects).where(eq(watchedObjects.user, after.id))
    }
    await record({ email: after.email, detail: difference(before, after) })
    return after
  })
}

/** Matches users who can sign in by an enabled way; a user without a password cannot yet. */
function canSignIn() {
  const { password, singleSignOn } = waysToSignIn()
  return or(
    password ? and(isNull(users.issuer), isNotNull(users.passwordHash)) : sql`false`,
    singleSignOn ? isNotNull(users.issuer) : sql`false`,
  )
}

/** @throws ProblemError `last_admin` when no admin is left who can sign in */
async function requireAdmin(tx: DatabaseTransaction): Promise<void> {
  // The lock waits for a sign-in that is changing a role.
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.disabledAt), canSignIn()))
    .for('update')
  if (admins.length === 0)
    throw problemError(
      'last_admin',
      'Not changed: this is the last admin who can sign in. Make someone else an admin first.',
    )
}

/** Ends all sessions of a user. */
export async function endSessions(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}

function difference(before: UserRow, after: UserRow): object {
  return {
    ...(before.role !== after.role && { role: { from: before.role, to: after.role } }),
    ...(before.disabledAt !== after.disabledAt && { disabled: after.disabledAt !== null }),
  }
}

/**
 * Changes a user's role, disables or enables the user.
 * @throws ProblemError `not_found`, `last_admin`
 */
export async function changeUser(
  context: OperationContext,
  { userId, ...changes }: ConsoleInput<'changeUser'>,
): Promise<UserChanged> {
  const changed = await changeUserAs(await consoleStore(), userWriter(context, 'changeUser'), userId, changes)
  return { accepted: true, user: userView(changed) }
}
