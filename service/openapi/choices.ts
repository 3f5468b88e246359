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
  merchants: '**Merchants.** A key belongs to one merchant; what another merchant has is 404, as if it were not there.',
  ids: '**Ids** are opaque strings of 1 to 256 characters, unique per merchant and kind; one that is not known is 404.',
  paths:
    '**Paths.** In a path an id is one percent-encoded segment (`acme/eu` is `acme%2Feu`). `.` and `..` are refused, and so are NUL and half of a surrogate pair; a bare `#`, a backslash, bytes that are not ASCII and percent-encoding that is not UTF-8 make the whole address unreadable: 400 `malformed_request`.',
  amounts: `**Amounts** are JSON numbers in major units of up to ${DECIMAL_DIGITS.before} digits before and ${DECIMAL_DIGITS.after} after the point, returned with the value that was stored: read them as decimals, not as floats.`,
  currency: '**Currency.** The only one is USD. An invoice states none; it is that of its subscription.',
  instants: '**Instants** are UTC with milliseconds.',
  methods:
    '**Methods.** HEAD answers as GET does, without the body. OPTIONS is not offered, as there is no CORS: it is 405, as every other method that a path does not have, with `Allow`.',
  sizes: `**Sizes.** A body is read where one is described, and ignored elsewhere; everywhere it is at most ${MAX_BODY_BYTES / 1024} KiB. Address and headers together are at most 16 KiB.`,
  success: '**Success** is 200 with a JSON object for every GET and for a cancel, and 204 without a body for a delete.',
  fields:
    '**Fields.** What is not required may be absent or null, as it was given. Fields that this document does not name are returned at their place, as they were given.',
  load: '**Load.** There is no rate limit per key. A service that is overloaded, or whose database does not answer, says 503 with `Retry-After` in seconds.',
  deadlines: `**Deadlines.** A read that cannot be answered within ${seconds(DEFAULT_DEADLINES.readMs)} and a write that cannot be done within ${seconds(DEFAULT_DEADLINES.writeMs)}, unless the service is set otherwise, end with 503 \`deadline_passed\`; what waits for a caller who has closed the connection ends too.`,
  slowReaders: `**Slow readers.** An answer of which nothing is read for ${seconds(RESPONSE_BOUNDS.idleMs)}, or not all within ${minutes(RESPONSE_BOUNDS.totalMs)}, is cut off. Requests sent one behind the other on a connection are served one after the other.`,
  errors:
    '**Errors** are problem details (RFC 9457) with a `code` from a closed list. `detail` says what happened and what to do; `message` repeats it for clients that read that. `requestId` is also in the header `x-request-id` of every answer, and in the log.',
  effect:
    '**Effect.** A refused request changes nothing. Only 500 `outcome_unknown` leaves open whether a cancel or delete was made: read the subscription again.',
}

/** Choices for each operation. */
export const OPERATION_CHOICES = {
  cancelSubscription: {
    active:
      'An active subscription is scheduled to end: `endDate` becomes the end of the current billing period, and it stays `active` until then. An earlier `endDate` stays, a later one is brought forward. A repeat answers 200 and changes nothing while it is active. `allowCustomerChanges` binds customers, not this call.',
    billingPeriod:
      'A billing period is counted from `startDate` in calendar months of UTC (1, 3 or 12 by `billingCadence`), always from that anchor and clamped to the last day of the month: Jan 31, Feb 28, Mar 31.',
    oneTime:
      '`oneTime` has no period: a cancel leaves the `endDate` it has, or ends it at once where there is none, and then a repeat answers 200 too.',
    upcoming:
      'An upcoming subscription (`pendingActivation` or `draft`, with `startDate` in the future) is deleted: its `status` becomes `deleted`. One that was deleted before its start, by a cancel or by a delete, answers 200 and changes nothing, also once that start has come.',
    anythingElse:
      'Everything else is 409 `not_cancellable`, and so is an active one whose billing period ends after the year 9999 and that has no `endDate`.',
    updatedAt:
      'Where a cancel or a delete changes something, `updatedAt` becomes now, but at least a millisecond more than it was.',
    externalCustomerId:
      'The body is optional. `externalCustomerId`, where it is sent, must be the customer of that subscription, else 404 `customer_mismatch`.',
    answer: 'The answer holds the subscription as it reads now, without its `plan`.',
  },
  deleteSubscription: {
    notActive:
      'Marks a subscription that is not active as `deleted`. It still answers afterwards, with that status. A repeat answers 204 and changes nothing.',
    active: 'An active one is 409 `subscription_active`: cancel it first.',
  },
  getSubscription: {
    status:
      '`status` is as of now: `pendingActivation` reads `active` from `startDate` on, and `active` reads `ended` from `endDate` on; a `draft` stays one.',
    endDate: '`endDate` is null or absent where no end is set.',
    nested:
      'A plan, price or billable is one per merchant and id, shared by all that hold it; of two that were given the newer `updatedAt`, else the later one counts. One named by its id alone is filled in where it is stored, and stays absent or null where it never was. Lists keep their order.',
  },
  getInvoice: {
    snapshot:
      'Line items come in their order. The `price` of each is a snapshot: it stays as it was when the line was made.',
  },
  listTransactions: {
    order: 'Ordered by `createdAt`, ties by `id`, newest first unless asked otherwise.',
    count:
      '`count` is the number of all entries of the ledger, `pages` is `count` / `pageSize` rounded up and at least 1; a page past the end is an empty `results` with the true `count`.',
    parameters: 'Query parameters that are not listed, or are sent twice, are 400 `invalid_parameter`.',
  },
} satisfies Record<BillingOperationName, Record<string, string>>
