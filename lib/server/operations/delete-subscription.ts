import type { ConsoleInput, WriteAccepted } from '@/contract/console/operations'
import { freshSignInRequired, isFreshlySignedIn } from '../auth/fresh-sign-in'
import type { OperationContext } from './operation-context'

/**
 * Asks the billing API to delete (section 4.2), once. An active subscription must be cancelled first.
 * @throws ProblemError `fresh_sign_in_required`, or as `BillingClient.write`
 */
export async function deleteSubscription(
  { environment, requestId, actor, now }: OperationContext,
  { id }: ConsoleInput<'deleteSubscription'>,
): Promise<WriteAccepted> {
  if (!isFreshlySignedIn(actor, now())) throw freshSignInRequired()
  const { status } = await environment.billing.write({ operation: 'deleteSubscription', params: { id } }, { requestId })
  return { accepted: true, upstreamStatus: status, requestId }
}
