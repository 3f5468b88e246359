import { MAX_ID_CHARS } from '@/contract/askable-id'
import { truncateText } from './truncate-text'
import { problemError, type ProblemError } from '../problem'

/** Returns the problem of a response that is about a different subscription or invoice. It names both IDs. */
export function wrongRecordProblem(
  kind: 'subscription' | 'invoice',
  askedId: string,
  returnedId: string,
  upstreamStatus: number,
): ProblemError {
  return problemError(
    'unreadable_response',
    `The console asked for ${kind} "${askedId}", but the billing API returned ${kind} "${truncateText(returnedId, MAX_ID_CHARS)}". It is not shown. Search for the ID that was returned; if the ID asked for is right, tell whoever runs the API.`,
    { upstreamStatus },
  )
}
