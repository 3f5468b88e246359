import { and, count, desc, eq, ne } from 'drizzle-orm'
import type { ConsoleInput } from '@/contract/console/operations'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'
import { IS_OPEN, writeOperations } from '../store/schema'
import type { WriteRow } from './write-row'

/** @throws ProblemError `not_found` */
export async function findWrite(id: string): Promise<WriteRow> {
  const db = await consoleStore()
  const [row] = await db.select().from(writeOperations).where(eq(writeOperations.id, id))
  if (!row) throw problemError('not_found', 'The console keeps no such operation. Check its id.')
  return row
}

/** A page of writes to a billing API, newest first, and how many there are in all. */
export async function listWrites(
  billingApi: string,
  { state, subscriptionId, page, pageSize }: ConsoleInput<'listOperations'>,
): Promise<{ rows: WriteRow[]; count: number }> {
  const db = await consoleStore()
  const which = and(
    eq(writeOperations.billingApi, billingApi),
    state === 'open' ? IS_OPEN : undefined,
    subscriptionId === undefined ? undefined : eq(writeOperations.subscriptionId, subscriptionId),
  )
  const [total] = await db.select({ count: count() }).from(writeOperations).where(which)
  const rows = await db
    .select()
    .from(writeOperations)
    .where(which)
    .orderBy(desc(writeOperations.createdAt), desc(writeOperations.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { rows, count: total?.count ?? 0 }
}

/** How many writes are open that were sent to other billing APIs than this one, by their addresses. */
export async function openElsewhere(billingApi: string): Promise<{ billingApi: string; open: number }[]> {
  const db = await consoleStore()
  return db
    .select({ billingApi: writeOperations.billingApi, open: count() })
    .from(writeOperations)
    .where(and(IS_OPEN, ne(writeOperations.billingApi, billingApi)))
    .groupBy(writeOperations.billingApi)
    .orderBy(writeOperations.billingApi)
}
