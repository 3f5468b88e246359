import { setTimeout as wait } from 'node:timers/promises'
import type { GetSubscriptionInput } from '@/contract/billing/operations'
import { JsonText, stringifyExactJson } from '@/contract/exact-json'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type DatabaseContext, inSnapshot, onConnection, preparedStatement } from '@/database/on-connection'
import { readPlanText, subscriptionAt } from '../store/read-document'
import { apiKeys, merchants, subscriptions } from '../store/schema'
import { authenticate, isSecretKey } from '../api-keys'
import { overloaded, subscriptionNotFound } from '../refusals'
import type { KeyedContext, OperationContext } from './operation-context'
import { planTextsOf, type PlanText } from './plan-texts'

/** An import may change the catalogue between two reads; on two nodes, its commits are milliseconds apart. */
const MAX_READS = 10
const READ_AGAIN_MS = 20

type Clock = Pick<OperationContext, 'now'>

/** Reads a subscription of a secret key's merchant with the current version of the catalogue, in one snapshot. */
const byId = preparedStatement('subscription_by_id', (session: NodePgDatabase, name) =>
  session
    .select({
      ...getTableColumns(subscriptions),
      version: merchants.catalogueVersion,
    })
    .from(subscriptions)
    .innerJoin(apiKeys, eq(apiKeys.merchantId, subscriptions.merchantId))
    .innerJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .where(and(isSecretKey, eq(subscriptions.id, sql.placeholder('id'))))
    .prepare(name),
)

/**
 * Returns a subscription at the current instant with its plan, prices and billables, deleted ones included (section 4.3).
 * @returns its JSON text
 * @throws BillingError `invalid_api_key`, `wrong_key_type`, `subscription_not_found`, `overloaded` when the catalogue changes
 * again and again
 */
export async function getSubscription(context: KeyedContext & Clock, { id }: GetSubscriptionInput): Promise<string> {
  const { db, keyHash } = context
  const texts = planTextsOf(db)
  // Subscription and plan may be on two nodes, which share no snapshot: they belong together when their versions agree.
  for (let read = 1; read <= MAX_READS; read += 1) {
    const [stored] = await onConnection(context, (session) => byId(session).execute({ keyHash, id }))
    if (!stored) {
      await authenticate(context, keyHash)
      throw subscriptionNotFound(id)
    }
    const { merchantId } = stored
    let plan = texts.get(merchantId, stored.planId, stored.version)
    if (!plan) {
      plan = await readPlan(context, merchantId, stored.planId)
      texts.keep(merchantId, stored.planId, plan)
    }
    if (plan.version === stored.version) return written(context, stored, plan.json)
    await wait(read * READ_AGAIN_MS, null, { signal: context.signal }).catch(() => context.signal?.throwIfAborted())
  }
  throw overloaded('The catalogue is being changed')
}

function written({ now }: Clock, stored: typeof subscriptions.$inferSelect, plan: string | null): string {
  const subscription = subscriptionAt(stored, now())
  return stringifyExactJson(plan === null ? subscription : { ...subscription, plan: new JsonText(plan) })
}

/** Returns a plan with its prices and billables, and the version of the catalogue, in one snapshot. */
function readPlan(context: DatabaseContext, merchantId: string, planId: string): Promise<PlanText> {
  return inSnapshot(context, async (tx) => {
    const [merchant] = await tx
      .select({ version: merchants.catalogueVersion })
      .from(merchants)
      .where(eq(merchants.id, merchantId))
    if (!merchant) throw new TypeError('a subscription of a merchant that is not stored')
    return { version: merchant.version, json: await readPlanText(tx, merchantId, planId) }
  })
}
