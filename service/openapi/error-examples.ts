import type { BillingErrorCode } from '@/contract/billing/problem'
import { problemOf } from '../problem-response'
import * as refusals from '../refusals'

/** The error of each code for the example requests. */
const EXAMPLES: Record<BillingErrorCode, refusals.BillingError> = {
  malformed_request: refusals.malformedRequest(
    'The address contains percent-encoding that is not UTF-8. Encode IDs with encodeURIComponent.',
  ),
  invalid_parameter: refusals.invalidParameter(
    'The query parameter "limit" is unknown. Leave it out. Allowed: page, pageSize, order, orderBy.',
  ),
  missing_api_key: refusals.missingApiKey(),
  invalid_api_key: refusals.invalidApiKey(),
  wrong_key_type: refusals.wrongKeyType('publishable'),
  route_not_found: refusals.routeNotFound(),
  subscription_not_found: refusals.subscriptionNotFound('sub_unknown'),
  invoice_not_found: refusals.invoiceNotFound('inv_unknown'),
  customer_not_found: refusals.customerNotFound('unknown'),
  customer_mismatch: refusals.customerMismatch('sub_acme', 'other'),
  method_not_allowed: refusals.methodNotAllowed(['GET', 'HEAD']),
  request_timeout: refusals.requestTimeout(),
  subscription_active: refusals.subscriptionActive(null),
  not_cancellable: refusals.notCancellable(
    'The subscription is already ended. Only an active or an upcoming subscription can be cancelled.',
  ),
  payload_too_large: refusals.payloadTooLarge('The request body is', 64, 'Send a shorter one.'),
  unsupported_media_type: refusals.unsupportedMediaType('as JSON, with content-type: application/json'),
  headers_too_large: refusals.headersTooLarge(),
  outcome_unknown: refusals.outcomeUnknown(),
  internal_error: refusals.internalError(),
  overloaded: refusals.overloaded('The database is unavailable'),
  deadline_passed: refusals.deadlinePassed(5_000),
}

/** Returns the `components.examples` of the document: a problem for each code. */
export function errorExamples() {
  const problems = Object.values(EXAMPLES).map((error) => problemOf(error, '5f4e9a0c-7f0b-4a53-9b58-0d4c1d1f6a3e'))
  return Object.fromEntries(problems.map((value) => [value.code, { summary: value.title, value }]))
}
