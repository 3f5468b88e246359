import type { ConsoleInput } from '@/contract/console/operations'
import type { DatabaseTransaction, Database } from '@/database/open-database'
import type { Role } from '@/contract/console/roles'
import type { UserAdded } from '@/contract/console/user'
import type { OperationContext } from '../operation-context'
import type { UserRow } from '../store/user-view'
import { consoleStore } from '../store/console-store'
import { createLink } from '../sign-in/one-time-link'
import { requirePasswords } from '../sign-in/ways-to-sign-in'
import { userView } from '../store/user-view'
import { insertUser } from './insert-user'
import { type UserWriter, usersTransaction } from './users-transaction'
import { userWriter } from './user-writer'

interface AddedUser {
  email: string
  role: Role
  /** Null when the user sets the password by a link. */
  passwordHash: string | null
}

/**
 * Adds a user.
 * @param andThen runs in the same transaction, after the insert
 * @throws ProblemError `email_taken`, `last_admin`, `not_allowed`
 */
export async function addUserAs<T>(
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

/**
 * Adds a local account. The user sets the password by the link in the response, so that no admin knows it.
 * @throws ProblemError `not_allowed`, `email_taken`, `last_admin` when the first user is not an admin
 */
export async function addUser(context: OperationContext, input: ConsoleInput<'addUser'>): Promise<UserAdded> {
  requirePasswords()
  const writer = userWriter(context, 'addUser')
  return addUserAs(await consoleStore(), writer, { ...input, passwordHash: null }, async (tx, added) => ({
    accepted: true,
    user: userView(added),
    link: await createLink(tx, { purpose: 'reset', userId: added.id, now: writer.now }),
  }))
}
