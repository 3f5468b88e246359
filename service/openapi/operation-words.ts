import type { BillingOperationName } from '@/contract/billing/operations'

/** What the interface document leaves open and this service decides, for all of the API. Paragraphs; `code` in backticks. */
export const API_DESCRIPTION = [
  'Subscriptions, invoices and customer ledgers of one merchant.',
  '**Keys.** Send a secret key in `x-api-key`. A key belongs to one merchant; what another merchant has is 404, as if it were not there. No key is 401 `missing_api_key`, an unknown or revoked one 401 `invalid_api_key`, one that is not secret 403 `wrong_key_type`.',
  '**Ids** are opaque strings of 1 to 256 characters, unique per merchant and kind; one that is not known is 404. In a path an id is one percent-encoded segment (`acme/eu` is `acme%2Feu`). `.` and `..` are refused, and so are NUL and half of a surrogate pair; a bare `#`, a backslash, bytes that are not ASCII and percent-encoding that is not UTF-8 make the whole address unreadable: 400 `malformed_request`.',
  '**Amounts** are JSON numbers in major units of up to 38 digits before and 60 after the point, returned with the value that was stored: read them as decimals, not as floats. An invoice states no currency; it is that of its subscription. The only currency is USD.',
  '**Instants** are UTC with milliseconds.',
  '**Methods.** HEAD answers as GET does, without the body. OPTIONS is not offered, as there is no CORS: it is 405, as every other method that a path does not have, with `Allow`. A body is read where one is described, and ignored elsewhere; everywhere it is at most 64 KiB. Address and headers together are at most 16 KiB.',
  '**Success** is 200 with a JSON object for every GET and for a cancel, and 204 without a body for a delete. What is not required may be absent or null, as it was given. Fields that this document does not name are returned at their place, as they were given.',
  '**Limits.** There is no rate limit per key. A service that is overloaded, or whose database does not answer, says 503 with `Retry-After` in seconds. A read that cannot be answered within 4 seconds and a write that cannot be done within 5, unless the service is set otherwise, end with 503 `deadline_passed`; what waits for a caller who has closed the connection ends too. An answer of which nothing is read for 30 seconds, or not all within 2 minutes, is cut off. Requests sent one behind the other on a connection are served one after the other.',
  '**Errors** are problem details (RFC 9457) with a `code` from a closed list. `detail` says what happened and what to do; `message` repeats it for clients that read that. `requestId` is also in the header `x-request-id` of every answer, and in the log. A refused request changes nothing. Only 500 `outcome_unknown` leaves open whether a cancel or delete was made: read the subscription again.',
].join('\n\n')

/** The same, operation by operation. */
export const OPERATION_DESCRIPTIONS: Record<BillingOperationName, string> = {
  cancelSubscription: [
    'An active subscription is scheduled to end: `endDate` becomes the end of the current billing period, and it stays `active` until then. An earlier `endDate` stays, a later one is brought forward. A repeat answers 200 and changes nothing while it is active. `allowCustomerChanges` binds customers, not this call.',
    'A billing period is counted from `startDate` in calendar months of UTC (1, 3 or 12 by `billingCadence`), always from that anchor and clamped to the last day of the month: Jan 31, Feb 28, Mar 31. `oneTime` has no period: a cancel leaves the `endDate` it has, or ends it at once where there is none, and then a repeat answers 200 too.',
    'An upcoming subscription (`pendingActivation` or `draft`, with `startDate` in the future) is deleted: its `status` becomes `deleted`. One that was deleted before its start, by a cancel or by a delete, answers 200 and changes nothing, also once that start has come. Everything else is 409 `not_cancellable`, and so is an active one whose billing period ends after the year 9999 and that has no `endDate`. Where a cancel or a delete changes something, `updatedAt` becomes now, but at least a millisecond more than it was.',
    'The body is optional. `externalCustomerId`, where it is sent, must be the customer of that subscription, else 404 `customer_mismatch`. The answer holds the subscription as it reads now, without its `plan`.',
  ].join('\n\n'),
  deleteSubscription:
    'Marks a subscription that is not active as `deleted`. It still answers afterwards, with that status. A repeat answers 204 and changes nothing. An active one is 409 `subscription_active`: cancel it first.',
  getSubscription:
    '`status` is as of now: `pendingActivation` reads `active` from `startDate` on, and `active` reads `ended` from `endDate` on; a `draft` stays one. `endDate` is null or absent where no end is set. A plan, price or billable is one per merchant and id, shared by all that hold it; of two that were given the newer `updatedAt`, else the later one counts. One named by its id alone is filled in where it is stored, and stays absent or null where it never was. Lists keep their order.',
  getInvoice:
    'Line items come in their order. The `price` of each is a snapshot: it stays as it was when the line was made.',
  listTransactions:
    'Ordered by `createdAt`, ties by `id`, newest first unless asked otherwise. `count` is the number of all entries of the ledger, `pages` is `count` / `pageSize` rounded up and at least 1; a page past the end is an empty `results` with the true `count`. Query parameters that are not listed, or are sent twice, are 400 `invalid_parameter`.',
}
