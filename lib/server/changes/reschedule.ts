import { and, eq } from 'drizzle-orm'
import { consoleStore } from '../store/console-store'
import { writeOperations } from '../store/schema'
import { MovedOnError } from './move-on'
import type { WriteRow } from './write-row'

type Schedule = Pick<WriteRow, 'checks' | 'quietChecks' | 'goneChecks' | 'nextCheckAt' | 'holder' | 'heldUntil'>

/**
 * Says when a write is looked at next. Its state stays, so the audit has nothing to tell.
 * @throws MovedOnError
 */
export async function reschedule(row: WriteRow, schedule: Schedule): Promise<WriteRow> {
  const db = await consoleStore()
  const [kept] = await db
    .update(writeOperations)
    .set({ ...schedule, revision: row.revision + 1 })
    .where(and(eq(writeOperations.id, row.id), eq(writeOperations.revision, row.revision)))
    .returning()
  if (!kept) throw new MovedOnError(row.id)
  return kept
}
