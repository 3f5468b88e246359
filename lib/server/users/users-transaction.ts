import { count, eq } from 'drizzle-orm'
import type { ActivityOutcome } from '@/contract/console/activity'
import { isAllowed } from '@/contract/console/roles'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { appendEntry } from '../audit/append-entry'
import { recordedTransaction } from '../audit/recorded-transaction'
import { problemError, ProblemError } from '../problem'
import { users } from '../store/schema'
import { emailOf } from '../store/find-users'

/** Who changes users, and as what it is recorded. */
export interface UserWriter {
  /** As the audit names them. */
  name: string
  role: string
  /** Of somebody signed in; the demo's admin and the command line have none. */
  userId?: string | undefined
  /** Whoever may run commands on this machine may do anything. */
  isCommandLine: boolean
  /** An operation's name, or what the command line did. */
  action: string
  requestId: string
  now: Date
}

interface Recorded {
  /** Whom it is about: people are called in the audit as they were then. */
  email?: string
  detail?: object
}
type Run<T> = (tx: DatabaseTransaction, record: (what: Recorded) => Promise<unknown>) => Promise<T>

/** How many users there are. */
export async function countUsers(tx: Database | DatabaseTransaction): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(users)
  return row?.count ?? 0
}

/**
 * Changes users: one change at a time in all processes, by somebody who may at that moment, and on record together with
 * the change. What is refused is on record too.
 * @param about whom: an id or an e-mail address, as it was asked
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
      if (!(await mayStill(tx, writer)))
        throw problemError('not_allowed', 'You may not change users any more, and nothing was changed.')
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

/** They were asked for before: meanwhile an admin may be one no more, and the demo over. */
async function mayStill(tx: DatabaseTransaction, { isCommandLine, userId }: UserWriter): Promise<boolean> {
  if (isCommandLine) return true
  if (userId === undefined) return (await countUsers(tx)) === 0
  const [user] = await tx
    .select({ role: users.role, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, userId))
  return user !== undefined && user.disabledAt === null && isAllowed(user.role, 'users')
}
