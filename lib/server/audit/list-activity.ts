import type { ActivityPage } from '@/contract/console/activity'
import type { ConsoleInput } from '@/contract/console/operations'
import type { OperationContext } from '../operation-context'
import { loadActivity } from './load-activity'

const PAGE_SIZE = 50

/**
 * Returns a page of the activity, newest first; `before` is the `next` of the previous page.
 * @throws ProblemError `store_unavailable`
 */
export async function listActivity(
  { now }: OperationContext,
  search: ConsoleInput<'listActivity'>,
): Promise<ActivityPage> {
  const found = await loadActivity(search, PAGE_SIZE + 1)
  const entries = found.slice(0, PAGE_SIZE)
  const next = found.length > PAGE_SIZE ? (entries.at(-1)?.sequence ?? null) : null
  return { entries, next, asOf: now().toISOString() }
}
