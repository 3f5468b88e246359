import { MAX_ID_CHARS } from '@/contract/requestable-id'
import { truncateText } from './truncate-text'
import { problemError, type ProblemError } from '../problem'

/** Returns the problem of a response that is about a different subscription or invoice. It names both IDs. */
export function wrongRecordProblem(
  kind: 'subscription' | 'invoice',
  requestedId: string,
  returnedId: string,
  upstreamStatus: number,
): ProblemError {
  return problemError(
    'unreadable_response',
    `The console requested ${kind} "${requestedId}", but the billing API returned ${kind} "${truncateText(returnedId, MAX_ID_CHARS)}", which is not shown. Search for the returned ID; if the requested ID is right, contact the person who runs the API.`,
    { upstreamStatus },
  )
}
