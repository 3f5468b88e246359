import type { ConsoleInput } from '@/contract/console/operations'
import type { UserChanged } from '@/contract/console/user'
import { consoleStore } from '../store/console-store'
import { changeUser as change } from '../users/change-user'
import { userView } from '../users/user-view'
import { userWriter } from '../users/user-writer'
import type { OperationContext } from './operation-context'

/**
 * Gives a user another role, disables or enables them.
 * @throws ProblemError `not_found`, `last_admin`
 */
export async function changeUser(
  context: OperationContext,
  { userId, ...changes }: ConsoleInput<'changeUser'>,
): Promise<UserChanged> {
  const changed = await change(await consoleStore(), userWriter(context, 'changeUser'), userId, changes)
  return { accepted: true, user: userView(changed) }
}
