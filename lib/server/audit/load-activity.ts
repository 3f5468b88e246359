import type { ActivityEntry } from '@/contract/console/activity'
import type { ConsoleInput } from '@/contract/console/operations'
import { isStoreUnavailable } from '@/database/unavailable'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'
import { type ActivityLimits, readActivity } from './read-activity'

/** Calls `readActivity` on this process's store. @throws ProblemError `store_unavailable` */
export async function loadActivity(
  search: ConsoleInput<'listActivity'>,
  limit: number,
  limits?: ActivityLimits,
): Promise<ActivityEntry[]> {
  try {
    return await readActivity(await consoleStore(), search, limit, limits)
  } catch (cause) {
    if (!isStoreUnavailable(cause)) throw cause
    throw problemError('store_unavailable', 'The activity could not be read. Try again in a moment.', { cause })
  }
}
