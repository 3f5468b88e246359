import type { SubscriptionView } from '@/contract/console/subscription'
import { type ChangeEvidence, changeEvidence } from '../../domain/change/change-evidence'
import type { Environment } from '../environment'
import { readSubscription } from '../subscriptions/read-subscription'
import { ProblemError } from '../problem'
import type { ChangeRow } from './change-row'

/** Serializes the subscription as it was before the change; the outcome is determined by comparison with it. */
export const serializeSubscription = (view: SubscriptionView): string =>
  JSON.stringify({ ...view, plan: undefined, drift: { items: [], total: 0 } } satisfies SubscriptionView)

/** Reads the subscription of a change again. @returns the evidence; null when the subscription could not be read */
export async function readEvidence(environment: Environment, row: ChangeRow): Promise<ChangeEvidence | null> {
  const { action, subscriptionId: id } = row
  if (row.before === null) return null
  // `serializeSubscription` wrote this JSON. Earlier versions wrote null for an absent field; `knownSubscription` reads both.
  const before: SubscriptionView = JSON.parse(row.before)
  try {
    const after = await readSubscription(environment, id, { requestId: row.requestId, isReconciling: true })
    return changeEvidence(action, before, after)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return error.problem.code === 'not_found' ? changeEvidence(action, before, null) : null
  }
}
