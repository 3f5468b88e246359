import type { Role } from '@/contract/console/roles'
import type { DatabaseTransaction, Database } from '@/database/open-database'
import { insertUser } from './insert-user'
import type { UserRow } from './user-view'
import { type UserWriter, usersTransaction } from './users-transaction'

interface AddedUser {
  email: string
  role: Role
  /** Null where they set their own by a link. */
  passwordHash: string | null
}

/**
 * Adds a user, and what belongs to it: both or neither.
 * @param andThen runs in the same transaction
 * @throws ProblemError `email_taken`, `last_admin`, `not_allowed`
 */
export async function addUser<T>(
  db: Database,
  writer: UserWriter,
  user: AddedUser,
  andThen: (tx: DatabaseTransaction, added: UserRow) => Promise<T>,
): Promise<T> {
  return usersTransaction(db, writer, user.email, async (tx, record) => {
    const added = await insertUser(tx, { ...user, now: writer.now })
    await record({ email: added.email, detail: { role: added.role } })
    return andThen(tx, added)
  })
}
