import { z } from 'zod'
import { MAX_SEEN_CHARS, SEEN_FIELDS, MAX_GROUP } from '../change'
import { SubscriptionId, Reason, Ticket, Instant, PathId, Page, PageSize } from '@/lib/core/server/input'

const SeenText = z.string().max(MAX_SEEN_CHARS).nullable()

const Seen = z.partialRecord(z.enum(SEEN_FIELDS), SeenText)

export const DeleteSubscriptionInput = z.strictObject({
  id: SubscriptionId,
  reason: Reason,
  ticket: Ticket,
  seen: Seen.describe(
    'The values that you read, with the effect as "effect". Nothing is proposed or sent when the subscription has others by now. A key must send the effect',
  ).optional(),
  asOf: Instant.describe('When you read them: the "asOf" of the subscription').optional(),
})

export const CancelSubscriptionInput = DeleteSubscriptionInput.extend({
  externalCustomerId: PathId.describe(
    'External ID of the subscription’s customer. The approved cancel sends it to the billing API',
  ).optional(),
})

export const ChangeId = z
  .string()
  .regex(/^op_[\w-]{1,64}$/, 'must be the ID of a change')
  .describe('ID of a cancel, a delete or a proposal of one')

/** `bat_`: the batches of an earlier version. */
export const GroupId = z.string().regex(/^(grp|bat)_[\w-]{1,64}$/, 'must be the ID of a group')

export const CancelSelectedInput = z.strictObject({
  reason: Reason,
  ticket: Ticket,
  rows: z
    .array(
      z.strictObject({
        id: SubscriptionId,
        seen: z.record(z.enum(SEEN_FIELDS), SeenText),
        asOf: Instant,
        externalCustomerId: PathId.optional(),
      }),
    )
    .min(1)
    .max(MAX_GROUP)
    .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, 'must have each subscription once'),
})

export const ListChangesInput = z.strictObject({
  state: z
    .enum(['open', 'all', 'proposed', 'own_proposals'])
    .describe(
      'open: the outcome is not known yet. all: every change and proposal; without a subscription, those that the activity of the user shows. proposed: proposals of other people that wait for approval. own_proposals: those of the user, or of the key’s owner, and their keys that wait or ended in the last 3 days. Both list a group once',
    )
    .default('open'),
  subscriptionId: SubscriptionId.optional(),
  group: GroupId.describe('Only the changes of this group').optional(),
  page: Page,
  pageSize: PageSize,
})
