import type { Plan } from '@/contract/billing/plan'
import type { GetSubscriptionInput } from '@/contract/billing/operations'
import { Price } from '@/contract/billing/price'
import type { ExpandedSubscription } from '@/contract/billing/subscription'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { subscriptionStatusAt } from '../domain/subscription-state'
import { inSnapshot } from '../store/in-snapshot'
import type { DatabaseTransaction } from '../store/open'
import { billables, planPrices, plans, prices, subscriptions } from '../store/schema'
import { subscriptionNotFound } from './change-subscription'
import type { OperationContext } from './operation-context'

const itsBillable = and(eq(billables.merchantId, prices.merchantId), eq(billables.id, prices.billableId))
const priceWithBillable = { price: prices, billable: billables }
interface PriceRow {
  price: typeof prices.$inferSelect
  billable: typeof billables.$inferSelect | null
}
/** Two columns of the row belong together: the type decides the shape of the rules. */
const readPrice = ({ price, billable }: PriceRow): Price => Price.parse({ ...price, billable })

async function readPlanPrices(tx: DatabaseTransaction, plan: typeof plans.$inferSelect): Promise<{ price: Price }[]> {
  const rows = await tx
    .select(priceWithBillable)
    .from(planPrices)
    .innerJoin(prices, and(eq(prices.merchantId, planPrices.merchantId), eq(prices.id, planPrices.priceId)))
    .leftJoin(billables, itsBillable)
    .where(and(eq(planPrices.merchantId, plan.merchantId), eq(planPrices.planId, plan.id)))
    .orderBy(asc(planPrices.position))
  return rows.map((row) => ({ price: readPrice(row) }))
}

async function readBasePrices(tx: DatabaseTransaction, plan: typeof plans.$inferSelect) {
  const ids = [plan.basePlanPriceId, plan.basePlanPriceQuarterlyId, plan.basePlanPriceAnnuallyId].filter(
    (id) => id !== null,
  )
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select(priceWithBillable)
          .from(prices)
          .leftJoin(billables, itsBillable)
          .where(and(eq(prices.merchantId, plan.merchantId), inArray(prices.id, ids)))
  const byId = new Map(rows.map((row) => [row.price.id, readPrice(row)]))
  const basePrice = (id: string | null) => (id === null ? null : (byId.get(id) ?? null))
  return {
    basePlanPrice: basePrice(plan.basePlanPriceId),
    basePlanPriceQuarterly: basePrice(plan.basePlanPriceQuarterlyId),
    basePlanPriceAnnually: basePrice(plan.basePlanPriceAnnuallyId),
  }
}

/**
 * A subscription as it reads now, with its plan, prices and billables; a deleted one still answers (section 4.3).
 * @throws BillingError `subscription_not_found`
 */
export function getSubscription(
  context: OperationContext,
  { id }: GetSubscriptionInput,
): Promise<ExpandedSubscription> {
  const { merchantId, now } = context
  return inSnapshot(context, async (tx) => {
    const [found] = await tx
      .select({ subscription: subscriptions, plan: plans })
      .from(subscriptions)
      .innerJoin(plans, and(eq(plans.merchantId, subscriptions.merchantId), eq(plans.id, subscriptions.planId)))
      .where(and(eq(subscriptions.merchantId, merchantId), eq(subscriptions.id, id)))
    if (!found) throw subscriptionNotFound(id)

    const plan: Plan = {
      ...found.plan,
      prices: await readPlanPrices(tx, found.plan),
      ...(await readBasePrices(tx, found.plan)),
    }
    return { ...found.subscription, status: subscriptionStatusAt(found.subscription, now()), plan }
  })
}
