import { BILLING_ERRORS, type BillingProblem } from '@/contract/billing/problem'
import { BillingError, internalError, outcomeUnknown, overloaded } from './refusals'
import { isStoreUnavailable, OutcomeUnknown } from '@/database/database-errors'

/** Returns a `BillingError` as it is, and any other error as one that hides its cause from the caller. */
export function toBillingError(error: unknown): BillingError {
  if (error instanceof BillingError) return error
  if (error instanceof OutcomeUnknown) return outcomeUnknown()
  return isStoreUnavailable(error) ? overloaded('The database is unavailable') : internalError()
}

/** Returns an RFC 9457 problem+json response (gaps.md, Errors). */
export function problemResponse({ code, detail, headers }: BillingError, requestId: string): Response {
  const { status, title } = BILLING_ERRORS[code]
  const problem: BillingProblem = {
    type: `urn:billing:problem:${code}`,
    title,
    status,
    detail,
    code,
    requestId,
    message: detail,
  }
  return Response.json(problem, {
    status,
    headers: {
      ...headers,
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
    },
  })
}
