import type { CancelSubscriptionInput } from '@/contract/billing/operations'
import { stringifyExactJson } from '@/contract/exact-json'
import { and, eq } from 'drizzle-orm'
import { decideCancel } from '../domain/subscription-state'
import type { DatabaseTransaction } from '@/database/open-database'
import { customers } from '../store/schema'
import { customerMismatch } from '../refusals'
import { changeSubscription } from './change-subscription'
import type { OperationContext } from './operation-context'

async function isCustomer(
  tx: DatabaseTransaction,
  owner: { merchantId: string; customerId: string },
  externalId: string,
): Promise<boolean> {
  const [customer] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.merchantId, owner.merchantId), eq(customers.externalId, externalId)))
  return customer?.id === owner.customerId
}

/**
 * Schedules an active subscription to end with its billing period, or deletes an upcoming one (section 4.1).
 * @returns the JSON text of `CancelSubscriptionOutput`
 * @throws BillingError `subscription_not_found`, `customer_mismatch`, `not_cancellable`
 */
export async function cancelSubscription(
  context: OperationContext,
  { id, externalCustomerId }: CancelSubscriptionInput,
): Promise<string> {
  const subscription = await changeSubscription(context, id, async (stored, at, tx) => {
    if (externalCustomerId !== undefined && !(await isCustomer(tx, stored, externalCustomerId)))
      throw customerMismatch(id, externalCustomerId)
    return decideCancel(stored, at)
  })
  return stringifyExactJson({ cancelled: true, subscription })
}
