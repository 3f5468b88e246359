import type { ConsoleInput } from '@/contract/console/operations'
import type { WriteReport } from '@/contract/console/write-operation'
import { problemError } from '../problem'
import { findWrite } from './find-writes'
import { moveOn, MovedOnError } from './move-on'
import { reportOf } from './write-row'
import type { OperationContext } from '../operation-context'

/**
 * Closes a write whose end nobody could find out, with what a person found: its subscription is free again.
 * @throws ProblemError `not_found`, `not_closable`, `store_unavailable`
 */
export async function closeOperation(
  { actor, requestId, environment }: OperationContext,
  { operationId, note }: ConsoleInput<'closeOperation'>,
): Promise<WriteReport> {
  const row = await findWrite(operationId)
  if (row.state !== 'NEEDS_REVIEW' || row.closedAt !== null) throw notClosable()
  try {
    const closed = await moveOn(
      row,
      (now) => ({
        state: row.state,
        detail: row.detail,
        closedAt: now.toISOString(),
        closedBy: actor.name,
        closeNote: note,
      }),
      { clock: environment.writeClock, by: { actor: actor.name, role: actor.role, requestId }, told: { note } },
    )
    return reportOf(closed)
  } catch (error) {
    throw error instanceof MovedOnError ? notClosable() : error
  }
}

const notClosable = () =>
  problemError('not_closable', 'Only what needs review, and was not closed yet, can be closed. Load it again.')
