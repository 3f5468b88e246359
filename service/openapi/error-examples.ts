import type { BillingErrorCode } from '@/contract/billing/problem'
import { problemOf } from '../problem-response'
import {
  type BillingError,
  customerMismatch,
  customerNotFound,
  deadlinePassed,
  headersTooLarge,
  internalError,
  invalidApiKey,
  invalidParameter,
  invoiceNotFound,
  malformedRequest,
  methodNotAllowed,
  missingApiKey,
  notCancellable,
  outcomeUnknown,
  overloaded,
  payloadTooLarge,
  requestTimeout,
  routeNotFound,
  subscriptionActive,
  subscriptionNotFound,
  unsupportedMediaType,
  wrongKeyType,
} from '../refusals'

/** The error of each code for the example requests. */
const EXAMPLES: Record<BillingErrorCode, BillingError> = {
  malformed_request: malformedRequest(
    'The address contains percent-encoding that is not UTF-8. Encode IDs with encodeURIComponent.',
  ),
  invalid_parameter: invalidParameter(
    'The query parameter "limit" is unknown. Leave it out. Allowed: page, pageSize, order, orderBy.',
  ),
  missing_api_key: missingApiKey(),
  invalid_api_key: invalidApiKey(),
  wrong_key_type: wrongKeyType('publishable'),
  route_not_found: routeNotFound(),
  subscription_not_found: subscriptionNotFound('sub_unknown'),
  invoice_not_found: invoiceNotFound('inv_unknown'),
  customer_not_found: customerNotFound('unknown'),
  customer_mismatch: customerMismatch('sub_acme', 'other'),
  method_not_allowed: methodNotAllowed(['GET', 'HEAD']),
  request_timeout: requestTimeout(),
  subscription_active: subscriptionActive(null),
  not_cancellable: notCancellable(
    'The subscription is already ended. Only an active or an upcoming subscription can be cancelled.',
  ),
  payload_too_large: payloadTooLarge('The request body is', 64, 'Send a shorter one.'),
  unsupported_media_type: unsupportedMediaType('as JSON, with content-type: application/json'),
  headers_too_large: headersTooLarge(),
  outcome_unknown: outcomeUnknown(),
  internal_error: internalError(),
  overloaded: overloaded('The database is unavailable'),
  deadline_passed: deadlinePassed(5_000),
}

/** Returns the `components.examples` of the document: a problem for each code. */
export const errorExamples = () =>
  Object.fromEntries(
    Object.entries(EXAMPLES).map(([code, error]) => {
      const value = problemOf(error, '5f4e9a0c-7f0b-4a53-9b58-0d4c1d1f6a3e')
      return [code, { summary: value.title, value }]
    }),
  )
