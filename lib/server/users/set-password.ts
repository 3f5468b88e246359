import { eq } from 'drizzle-orm'
import type { Database } from '@/database/open-database'
import { forgetBrowsers } from '../sign-in/known-browsers'
import { deleteLinks } from '../sign-in/one-time-link'
import { hashNewPassword } from '../sign-in/password/new-password'
import { problemError } from '../problem'
import { users } from '../store/schema'
import { endSessions } from './change-user'
import { getUser } from '../store/find-users'
import { type UserWriter, usersTransaction } from './users-transaction'

/**
 * Sets a user's password. Ends the user's sessions and deletes their links.
 * @throws ProblemError `not_found`, `not_allowed`, `password_refused`, `console_busy`
 */
export async function setPassword(db: Database, writer: UserWriter, email: string, password: string): Promise<void> {
  const passwordHash = await hashNewPassword(password, email)
  await usersTransaction(db, writer, email, async (tx, record) => {
    const { id, issuer } = await getUser(tx, email)
    if (issuer !== null) throw problemError('not_allowed', 'This user signs in with single sign-on: no password here.')
    await tx.update(users).set({ passwordHash }).where(eq(users.id, id))
    await endSessions(tx, id)
    await deleteLinks(tx, id)
    await forgetBrowsers(tx, id)
    await record({ email })
  })
}
