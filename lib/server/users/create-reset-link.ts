import type { OneTimeAddress } from '@/contract/console/user'
import type { Database } from '@/database/open-database'
import { makeLink } from '../auth/one-time-link'
import { requirePasswords } from '../auth/ways-to-sign-in'
import { problemError } from '../problem'
import { getUser } from './find-users'
import { type UserWriter, usersTransaction } from './users-transaction'

/**
 * Makes the link by which a user sets a new password, once, within 24 hours. The old password works until then.
 * @throws ProblemError `not_found`, `link_not_possible`, `not_allowed`
 */
export async function createResetLink(db: Database, writer: UserWriter, userId: string): Promise<OneTimeAddress> {
  return usersTransaction(db, writer, userId, async (tx, record) => {
    requirePasswords()
    const { id, email, issuer, disabledAt } = await getUser(tx, userId)
    if (issuer !== null)
      throw problemError('link_not_possible', 'They sign in by single sign-on: their password is kept there.')
    if (disabledAt !== null) throw problemError('link_not_possible', 'They are disabled. Enable them first.')
    const link = await makeLink(tx, { purpose: 'reset', userId: id, now: writer.now })
    await record({ email, detail: { expiresAt: link.expiresAt } })
    return link
  })
}
