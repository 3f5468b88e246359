import type { ActivityPage } from '@/contract/console/activity'
import type { ConsoleInput } from '@/contract/console/operations'
import { isAllowed } from '@/contract/console/roles'
import { isStoreUnavailable } from '@/database/unavailable'
import { readActivity } from './read-activity'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'
import type { OperationContext } from '../operation-context'

const PAGE_SIZE = 50

/**
 * Returns a page of the activity, newest first; `before` is the `next` of the previous page. Without the permission
 * `activity`, the search must name one subscription.
 * @throws ProblemError `not_allowed`, `store_unavailable`
 */
export async function listActivity(
  { actor, now }: OperationContext,
  search: ConsoleInput<'listActivity'>,
): Promise<ActivityPage> {
  const ofOneSubscription = search.objectKind === 'subscription' && search.objectId !== undefined
  if (!ofOneSubscription && !isAllowed(actor.role, 'activity'))
    throw problemError(
      'not_allowed',
      `The role ${actor.role} sees the activity of one subscription at a time, on its own page. An admin can change a role.`,
    )
  const found = await loadActivity(search, PAGE_SIZE + 1)
  const entries = found.slice(0, PAGE_SIZE)
  const next = found.length > PAGE_SIZE ? (entries.at(-1)?.sequence ?? null) : null
  return { entries, next, asOf: now().toISOString() }
}

/** Calls `readActivity` on this process's store. @throws ProblemError `store_unavailable` */
export async function loadActivity(search: ConsoleInput<'listActivity'>, limit: number) {
  try {
    return await readActivity(await consoleStore(), search, limit)
  } catch (cause) {
    if (!isStoreUnavailable(cause)) throw cause
    throw problemError('store_unavailable', 'The activity could not be read. Try again in a moment.', { cause })
  }
}
