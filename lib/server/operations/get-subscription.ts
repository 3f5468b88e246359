import type { ConsoleInput } from '@/contract/console/operations'
import type { SubscriptionView } from '@/contract/console/subscription'
import type { OperationContext } from './operation-context'
import { readSubscription } from './read-subscription'

/**
 * One subscription with its plan, prices and billables, whatever the billing API leaves out (section 4.3).
 * @throws ProblemError as `readSubscription`
 */
export const getSubscription = (
  { environment, requestId, signal }: OperationContext,
  { id }: ConsoleInput<'getSubscription'>,
): Promise<SubscriptionView> => readSubscription(environment, id, { requestId, signal })
