import type { ActivityPage } from '@/contract/console/activity'
import type { ConsoleInput } from '@/contract/console/operations'
import type { OperationContext } from '../operation-context'
import { loadVisibleActivity } from './visible-activity'

const PAGE_SIZE = 50

/**
 * Returns a page of the activity that the user's role may see, newest first; `before` is the `next` of the previous page.
 * @throws ProblemError `not_allowed` for a filter that the role may not use, `store_unavailable`
 */
export async function listActivity(
  { actor, now }: OperationContext,
  search: ConsoleInput<'listActivity'>,
): Promise<ActivityPage> {
  const found = await loadVisibleActivity(actor, search, PAGE_SIZE + 1)
  const entries = found.slice(0, PAGE_SIZE)
  const next = found.length > PAGE_SIZE ? (entries.at(-1)?.sequence ?? null) : null
  return { entries, next, asOf: now().toISOString() }
}
