/*
 * Every way the console's own API can fail, in one table. Without zod: the browser has it too.
 */

/** What a write that failed so has done: nothing, what was asked for, or nobody knows before it is read again. */
type ChangeFate = 'none' | 'applied' | 'unknown'

interface ConsoleError {
  /** The HTTP status it is answered with. */
  status: number
  title: string
  /** Whether the same request may fare better without anything being changed. */
  retryable: boolean
  outcome: ChangeFate
}

const asked = { retryable: false, outcome: 'none' } as const
const failed = { retryable: true, outcome: 'unknown' } as const

export const CONSOLE_ERRORS = {
  invalid_id: { status: 400, title: 'This is not an id', ...asked },
  invalid_request: { status: 400, title: 'The request could not be read', ...asked },
  key_not_accepted: { status: 502, title: 'The billing API does not accept our key', ...asked },
  forbidden_origin: { status: 403, title: 'The request did not come from this console', ...asked },
  sign_in_required: { status: 401, title: 'Sign in first', ...asked },
  signed_in_as_other: { status: 409, title: 'Somebody else is signed in now', ...asked },
  not_allowed: { status: 403, title: 'Your role may not do this', ...asked },
  fresh_sign_in_required: { status: 403, title: 'Prove again who you are', ...asked },
  sign_in_refused: { status: 401, title: 'Not signed in', ...asked },
  link_not_valid: { status: 410, title: 'This link works no more', ...asked },
  password_refused: { status: 400, title: 'Choose another password', ...asked },
  too_many_attempts: { status: 429, title: 'Too many tries', retryable: true, outcome: 'none' },
  not_found: { status: 404, title: 'Not found', ...asked },
  route_not_found: { status: 404, title: 'There is no such path', ...asked },
  method_not_allowed: { status: 405, title: 'This is not done here', ...asked },
  refused: { status: 409, title: 'The billing API refused', ...asked },
  change_open: { status: 409, title: 'Somebody is at it already', ...asked },
  not_closable: { status: 409, title: 'There is nothing to close', ...asked },
  email_taken: { status: 409, title: 'There is such a user already', ...asked },
  last_admin: { status: 409, title: 'The console needs an admin', ...asked },
  link_not_possible: { status: 409, title: 'No link can be made for this user', ...asked },
  payload_too_large: { status: 413, title: 'The request body is too large', ...asked },
  unsupported_media_type: { status: 415, title: 'The request body is not JSON', ...asked },
  store_unavailable: {
    status: 503,
    title: 'The console’s own database is not there',
    retryable: true,
    outcome: 'none',
  },
  console_busy: { status: 503, title: 'The console is busy', retryable: true, outcome: 'none' },
  overloaded: { status: 503, title: 'The billing API is busy', retryable: true, outcome: 'none' },
  api_paused: { status: 503, title: 'The billing API is not asked for now', retryable: true, outcome: 'none' },
  not_sent: { status: 502, title: 'Not sent to the billing API', retryable: true, outcome: 'none' },
  internal_error: { status: 500, title: 'The console failed', ...failed },
  api_failed: { status: 502, title: 'The billing API failed', ...failed },
  unreadable_response: { status: 502, title: 'The billing API sent an answer we cannot read', ...failed },
  response_broke_off: { status: 502, title: 'The billing API’s answer broke off', ...failed },
  unreachable: { status: 502, title: 'The billing API cannot be reached', ...failed },
  timed_out: { status: 504, title: 'The billing API did not answer in time', ...failed },
  outcome_unknown: { status: 502, title: 'Outcome not known', retryable: false, outcome: 'unknown' },
} as const satisfies Record<string, ConsoleError>

export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS

/** What of a problem its code says alone. */
export function problemOfCode(code: ConsoleErrorCode) {
  return { type: `urn:billing-console:problem:${code}`, code, requestId: '', ...CONSOLE_ERRORS[code] }
}
