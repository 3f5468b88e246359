import type { Billable } from '@/contract/billing/billable'
import type { Plan } from '@/contract/billing/plan'
import type { Price } from '@/contract/billing/price'
import type { ExpandedSubscription } from '@/contract/billing/subscription'
import { and, eq, sql } from 'drizzle-orm'
import type { DatabaseTransaction } from '../store/open'
import { upsertRows } from '../store/recordset'
import { billables, planPrices, plans, prices, subscriptions } from '../store/schema'

/**
 * Writes subscriptions with their plans, prices and billables. Each of those is stored once per merchant and id, and
 * shared: the last one read counts. A plan's list of prices is replaced.
 */
export async function writeSubscriptions(
  tx: DatabaseTransaction,
  merchantId: string,
  expanded: readonly ExpandedSubscription[],
): Promise<void> {
  if (expanded.length === 0) return
  const plansById = new Map(expanded.map(({ plan }) => [plan.id, plan]))
  const pricesById = new Map(expanded.flatMap(({ plan }) => pricesOf(plan)).map((price) => [price.id, price]))
  const billablesById = new Map<string, Billable>()
  for (const price of expanded.flatMap(({ plan }) => pricesOf(plan))) {
    if (price.billable) billablesById.set(price.billable.id, price.billable)
  }

  await upsertRows(
    tx,
    billables,
    [...billablesById.values()].map((billable) => ({ merchantId, ...billable })),
  )
  await upsertRows(tx, prices, [...pricesById.values()])
  await upsertRows(tx, plans, [...plansById.values()])
  await replacePlanPrices(tx, merchantId, [...plansById.values()])
  const latest = new Map(expanded.map((subscription) => [subscription.id, subscription]))
  await upsertRows(tx, subscriptions, [...latest.values()])
}

function pricesOf(plan: Plan): Price[] {
  const base = [plan.basePlanPrice, plan.basePlanPriceQuarterly, plan.basePlanPriceAnnually]
  return [...plan.prices.map(({ price }) => price), ...base.filter((price) => price !== null)]
}

async function replacePlanPrices(tx: DatabaseTransaction, merchantId: string, replaced: readonly Plan[]) {
  const planIds = replaced.map(({ id }) => id)
  await tx
    .delete(planPrices)
    .where(and(eq(planPrices.merchantId, merchantId), sql`${planPrices.planId} = any(${sql.param(planIds)}::text[])`))
  await upsertRows(
    tx,
    planPrices,
    replaced.flatMap((plan) =>
      plan.prices.map(({ price }, position) => ({ merchantId, planId: plan.id, position, priceId: price.id })),
    ),
  )
}
