import { z } from 'zod'

/** Every error code of the billing service, with its HTTP status and what the caller can do. */
export const BILLING_ERRORS = {
  malformed_request: { status: 400, title: 'The request could not be read' },
  invalid_parameter: { status: 400, title: 'A parameter is not allowed' },
  missing_api_key: { status: 401, title: 'No API key was sent' },
  invalid_api_key: { status: 401, title: 'The API key is not known' },
  wrong_key_type: { status: 403, title: 'The API key is not a secret key' },
  route_not_found: { status: 404, title: 'There is no such path' },
  subscription_not_found: { status: 404, title: 'There is no such subscription' },
  invoice_not_found: { status: 404, title: 'There is no such invoice' },
  customer_not_found: { status: 404, title: 'There is no such customer' },
  customer_mismatch: { status: 404, title: 'The subscription belongs to another customer' },
  method_not_allowed: { status: 405, title: 'The path does not have this method' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  subscription_active: { status: 409, title: 'The subscription is active' },
  not_cancellable: { status: 409, title: 'The subscription cannot be cancelled' },
  payload_too_large: { status: 413, title: 'The request body is too large' },
  unsupported_media_type: { status: 415, title: 'The request body is not JSON' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  outcome_unknown: { status: 500, title: 'The outcome is not known' },
  internal_error: { status: 500, title: 'The service failed' },
  overloaded: { status: 503, title: 'The service is busy' },
  deadline_passed: { status: 503, title: 'The operation took too long' },
} as const

export type BillingErrorCode = keyof typeof BILLING_ERRORS

/** RFC 9457 problem details; `message` repeats `detail` for clients that read it (gaps.md, Errors). */
export const BillingProblem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  requestId: z.string(),
  message: z.string(),
})

export type BillingProblem = z.infer<typeof BillingProblem>
