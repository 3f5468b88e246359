import type { ConsoleInput } from '@/contract/console/operations'
import type { Database } from '@/database/open-database'
import type { LinkMade, OneTimeAddress } from '@/contract/console/user'
import type { OperationContext } from '../operation-context'
import { consoleStore } from '../store/console-store'
import { getUser } from '../store/find-users'
import { createLink } from '../sign-in/one-time-link'
import { problemError } from '../problem'
import { requirePasswords } from '../sign-in/ways-to-sign-in'
import { type UserWriter, usersTransaction } from './users-transaction'
import { userWriter } from './user-writer'

/**
 * Creates a link that sets a new password once, within 24 hours. The old password works until then.
 * @throws ProblemError `not_found`, `link_not_possible`, `not_allowed`
 */
export async function createResetLinkAs(db: Database, writer: UserWriter, userId: string): Promise<OneTimeAddress> {
  return usersTransaction(db, writer, userId, async (tx, record) => {
    requirePasswords()
    const { id, email, issuer, disabledAt } = await getUser(tx, userId)
    if (issuer !== null)
      throw problemError('link_not_possible', 'This user signs in with single sign-on: no password here.')
    if (disabledAt !== null) throw problemError('link_not_possible', 'This user is disabled. Enable them first.')
    const link = await createLink(tx, { purpose: 'reset', userId: id, now: writer.now })
    await record({ email, detail: { expiresAt: link.expiresAt } })
    return link
  })
}

/**
 * Returns a new reset link, which is shown only once.
 * @throws ProblemError `not_found`, `link_not_possible`
 */
export async function createResetLink(
  context: OperationContext,
  { userId }: ConsoleInput<'createResetLink'>,
): Promise<LinkMade> {
  return {
    accepted: true,
    link: await createResetLinkAs(await consoleStore(), userWriter(context, 'createResetLink'), userId),
  }
}
