import 'server-only'
import type { DeleteSubscriptionRequest, WriteAccepted } from '@/contract/console/operations'
import { pathId } from './path-id'
import { sendWrite } from './send-write'

/**
 * Asks the billing API to delete (section 4.2), once. An active subscription must be cancelled first.
 * @throws ProblemError `invalid_id` or as `writeBilling`
 */
export function deleteSubscription(
  request: DeleteSubscriptionRequest & { id: string; requestId: string },
): Promise<WriteAccepted> {
  return sendWrite({ operation: 'deleteSubscription', params: { id: pathId(request.id) } }, request)
}
