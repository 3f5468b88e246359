import { and, eq, sql } from 'drizzle-orm'
import { onConnection, type DatabaseContext } from '@/database/on-connection'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { merchants } from './store/schema'

/** Clears the demo mark of a merchant, which has or may have its own data once this transaction commits. */
export async function endDemo(tx: DatabaseTransaction, merchantId: string): Promise<void> {
  await tx
    .update(merchants)
    .set({ isDemo: false })
    .where(and(eq(merchants.id, merchantId), eq(merchants.isDemo, true)))
}

/** True when the store has only data that `seed` created: at least one merchant has data, and each has the demo mark. */
export async function holdsOnlyDemoData(context: DatabaseContext): Promise<boolean> {
  const { rows } = await onConnection(context, (session) =>
    session.execute<{ isDemo: boolean }>(
      sql`select coalesce(bool_and(${merchants.isDemo}), false) as "isDemo" from ${merchants}`,
    ),
  )
  return rows[0]?.isDemo === true
}

/** True when a merchant has rows and no demo mark: a seed would mix demo data with its own. */
export async function hasOwnData(db: Database, merchantId: string): Promise<boolean> {
  const { rows } = await db.execute<{ hasOwn: boolean }>(sql`
    select exists (select 1 from ${merchants} where id = ${merchantId} and not is_demo) and (
      exists (select 1 from customers where merchant_id = ${merchantId})
      or exists (select 1 from subscriptions where merchant_id = ${merchantId})
      or exists (select 1 from invoices where merchant_id = ${merchantId})
      or exists (select 1 from transactions where merchant_id = ${merchantId})
    ) as "hasOwn"`)
  return rows[0]?.hasOwn === true
}
