import { isUnderWay, type SubscriptionChange, type ChangeReport } from '@/contract/console/change'
import type { subscriptionChanges } from '../store/schema'

/** A change as the store keeps it. */
export type ChangeRow = typeof subscriptionChanges.$inferSelect

/** Returns the change as the browser receives it. */
export function changeView(row: ChangeRow): SubscriptionChange {
  const { id, action, subscriptionId, state, detail, nextCheckAt, actor, reason, ticket, requestId } = row
  const { createdAt, changedAt, upstreamStatus, upstreamMessage, upstreamBody, closedAt, closedBy, closeNote } = row
  return {
    id,
    action,
    subscriptionId,
    state,
    detail,
    nextCheckAt,
    isOpen: isOpen(row),
    // `prepareChange` and `runChange` write this JSON.
    differences: JSON.parse(row.differences),
    actor,
    reason,
    ticket,
    requestId,
    createdAt,
    changedAt,
    upstreamStatus,
    upstreamMessage,
    upstreamBody,
    closed: closedAt === null ? null : { at: closedAt, by: closedBy ?? '', note: closeNote ?? '' },
  }
}

/** Returns the response of the operations on one change. */
export const reportOf = (row: ChangeRow): ChangeReport => ({ change: changeView(row) })

/** True when the change is open. Same rule as `IS_OPEN` of the store. */
export const isOpen = ({ state, closedAt }: ChangeRow) =>
  isUnderWay(state) || (state === 'NEEDS_REVIEW' && closedAt === null)
