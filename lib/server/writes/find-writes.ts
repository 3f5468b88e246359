import { and, count, desc, eq } from 'drizzle-orm'
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
