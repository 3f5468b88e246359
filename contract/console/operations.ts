import { z } from 'zod'
import { whyNotAskable } from '../askable-id'
import { MAX_PAGE, MAX_PAGE_SIZE, TransactionOrder } from '../billing/operations'

/** What the console's own `/api` takes. Ids travel in the path; the rest in the query or a JSON body. */

/** Any id that can be asked for, opaque (gaps.md, Ids). */
export const PathId = z.string().superRefine((id, context) => {
  const reason = whyNotAskable(id)
  if (reason !== null) context.addIssue(reason)
})

const Reason = z.string().trim().min(1, 'Say why').max(500)

export const CancelSubscriptionRequest = z.strictObject({
  externalCustomerId: z.string().min(1).max(256).optional(),
  reason: Reason,
})
export const DeleteSubscriptionRequest = z.strictObject({ reason: Reason })

export const ListTransactionsQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(MAX_PAGE).default(1),
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(20),
  order: TransactionOrder.default('desc'),
})

/** A write was accepted by the billing API. What became of the subscription is read again, never assumed. */
export const WriteAccepted = z.object({ accepted: z.literal(true), requestId: z.string() })

/** What an id turned out to be, asked of all three resources at once. */
export const FindHit = z.object({
  kind: z.enum(['subscription', 'invoice', 'customer']),
  id: z.string(),
  /** "Scale · active", "Invoice 1042 · paid", "312 transactions". */
  label: z.string(),
})
export const FindResult = z.object({
  hits: z.array(FindHit),
  /** Resources that could not be asked, with the reason: while there are any, "none matches" is not known. */
  unanswered: z.array(z.object({ kind: FindHit.shape.kind, detail: z.string() })),
})

/** Every write carries this header, which a form or another site cannot send without our CORS consent. */
export const WRITE_HEADER = { name: 'x-billing-console', value: '1' } as const

export type CancelSubscriptionRequest = z.infer<typeof CancelSubscriptionRequest>
export type DeleteSubscriptionRequest = z.infer<typeof DeleteSubscriptionRequest>
export type ListTransactionsQuery = z.infer<typeof ListTransactionsQuery>
export type WriteAccepted = z.infer<typeof WriteAccepted>
export type FindHit = z.infer<typeof FindHit>
export type FindResult = z.infer<typeof FindResult>
