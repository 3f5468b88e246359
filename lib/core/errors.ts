/*
 * All errors of the console's own API, in one table. Without zod, because the browser loads it too.
 */

/** The outcome of a change that failed with this error: nothing changed, applied, or unknown until the next read. */
type ChangeOutcome = 'none' | 'applied' | 'unknown'

interface ConsoleError {
  /** The HTTP status of the response. */
  status: number
  title: string
  /** True when the same request may succeed later. */
  retryable: boolean
  outcome: ChangeOutcome
}

const final = { retryable: false, outcome: 'none' } as const
const busy = { retryable: true, outcome: 'none' } as const
const failed = { retryable: true, outcome: 'unknown' } as const

export const CONSOLE_ERRORS = {
  invalid_id: { status: 400, title: 'This is not an ID', ...final },
  invalid_request: { status: 400, title: 'The request is not valid', ...final },
  key_not_accepted: { status: 502, title: 'The billing API does not accept our key', ...final },
  forbidden_origin: { status: 403, title: 'The request did not come from this console', ...final },
  sign_in_required: { status: 401, title: 'Sign in first', ...final },
  signed_in_as_other: { status: 409, title: 'Someone else is signed in now', ...final },
  not_allowed: { status: 403, title: 'You don’t have access', ...final },
  access_key_refused: { status: 401, title: 'The access key does not work', ...final },
  signature_refused: { status: 401, title: 'The signature does not match', ...final },
  fresh_sign_in_required: { status: 403, title: 'Confirm it is you', ...final },
  sign_in_refused: { status: 401, title: 'Not signed in', ...final },
  link_not_valid: { status: 410, title: 'This link is invalid or already used', ...final },
  password_refused: { status: 400, title: 'Choose another password', ...final },
  too_many_attempts: { status: 429, title: 'Too many attempts', ...busy },
  not_found: { status: 404, title: 'Not found', ...final },
  route_not_found: { status: 404, title: 'No such path', ...final },
  method_not_allowed: { status: 405, title: 'Method not allowed', ...final },
  refused: { status: 409, title: 'The billing API refused', ...final },
  change_open: { status: 409, title: 'Another change came first', ...final },
  effect_required: { status: 412, title: 'Say which effect you confirm', ...final },
  no_effect: { status: 409, title: 'It would change nothing', ...final },
  not_closable: { status: 409, title: 'Nothing to close', ...final },
  not_proposed: { status: 409, title: 'Nothing to approve', ...final },
  email_taken: { status: 409, title: 'This email already has an account', ...final },
  last_admin: { status: 409, title: 'The console needs an admin', ...final },
  link_not_possible: { status: 409, title: 'No link for this user', ...final },
  too_many_access_keys: { status: 409, title: 'You have too many access keys', ...final },
  too_many_proposals: { status: 409, title: 'Too many proposals wait', ...final },
  too_many_notes: { status: 409, title: 'Too many notes', ...final },
  too_many_groups: { status: 409, title: 'Too many groups wait', ...final },
  read_running: { status: 409, title: 'A read is running', ...final },
  payload_too_large: { status: 413, title: 'The request body is too large', ...final },
  unsupported_media_type: { status: 415, title: 'The request body is not JSON', ...final },
  store_unavailable: { status: 503, title: 'Console database unavailable', ...busy },
  console_busy: { status: 503, title: 'The console is busy', ...busy },
  overloaded: { status: 503, title: 'The billing API is busy', ...busy },
  api_paused: { status: 503, title: 'Requests paused after repeated failures', ...busy },
  not_sent: { status: 502, title: 'Not sent to the billing API', ...busy },
  internal_error: { status: 500, title: 'The console failed', ...failed },
  api_failed: { status: 502, title: 'The billing API failed', ...failed },
  unreadable_response: { status: 502, title: 'The billing API sent an unreadable response', ...failed },
  response_broke_off: { status: 502, title: 'The billing API’s response broke off', ...failed },
  unreachable: { status: 502, title: 'The billing API cannot be reached', ...failed },
  timed_out: { status: 504, title: 'The billing API did not respond in time', ...failed },
  outcome_unknown: { status: 502, title: 'Outcome not known', retryable: false, outcome: 'unknown' },
} as const satisfies Record<string, ConsoleError>

export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS

/** Returns the fields of a problem that follow from its code. */
export function problemOfCode(code: ConsoleErrorCode) {
  return { type: `urn:billing-console:problem:${code}`, code, requestId: '', ...CONSOLE_ERRORS[code] }
}
