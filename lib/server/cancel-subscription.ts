import 'server-only'
import type { CancelSubscriptionRequest, WriteAccepted } from '@/contract/console/operations'
import { pathId } from './path-id'
import { sendWrite } from './send-write'

/**
 * Asks the billing API to cancel (section 4.1), once. What became of the subscription must be read again.
 * @throws ProblemError `invalid_id` or as `writeBilling`
 */
export function cancelSubscription(
  request: CancelSubscriptionRequest & { id: string; requestId: string },
): Promise<WriteAccepted> {
  const { externalCustomerId } = request
  return sendWrite(
    { operation: 'cancelSubscription', params: { id: pathId(request.id) } },
    request,
    externalCustomerId === undefined ? {} : { externalCustomerId },
  )
}
