import { isUnderWay, type SubscriptionChange, type ChangeReport } from '@/contract/console/change'
import type { subscriptionChanges } from '../store/schema'

/** A write as it is kept. */
export type ChangeRow = typeof subscriptionChanges.$inferSelect

/** A write as the browser is told of it. */
export function changeView(row: ChangeRow): SubscriptionChange {
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
    // As `prepareChange` and `runChange` wrote it.
    differences: JSON.parse(row.differences),
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
export const reportOf = (row: ChangeRow): ChangeReport => ({ change: changeView(row) })

/** As `IS_OPEN` of the store has it. */
export const isOpen = ({ state, closedAt }: ChangeRow) =>
  isUnderWay(state) || (state === 'NEEDS_REVIEW' && closedAt === null)
