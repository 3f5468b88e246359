import type { DeleteSubscriptionInput } from '@/contract/billing/operations'
import { decideDelete } from '../domain/subscription-state'
import { changeSubscription } from './change-subscription'
import type { OperationContext } from './operation-context'

/**
 * Marks an inactive subscription as deleted; its row stays (section 4.2).
 * @throws BillingError `subscription_not_found`, `subscription_active`
 */
export async function deleteSubscription(context: OperationContext, { id }: DeleteSubscriptionInput): Promise<void> {
  await changeSubscription(context, id, decideDelete)
}
