import type { SubscriptionHistory } from '@/contract/console/activity'
import type { ConsoleInput } from '@/contract/console/operations'
import type { OperationContext } from '../operation-context'
import { loadActivity } from './load-activity'

const MAX_ENTRIES = 50

/**
 * Returns the newest entries about a subscription, at most 50, whoever made them: every signed-in user may read them.
 * @throws ProblemError `store_unavailable`
 */
export async function getSubscriptionHistory(
  _: OperationContext,
  { id }: ConsoleInput<'getSubscriptionHistory'>,
): Promise<SubscriptionHistory> {
  return { entries: await loadActivity({ objectKind: 'subscription', objectId: id }, MAX_ENTRIES) }
}
