import { BILLING_ERRORS, type BillingErrorCode, type BillingProblem } from '@/contract/billing/problem'

/** What the service says, word for word, when the example request of an operation goes wrong in this way. */
const DETAILS: Record<BillingErrorCode, string> = {
  malformed_request: 'The address holds percent-encoding that is not UTF-8. Encode ids with encodeURIComponent.',
  invalid_parameter:
    'The query parameter "limit" is not known. Leave it out. Allowed here: page, pageSize, order, orderBy.',
  missing_api_key: 'No API key was sent. Send a secret API key in the header x-api-key.',
  invalid_api_key: 'The API key is not known, or it was revoked. Send a secret API key in the header x-api-key.',
  wrong_key_type:
    'The API key is publishable, and this needs a secret one. Send a secret API key in the header x-api-key.',
  route_not_found: 'There is no such path. Check it: /docs lists all there are.',
  subscription_not_found: 'There is no subscription "sub_unknown". Check the id.',
  invoice_not_found: 'There is no invoice "inv_unknown". Check the id.',
  customer_not_found:
    'There is no customer with the external id "unknown". Check the id: it is the customer\'s id in your own system.',
  customer_mismatch:
    'Subscription "sub_acme" does not belong to the customer "other". Nothing was changed: check both ids.',
  method_not_allowed: 'The path does not have this method. Use GET or HEAD.',
  request_timeout: 'The request did not arrive in time. Send it again, whole.',
  subscription_active:
    'The subscription is active and cannot be deleted. Cancel it first, and delete it once it has ended.',
  not_cancellable: 'The subscription is already ended. Only an active or an upcoming subscription can be cancelled.',
  payload_too_large: 'The request body is larger than 64 KiB. Send a shorter one.',
  unsupported_media_type: 'Send the request body as JSON, with content-type: application/json.',
  headers_too_large: 'The address and headers together are larger than 16 KiB. Send fewer or shorter headers.',
  outcome_unknown:
    'The change was sent to the database, whose answer did not come: it may have been made, or not. Read the subscription again to know.',
  internal_error: 'The service failed. Try again; if it fails again, report the requestId to whoever runs the service.',
  overloaded: 'The service cannot reach its database just now. Try again in a second.',
  deadline_passed: 'Nothing was changed: the service could not do this within 5 seconds. Try again in a second.',
}

/** The example of each error, as an entry of `components.examples`. */
export function errorExample(code: BillingErrorCode): { summary: string; value: BillingProblem } {
  const { status, title } = BILLING_ERRORS[code]
  const detail = DETAILS[code]
  const requestId = '5f4e9a0c-7f0b-4a53-9b58-0d4c1d1f6a3e'
  return {
    summary: title,
    value: { type: `urn:billing:problem:${code}`, title, status, detail, code, requestId, message: detail },
  }
}
