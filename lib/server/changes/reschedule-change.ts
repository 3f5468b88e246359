import { and, eq } from 'drizzle-orm'
import { consoleStore } from '../store/console-store'
import { subscriptionChanges } from '../store/schema'
import { ChangeMovedError } from './advance-change'
import type { ChangeRow } from './change-row'

type Schedule = Pick<ChangeRow, 'checks' | 'quietChecks' | 'goneChecks' | 'nextCheckAt' | 'holder' | 'heldUntil'>

/**
 * Stores when the change is checked next. The state does not change, so no audit entry is needed.
 * @throws ChangeMovedError
 */
export async function rescheduleChange(row: ChangeRow, schedule: Schedule): Promise<ChangeRow> {
  const db = await consoleStore()
  const [kept] = await db
    .update(subscriptionChanges)
    .set({ ...schedule, revision: row.revision + 1 })
    .where(and(eq(subscriptionChanges.id, row.id), eq(subscriptionChanges.revision, row.revision)))
    .returning()
  if (!kept) throw new ChangeMovedError(row.id)
  return kept
}
