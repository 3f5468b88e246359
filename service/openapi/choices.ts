import type { BillingOperationName } from '@/contract/billing/operations'
import { DECIMAL_DIGITS } from '@/contract/billing/scalars'
import { RESPONSE_BOUNDS } from '../bound-response'
import { DEFAULT_DEADLINES } from '../deadline'
import { MAX_BODY_BYTES } from '../read-input'

/*
 * Choices of this service where the interface document is open (gaps.md), each once under its name. The descriptions of
 * the OpenAPI document consist of these paragraphs, with `code` in backticks. The tests of the operations cover them.
 */

const seconds = (ms: number) => `${ms / 1_000} seconds`
const minutes = (ms: number) => `${ms / 60_000} minutes`

/** Choices for the whole API. */
export const API_CHOICES = {
  keys: '**Keys.** Send a secret key in `x-api-key`. No key is 401 `missing_api_key`, an unknown or revoked one 401 `invalid_api_key`, one that is not secret 403 `wrong_key_type`.',
  merchants: '**Merchants.** A key belongs to one merchant; objects of another merchant return 404.',
  ids: '**IDs** are opaque strings of 1 to 256 characters, unique per merchant and kind. An unknown ID returns 404.',
  paths:
    '**Paths.** In a path, an ID is one percent-encoded segment (`acme/eu` is `acme%2Feu`). `.`, `..`, NUL and half of a surrogate pair are refused. A bare `#`, a backslash, bytes that are not ASCII and percent-encoding that is not UTF-8 return 400 `malformed_request`.',
  amounts: `**Amounts** are JSON numbers in major units of up to ${DECIMAL_DIGITS.before} digits before and ${DECIMAL_DIGITS.after} after the point, returned exactly as stored: read them as decimals, not as floats.`,
  currency: '**Currency.** USD only. An invoice has the currency of its subscription and does not repeat it.',
  instants: '**Instants** are UTC with milliseconds.',
  methods:
    '**Methods.** HEAD returns the headers of GET, without the body. OPTIONS is not supported, because there is no CORS. A method that a path does not have returns 405 with `Allow`.',
  sizes: `**Sizes.** A body is at most ${MAX_BODY_BYTES / 1024} KiB. Operations without a described body ignore it. Address and headers together are at most 16 KiB.`,
  success: '**Success** is 200 with a JSON object for every GET and for a cancel, and 204 without a body for a delete.',
  fields:
    '**Fields.** An optional field may be absent or null, as it was imported. Fields that this document does not name are returned unchanged, in their place.',
  load: '**Load.** There is no rate limit per key. When the service is overloaded or its database does not respond, it returns 503 with `Retry-After` in seconds.',
  deadlines: `**Deadlines.** By default, a read that takes longer than ${seconds(DEFAULT_DEADLINES.readMs)} and a write that takes longer than ${seconds(DEFAULT_DEADLINES.writeMs)} return 503 \`deadline_passed\`. A waiting request ends when its client closes the connection.`,
  slowReaders: `**Slow readers.** A response is cut off when its client reads nothing for ${seconds(RESPONSE_BOUNDS.idleMs)}, or not all of it within ${minutes(RESPONSE_BOUNDS.totalMs)}. Pipelined requests are served one after the other.`,
  errors:
    '**Errors** are problem details (RFC 9457) with a `code` from a closed list. `detail` says what happened and what to do; `message` repeats it for clients that read that. `requestId` is also in the header `x-request-id` of every response, and in the log.',
  effect:
    '**Effect.** A refused request changes nothing. Only after 500 `outcome_unknown` a cancel or delete may or may not have been made: read the subscription again.',
}

/** Choices for each operation. */
export const OPERATION_CHOICES = {
  cancelSubscription: {
    active:
      'An active subscription is scheduled to end: `endDate` becomes the end of the current billing period, and it stays `active` until then. An earlier `endDate` stays, a later one is brought forward. A repeated cancel returns 200 and changes nothing while it is active. `allowCustomerChanges` applies to customers, not to this call.',
    billingPeriod:
      'A billing period is counted from `startDate` in calendar months of UTC (1, 3 or 12 by `billingCadence`), always from that anchor and clamped to the last day of the month: Jan 31, Feb 28, Mar 31.',
    oneTime:
      '`oneTime` has no billing period: a cancel keeps the existing `endDate`, or ends it at once when there is none. A repeat then returns 200 too.',
    upcoming:
      'An upcoming subscription (`pendingActivation` or `draft`, with `startDate` in the future) is deleted: its `status` becomes `deleted`. If it was deleted before its start, by a cancel or a delete, a repeat returns 200 and changes nothing, also after that start.',
    anythingElse:
      'Any other subscription returns 409 `not_cancellable`. So does an active one without `endDate` whose billing period ends after the year 9999.',
    updatedAt:
      'When a cancel or a delete changes something, `updatedAt` becomes the current time, at least a millisecond later than before.',
    externalCustomerId:
      'The body is optional. If `externalCustomerId` is sent, it must be the customer of that subscription, else 404 `customer_mismatch`.',
    response: 'The response contains the subscription as it is now, without its `plan`.',
  },
  deleteSubscription: {
    notActive:
      'Marks a subscription that is not active as `deleted`. Reads still return it, with that status. A repeat returns 204 and changes nothing.',
    active: 'An active subscription returns 409 `subscription_active`: cancel it first.',
  },
  getSubscription: {
    status:
      '`status` is as of now: `pendingActivation` becomes `active` at `startDate`, and `active` becomes `ended` at `endDate`. A `draft` stays a draft.',
    endDate: '`endDate` is null or absent when no end is set.',
    nested:
      'Plans, prices and billables are shared: there is one per merchant and ID. Of two imported versions the newer `updatedAt` counts, else the later one. A reference by ID alone is filled in when the object is stored, and otherwise stays absent or null. Lists keep their order.',
  },
  getInvoice: {
    snapshot: 'Line items keep their order. The `price` of each is a snapshot from the time the line was created.',
  },
  listTransactions: {
    order: 'Ordered by `createdAt`, ties by `id`, newest first by default.',
    count:
      '`count` is the number of all transactions of the customer, and `pages` is `count` / `pageSize` rounded up, at least 1. A page past the end has empty `results` and the true `count`.',
    parameters: 'Query parameters that are unknown or sent twice return 400 `invalid_parameter`.',
  },
} satisfies Record<BillingOperationName, Record<string, string>>
