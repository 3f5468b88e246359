import { truncateText } from '@/lib/text/truncate-text'
import type { z } from 'zod'
import { problemError, type ProblemError } from './problem'

/** Limits the message, because it names unknown fields, and there may be thousands. */
const MAX_CHARS = 200
const NOT_AN_ID =
  'An ID has 1 to 256 characters, is not "." or "..", and contains no control characters. Check the ID and try again.'

/** Returns the problem of an invalid input, field by field, without the values. The parameters of `path` are ids. */
export function invalidInput({ issues }: z.ZodError, path: string): ProblemError {
  const isId = (field: unknown) => field === 'id' || path.includes(`{${String(field)}}`)
  // A missing ID is a missing field, not a wrong ID.
  const ofId = issues.find(
    (issue) => isId(issue.path[0]) && !(issue.code === 'invalid_type' && issue.message.endsWith('undefined')),
  )
  // The console's own IDs have a form of their own, which their pattern names.
  if (ofId?.code === 'invalid_format') return problemError('invalid_id', `It ${ofId.message}. Copy it again.`)
  if (ofId) return problemError('invalid_id', NOT_AN_ID)
  const reasons = issues.slice(0, 5).map((issue) => truncateText([...issue.path, issue.message].join(': '), MAX_CHARS))
  return problemError('invalid_request', `The request is not valid. ${reasons.join('; ')}.`)
}
