import type { ActivityOutcome } from '@/contract/console/activity'
import { ProblemError } from '../problem'

/** What the console itself says no to, whoever would have been asked next. */
const OWN_REFUSALS: ReadonlySet<string> = new Set(['not_allowed', 'fresh_sign_in_required'])

/**
 * What the audit says of an operation that failed.
 * @param isSent whether it is one that changes something at the billing API
 */
export function auditOutcome(error: unknown, isSent: boolean): ActivityOutcome {
  const nobodyKnows = isSent ? 'unknown' : 'failed'
  if (!(error instanceof ProblemError)) return nobodyKnows
  const { code, outcome, upstreamStatus } = error.problem
  if (OWN_REFUSALS.has(code)) return 'refused'
  if (outcome !== 'none') return nobodyKnows
  return isSent && upstreamStatus === undefined ? 'not_sent' : 'refused'
}

/** What the audit keeps of a failure: the problem's code, and what the billing API answered. */
export function auditDetail(error: unknown): object {
  if (!(error instanceof ProblemError)) return { code: 'internal_error' }
  const { code, upstreamStatus } = error.problem
  return { code, upstreamStatus }
}
