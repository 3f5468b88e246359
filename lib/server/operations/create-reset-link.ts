import type { ConsoleInput } from '@/contract/console/operations'
import type { LinkMade } from '@/contract/console/user'
import { consoleStore } from '../store/console-store'
import { createResetLink as create } from '../users/create-reset-link'
import { userWriter } from '../users/user-writer'
import type { OperationContext } from './operation-context'

/**
 * A link by which a user sets a new password, shown this one time.
 * @throws ProblemError `not_found`, `link_not_possible`
 */
export async function createResetLink(
  context: OperationContext,
  { userId }: ConsoleInput<'createResetLink'>,
): Promise<LinkMade> {
  return {
    accepted: true,
    link: await create(await consoleStore(), userWriter(context, 'createResetLink'), userId),
  }
}
