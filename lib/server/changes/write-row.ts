import { isUnderWay, type WriteOperation, type WriteReport } from '@/contract/console/write-operation'
import type { writeOperations } from '../store/schema'

/** A write as it is kept. */
export type WriteRow = typeof writeOperations.$inferSelect

/** A write as the browser is told of it. */
export function writeView(row: WriteRow): WriteOperation {
  const { id, action, subscriptionId, state, detail, nextCheckAt, actor, reason, ticket, requestId } = row
  const { createdAt, changedAt, upstreamStatus, upstreamMessage, closedAt, closedBy, closeNote } = row
  return {
    id,
    action,
    subscriptionId,
    state,
    detail,
    nextCheckAt,
    isOpen: isOpen(row),
    // As `prepareWrite` and `runWrite` wrote it.
    changes: JSON.parse(row.changes),
    actor,
    reason,
    ticket,
    requestId,
    createdAt,
    changedAt,
    upstreamStatus,
    upstreamMessage,
    closed: closedAt === null ? null : { at: closedAt, by: closedBy ?? '', note: closeNote ?? '' },
  }
}

/** What whoever asked is told. */
export const reportOf = (row: WriteRow): WriteReport => ({ operation: writeView(row) })

/** As `IS_OPEN` of the store has it. */
export const isOpen = ({ state, closedAt }: WriteRow) =>
  isUnderWay(state) || (state === 'NEEDS_REVIEW' && closedAt === null)
