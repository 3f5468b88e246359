import { z } from 'zod'

/** Every way the console's own API can fail. */
export const ConsoleErrorCode = z.enum([
  'invalid_id',
  'invalid_request',
  'key_not_accepted',
  'forbidden_origin',
  'not_found',
  'route_not_found',
  'refused',
  'payload_too_large',
  'unsupported_media_type',
  'internal_error',
  'api_failed',
  'unreadable_answer',
  'answer_broke_off',
  'unreachable',
  'outcome_unknown',
  'overloaded',
  'timed_out',
])
export type ConsoleErrorCode = z.infer<typeof ConsoleErrorCode>

export const CONSOLE_ERRORS: Record<ConsoleErrorCode, { status: number; title: string }> = {
  invalid_id: { status: 400, title: 'This is not an id' },
  invalid_request: { status: 400, title: 'The request could not be read' },
  key_not_accepted: { status: 502, title: 'The billing API does not accept our key' },
  forbidden_origin: { status: 403, title: 'The request did not come from this console' },
  not_found: { status: 404, title: 'Not found' },
  route_not_found: { status: 404, title: 'There is no such path' },
  refused: { status: 409, title: 'The billing API refused' },
  payload_too_large: { status: 413, title: 'The request body is too large' },
  unsupported_media_type: { status: 415, title: 'The request body is not JSON' },
  internal_error: { status: 500, title: 'The console failed' },
  api_failed: { status: 502, title: 'The billing API failed' },
  unreadable_answer: { status: 502, title: 'The billing API sent an answer we cannot read' },
  answer_broke_off: { status: 502, title: 'The billing API’s answer broke off' },
  unreachable: { status: 502, title: 'The billing API cannot be reached' },
  outcome_unknown: { status: 502, title: 'Outcome not known' },
  overloaded: { status: 503, title: 'The billing API is busy' },
  timed_out: { status: 504, title: 'The billing API did not answer in time' },
}

/** RFC 9457 problem details of the console's API. `detail` says what happened and what to do. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: ConsoleErrorCode,
  requestId: z.string(),
  /** What the billing API answered: its HTTP status and its own words, where there were any. */
  upstreamStatus: z.int().optional(),
  upstreamMessage: z.string().optional(),
  /** Seconds after which the API invites another try. */
  retryAfterSeconds: z.number().optional(),
})

export type Problem = z.infer<typeof Problem>
