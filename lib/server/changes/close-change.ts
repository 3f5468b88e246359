import type { ConsoleInput } from '@/contract/console/operations'
import type { ChangeReport } from '@/contract/console/change'
import { problemError } from '../problem'
import { findChange } from './find-changes'
import { advanceChange, ChangeMovedError } from './advance-change'
import { reportOf } from './change-row'
import type { OperationContext } from '../operation-context'

/**
 * Closes a change whose outcome the console could not determine, with a person's note. The subscription can be changed again.
 * @throws ProblemError `not_found`, `not_closable`, `store_unavailable`
 */
export async function closeChange(
  { actor, requestId, environment }: OperationContext,
  { changeId, note }: ConsoleInput<'closeChange'>,
): Promise<ChangeReport> {
  const row = await findChange(changeId)
  if (row.state !== 'NEEDS_REVIEW' || row.closedAt !== null) throw notClosable()
  try {
    const closed = await advanceChange(
      row,
      (now) => ({
        state: row.state,
        detail: row.detail,
        closedAt: now.toISOString(),
        closedBy: actor.name,
        closeNote: note,
      }),
      { clock: environment.storeClock, by: { actor: actor.name, role: actor.role, requestId }, auditDetail: { note } },
    )
    return reportOf(closed)
  } catch (error) {
    throw error instanceof ChangeMovedError ? notClosable() : error
  }
}

const notClosable = () =>
  problemError('not_closable', 'Not closed: this change is already closed, or needs no review. Reload the page.')
