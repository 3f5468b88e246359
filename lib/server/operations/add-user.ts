import type { ConsoleInput } from '@/contract/console/operations'
import type { UserAdded } from '@/contract/console/user'
import { makeLink } from '../auth/one-time-link'
import { requirePasswords } from '../auth/ways-to-sign-in'
import { consoleStore } from '../store/console-store'
import { addUser as add } from '../users/add-user'
import { userView } from '../users/user-view'
import { userWriter } from '../users/user-writer'
import type { OperationContext } from './operation-context'

/**
 * Adds a local account; its user sets the password by the link of the answer, so that no admin knows one.
 * @throws ProblemError `not_allowed`, `email_taken`, `last_admin` where the first user would not be an admin
 */
export async function addUser(context: OperationContext, input: ConsoleInput<'addUser'>): Promise<UserAdded> {
  requirePasswords()
  const writer = userWriter(context, 'addUser')
  return add(await consoleStore(), writer, { ...input, passwordHash: null }, async (tx, added) => ({
    accepted: true,
    user: userView(added),
    link: await makeLink(tx, { purpose: 'reset', userId: added.id, now: writer.now }),
  }))
}
