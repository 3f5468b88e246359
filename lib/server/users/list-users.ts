import type { ConsoleInput } from '@/contract/console/operations'
import { MAX_USERS_LISTED, type UserPage } from '@/contract/console/user'
import { waysToSignIn } from '../sign-in/ways-to-sign-in'
import { consoleStore } from '../store/console-store'
import { findUsers } from '../store/find-users'
import type { OperationContext } from '../operation-context'

/** Returns at most 200 users, sorted by email; a search finds the others. */
export async function listUsers(_: OperationContext, { search }: ConsoleInput<'listUsers'>): Promise<UserPage> {
  const found = await findUsers(await consoleStore(), { search, limit: MAX_USERS_LISTED })
  return { ...found, takesPasswords: waysToSignIn().password }
}
