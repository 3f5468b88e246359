import type { SubscriptionView } from '@/contract/console/subscription'
import { type ChangeEvidence, changeEvidence } from '../../domain/change/change-evidence'
import type { Environment } from '../environment'
import { readSubscription } from '../subscriptions/read-subscription'
import { ProblemError } from '../problem'
import type { ChangeRow } from './change-row'

/** A subscription as it is kept beside a write: what the outcome is told by. */
export const keptSubscription = (view: SubscriptionView): string =>
  JSON.stringify({ ...view, plan: null, drift: { items: [], total: 0 } } satisfies SubscriptionView)

/** Reads the subscription of a write again. @returns what it tells; null where it could not be read */
export async function readEvidence(environment: Environment, row: ChangeRow): Promise<ChangeEvidence | null> {
  const { action, subscriptionId: id } = row
  if (row.before === null) return null
  // As `keptSubscription` wrote it.
  const before: SubscriptionView = JSON.parse(row.before)
  try {
    const after = await readSubscription(environment, id, { requestId: row.requestId, isReconciling: true })
    return changeEvidence(action, before, after)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return error.problem.code === 'not_found' ? changeEvidence(action, before, null) : null
  }
}
