import type { ConsoleInput, WriteAccepted } from '@/contract/console/operations'
import { cancelMayDelete, forecast } from '../../domain/forecast'
import { freshSignInRequired, isFreshlySignedIn } from '../auth/fresh-sign-in'
import { getSubscription } from './get-subscription'
import type { OperationContext } from './operation-context'

/**
 * Asks the billing API to cancel (section 4.1), once. What became of the subscription must be read again.
 * @throws ProblemError `fresh_sign_in_required`, or as `BillingClient.write`
 */
export async function cancelSubscription(
  context: OperationContext,
  { id, externalCustomerId }: ConsoleInput<'cancelSubscription'>,
): Promise<WriteAccepted> {
  const { environment, requestId, actor, now } = context
  if (!isFreshlySignedIn(actor, now()) && (await mayDelete(context, id))) throw freshSignInRequired()
  const body: Record<string, string> = externalCustomerId === undefined ? {} : { externalCustomerId }
  const { status } = await environment.billing.write(
    { operation: 'cancelSubscription', params: { id } },
    { requestId, body },
  )
  return { accepted: true, upstreamStatus: status, requestId }
}

/** Whether a cancel would delete it, now. Where it cannot be read nobody knows that it would not. */
async function mayDelete(context: OperationContext, id: string): Promise<boolean> {
  try {
    const subscription = await getSubscription(context, { id })
    return cancelMayDelete(forecast(subscription, context.now().toISOString(), 'UTC'))
  } catch {
    return true
  }
}
