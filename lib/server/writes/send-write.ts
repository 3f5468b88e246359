import { problemError, ProblemError } from '../problem'
import type { OperationContext } from '../operations/operation-context'
import type { WriteRow } from './write-row'

/** What came back of a write that was to be sent. `refused`: a 4xx that says no; `notSent`: nothing left the console. */
export type SentWrite =
  { answer: 'accepted'; upstreamStatus: number } | { answer: 'refused' | 'unknown' | 'notSent'; problem: ProblemError }

/** Sends a write to the billing API, once (sections 4.1 and 4.2), and tells what came back. Never fails. */
export async function sendWrite(
  { environment, requestId }: OperationContext,
  { action, subscriptionId: id }: WriteRow,
  externalCustomerId: string | undefined,
): Promise<SentWrite> {
  try {
    const { status } =
      action === 'delete'
        ? await environment.billing.write({ operation: 'deleteSubscription', params: { id }, requestId })
        : await environment.billing.write(
            { operation: 'cancelSubscription', params: { id }, requestId },
            externalCustomerId === undefined ? {} : { externalCustomerId },
          )
    return { answer: 'accepted', upstreamStatus: status }
  } catch (error) {
    if (!(error instanceof ProblemError))
      return { answer: 'unknown', problem: problemError('outcome_unknown', 'The console failed.', { cause: error }) }
    const { outcome, upstreamStatus } = error.problem
    if (outcome !== 'none') return { answer: 'unknown', problem: error }
    return { answer: upstreamStatus === undefined ? 'notSent' : 'refused', problem: error }
  }
}
