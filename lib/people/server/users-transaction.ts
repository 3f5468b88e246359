import { count, eq } from 'drizzle-orm'
import type { ActivityOutcome } from '@/lib/activity/activity'
import type { OperationName } from '@/lib/core/operations'
import { isAllowed } from '@/lib/core/roles'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { appendEntry, recordedTransaction } from '@/lib/store/append-entry'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError, ProblemError } from '@/lib/core/server/problem'
import { emailOf } from '@/lib/store/user-rows'
import { users } from '@/lib/store/schema'

/** The author of a change to users, with the fields of its audit entry. */
export interface UserWriter {
  /** The name in the audit. */
  name: string
  role: string
  /** Undefined for the demo's admin and the command line. */
  userId?: string | undefined
  /** True for the command line, which may do anything. */
  isCommandLine: boolean
  /** The operation's name, or the command. */
  action: string
  requestId: string
  now: Date
}

interface Recorded {
  /** The user's email at this time. */
  email?: string
  detail?: object
}
type Run<T> = (tx: DatabaseTransaction, record: (what: Recorded) => Promise<unknown>) => Promise<T>

export async function countUsers(tx: Database | DatabaseTransaction): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(users)
  return row?.count ?? 0
}

/**
 * Changes users in a transaction with the audit entry, one at a time in all processes. Checks the writer's permission
 * again inside the transaction. Also records a refused change.
 * @param about the id or email of the user, as in the request
 * @throws ProblemError `not_allowed`, or as `run`
 */
export async function usersTransaction<T>(
  db: Database,
  writer: UserWriter,
  about: string | null,
  run: Run<T>,
): Promise<T> {
  const recordIn = (tx: Database | DatabaseTransaction, outcome: ActivityOutcome, { email, detail }: Recorded) =>
    appendEntry(tx, {
      at: writer.now,
      actor: writer.name,
      role: writer.role,
      action: writer.action,
      requestId: writer.requestId,
      outcome,
      detail,
      ...(email !== undefined && { object: { kind: 'user', id: email } }),
    })
  try {
    return await recordedTransaction(db, async (tx) => {
      if (!(await isStillAllowed(tx, writer)))
        throw problemError('not_allowed', 'Not changed: you can no longer manage users.')
      return run(tx, (what) => recordIn(tx, 'done', what))
    })
  } catch (error) {
    if (error instanceof ProblemError) {
      const detail = { code: error.problem.code }
      await recordIn(db, 'refused', about === null ? { detail } : { email: await emailOf(db, about), detail })
    }
    throw error
  }
}

/** Checks the permission again: since the first check, the admin may have lost the role, or the demo may have ended. */
async function isStillAllowed(tx: DatabaseTransaction, { isCommandLine, userId }: UserWriter): Promise<boolean> {
  if (isCommandLine) return true
  if (userId === undefined) return (await countUsers(tx)) === 0
  const [user] = await tx
    .select({ role: users.role, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, userId))
  return user !== undefined && user.disabledAt === null && isAllowed(user.role, 'users')
}

/** Returns the actor of an operation as the writer of a change to users. */
export function userWriter({ actor, requestId, now }: OperationContext, action: OperationName): UserWriter {
  const { name, role, userId } = actor
  return { name, role, userId, isCommandLine: false, action, requestId, now: now() }
}
