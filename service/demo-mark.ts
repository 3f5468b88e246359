import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { onConnection, type Asked } from '@/database/on-connection'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { merchants } from './store/schema'

/** Clears the demo mark of a merchant: from the end of this transaction it holds, or may hold, data of its own. */
export async function endDemo(tx: DatabaseTransaction, merchantId: string): Promise<void> {
  await tx
    .update(merchants)
    .set({ isDemo: false })
    .where(and(eq(merchants.id, merchantId), eq(merchants.isDemo, true)))
}

const Row = z.object({ isDemo: z.boolean() })

/** Whether the whole store holds nothing but what `seed` made: some merchant has data, and each has the demo mark. */
export async function holdsOnlyDemoData(asked: Asked): Promise<boolean> {
  const { rows } = await onConnection(asked, (session) =>
    session.execute(sql`select coalesce(bool_and(${merchants.isDemo}), false) as "isDemo" from ${merchants}`),
  )
  return Row.parse(rows[0]).isDemo
}

const Own = z.object({ hasOwn: z.boolean() })

/** Whether a merchant has rows and no demo mark: demo data would be mixed in with its own. */
export async function hasOwnData(db: Database, merchantId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select exists (select from ${merchants} where id = ${merchantId} and not is_demo) and (
      exists (select from customers where merchant_id = ${merchantId})
      or exists (select from subscriptions where merchant_id = ${merchantId})
      or exists (select from invoices where merchant_id = ${merchantId})
      or exists (select from transactions where merchant_id = ${merchantId})
    ) as "hasOwn"`)
  return Own.parse(rows[0]).hasOwn
}
