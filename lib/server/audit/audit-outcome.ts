import type { ActivityOutcome } from '@/contract/console/activity'
import { ProblemError } from '../problem'

/** Problem codes of refusals by the console itself, before any request to the billing API. */
const OWN_REFUSALS: ReadonlySet<string> = new Set(['not_allowed', 'fresh_sign_in_required'])

/**
 * Returns the audit outcome of a failed operation.
 * @param isSent true when the operation changes data at the billing API
 */
export function auditOutcome(error: unknown, isSent: boolean): ActivityOutcome {
  const uncertain = isSent ? 'unknown' : 'failed'
  if (!(error instanceof ProblemError)) return uncertain
  const { code, outcome, upstreamStatus } = error.problem
  if (OWN_REFUSALS.has(code)) return 'refused'
  if (outcome !== 'none') return uncertain
  return isSent && upstreamStatus === undefined ? 'not_sent' : 'refused'
}

/** Returns the audit detail of a failure: the problem's code and the status of the billing API's response. */
export function auditDetail(error: unknown): object {
  if (!(error instanceof ProblemError)) return { code: 'internal_error' }
  const { code, upstreamStatus } = error.problem
  return { code, upstreamStatus }
}
