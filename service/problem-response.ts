import { BILLING_ERRORS, type BillingProblem } from '@/contract/billing/problem'
import { BillingError } from './billing-error'
import { OutcomeUnknown } from '@/database/in-transaction'
import { isStoreUnavailable } from '@/database/unavailable'

const RETRY_AFTER = { 'retry-after': '1' }

/** What the caller is told of any error: our own words for what we refuse, nothing of what went wrong inside. */
export function toBillingError(error: unknown): BillingError {
  if (error instanceof BillingError) return error
  if (error instanceof OutcomeUnknown)
    return new BillingError(
      'outcome_unknown',
      'The change was sent to the database, whose answer did not come: it may have been made, or not. Read the subscription again to know.',
    )
  if (isStoreUnavailable(error))
    return new BillingError(
      'overloaded',
      'The service cannot reach its database just now. Try again in a second.',
      RETRY_AFTER,
    )
  return new BillingError(
    'internal_error',
    'The service failed. Try again; if it fails again, report the requestId to whoever runs the service.',
  )
}

/** RFC 9457 problem+json (gaps.md, Errors). */
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
