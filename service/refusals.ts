import type { BillingErrorCode } from '@/contract/billing/problem'

/** An error for the caller: `detail` says what happened and what to do. `app.ts` maps it to problem+json. */
export class BillingError extends Error {
  override readonly name = 'BillingError'

  constructor(
    readonly code: BillingErrorCode,
    readonly detail: string,
    /** Response headers of the error, such as `allow`. */
    readonly headers: Record<string, string> = {},
  ) {
    super(`${code}: ${detail}`)
  }
}

/*
 * One factory for each error code of the service. The operations throw these errors, and the OpenAPI document uses them
 * as examples.
 */

const SECRET_KEY = 'Send a secret API key in the header x-api-key.'
const CHALLENGE = { 'www-authenticate': 'ApiKey realm="billing", header="x-api-key"' }
const RETRY_AFTER = { 'retry-after': '1' }

const quoted = (text: string) => JSON.stringify(text)

/** @param detail what could not be read, and what to do */
export const malformedRequest = (detail: string) => new BillingError('malformed_request', detail)

/** @param detail what is not allowed, and what is */
export const invalidParameter = (detail: string) => new BillingError('invalid_parameter', detail)

export const missingApiKey = () => new BillingError('missing_api_key', `No API key was sent. ${SECRET_KEY}`, CHALLENGE)

export const invalidApiKey = () =>
  new BillingError('invalid_api_key', `The API key is unknown or was revoked. ${SECRET_KEY}`, CHALLENGE)

export const wrongKeyType = (type: string) =>
  new BillingError('wrong_key_type', `The API key is ${type}; a secret key is required. ${SECRET_KEY}`)

export const routeNotFound = () =>
  new BillingError('route_not_found', 'There is no such path. Check it: /openapi.json lists all paths.')

export const subscriptionNotFound = (id: string) =>
  new BillingError('subscription_not_found', `There is no subscription ${quoted(id)}. Check the ID.`)

export const invoiceNotFound = (id: string) =>
  new BillingError('invoice_not_found', `There is no invoice ${quoted(id)}. Check the ID.`)

export const customerNotFound = (externalId: string) =>
  new BillingError(
    'customer_not_found',
    `There is no customer with the external ID ${quoted(externalId)}. Check the ID: it is the customer's ID in your own system.`,
  )

export const customerMismatch = (id: string, externalCustomerId: string) =>
  new BillingError(
    'customer_mismatch',
    `Subscription ${quoted(id)} does not belong to the customer ${quoted(externalCustomerId)}. Nothing was changed: check both IDs.`,
  )

/** @param methods methods of the path */
export const methodNotAllowed = (methods: readonly string[]) =>
  new BillingError('method_not_allowed', `The path does not have this method. Use ${methods.join(' or ')}.`, {
    allow: methods.join(', '),
  })

export const requestTimeout = () =>
  new BillingError('request_timeout', 'The request did not arrive completely in time. Send it again.')

/** @param endDate end of the subscription; null when no end is set */
export function subscriptionActive(endDate: string | null): BillingError {
  const ends = endDate === null ? '' : ` It ends on ${endDate} and can be deleted then.`
  return new BillingError(
    'subscription_active',
    `The subscription is active and cannot be deleted. Cancel it first, and delete it once it has ended.${ends}`,
  )
}

/** @param why the subscription's state, and what to do */
export const notCancellable = (why: string) => new BillingError('not_cancellable', why)

/** @param part the part of the request that is larger than `kibibytes`, with its verb */
export const payloadTooLarge = (part: string, kibibytes: number, whatToDo: string) =>
  new BillingError('payload_too_large', `${part} larger than ${kibibytes} KiB. ${whatToDo}`)

/** @param how the body must be sent */
export const unsupportedMediaType = (how: string) =>
  new BillingError('unsupported_media_type', `Send the request body ${how}.`)

export const headersTooLarge = () =>
  new BillingError(
    'headers_too_large',
    'The address and headers together are larger than 16 KiB. Send fewer or shorter headers.',
  )

export const outcomeUnknown = () =>
  new BillingError(
    'outcome_unknown',
    'The connection to the database was lost while the change was saved, so it may or may not have been made. Read the subscription again to check.',
  )

export const internalError = () =>
  new BillingError(
    'internal_error',
    'The service failed. Try again; if it fails again, report the requestId to the person who runs the service.',
  )

/** @param why `The service is busy` */
export const overloaded = (why: string) => new BillingError('overloaded', `${why}. Try again in a second.`, RETRY_AFTER)

export const deadlinePassed = (limitMs: number) =>
  new BillingError(
    'deadline_passed',
    `Nothing was changed: the request took longer than ${limitMs / 1000} seconds. Try again in a second.`,
    RETRY_AFTER,
  )
