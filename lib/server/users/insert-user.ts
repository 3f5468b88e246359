import { randomBytes } from 'node:crypto'
import type { Role } from '@/contract/console/roles'
import type { DatabaseTransaction } from '@/database/open-database'
import { problemError } from '../problem'
import { users } from '../store/schema'
import type { UserRow } from '../store/user-view'
import { countUsers } from './users-transaction'

interface NewUser {
  /** In lower case. */
  email: string
  role: Role
  /** Null when the user sets the password by a link. */
  passwordHash: string | null
  now: Date
}

/**
 * Inserts a local account, in a `usersTransaction`.
 * @throws ProblemError `email_taken`, `last_admin` when the first user is not an admin
 */
export async function insertUser(tx: DatabaseTransaction, { now, ...user }: NewUser): Promise<UserRow> {
  if (user.role !== 'admin' && (await countUsers(tx)) === 0)
    throw problemError('last_admin', 'The first user must be an admin, who can add the others.')
  const id = `usr_${randomBytes(12).toString('base64url')}`
  const [added] = await tx
    .insert(users)
    .values({ id, ...user, createdAt: now.toISOString() })
    .onConflictDoNothing()
    .returning()
  if (added) return added
  throw problemError('email_taken', 'Not added: a user with this email exists, enabled or disabled.')
}
