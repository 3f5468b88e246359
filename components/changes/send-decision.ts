import { sendOperation } from '@/lib/api'
import type { ChangeReport, SubscriptionChange } from '@/lib/changes/change'

export type Decision = 'approve' | 'decline'

/** Approves or declines a proposal. */
export const sendDecision = (
  decision: Decision,
  { id: changeId, subscriptionId: id }: SubscriptionChange,
  reason: string,
): Promise<ChangeReport> =>
  decision === 'approve'
    ? sendOperation('approveChange', { id, changeId, reason: reason.trim() })
    : sendOperation('declineChange', { changeId, reason: reason.trim() })
