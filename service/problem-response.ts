import { BILLING_ERRORS, type BillingProblem } from '@/contract/billing/problem'
import { BillingError, internalError, outcomeUnknown, overloaded } from './refusals'
import { isStoreUnavailable, OutcomeUnknown } from '@/database/database-errors'

/** Returns a `BillingError` as it is, and any other error as one that hides its cause from the caller. */
export function toBillingError(error: unknown): BillingError {
  if (error instanceof BillingError) return error
  if (error instanceof OutcomeUnknown) return outcomeUnknown()
  return isStoreUnavailable(error) ? overloaded('The database is unavailable') : internalError()
}

/** Returns the RFC 9457 problem of an error (gaps.md, Errors). */
export function problemOf({ code, detail }: BillingError, requestId: string): BillingProblem {
  const { status, title } = BILLING_ERRORS[code]
  return { type: `urn:billing:problem:${code}`, title, status, detail, code, requestId, message: detail }
}

/** Returns an error as problem+json. */
export function problemResponse(error: BillingError, requestId: string): Response {
  const problem = problemOf(error, requestId)
  return Response.json(problem, {
    status: problem.status,
    headers: {
      ...error.headers,
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
    },
  })
}
