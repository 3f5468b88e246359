import { randomBytes } from 'node:crypto'
import { and, between, desc, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { ChangeCause } from '../change'
import type { DatabaseTransaction } from '@/database/open-database'
import type { ChangeAction } from '../change-effect'
import { recordedTransaction } from '@/lib/store/append-entry'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { consoleStore } from '@/lib/store/console-store'
import { IS_OPEN, subscriptionChanges } from '@/lib/store/schema'
import { changeOpen, type ChangeRow, changeSourceOf, heldFrom, isOfSource } from './change-store'
import type { CancelSubscriptionInput } from './change-input'
import { admitProposal, expiryAt, isProposed, sentWithoutApproval } from './approval-policy'

/** A cancel or delete that an agent confirmed. */
export interface RequestedChange extends z.infer<typeof CancelSubscriptionInput> {
  action: ChangeAction
  /** True when another person must approve it, also when the policy is off. */
  isProposal?: boolean | undefined
}

/**
 * Stores a change before anything is sent. Only one change of a subscription is open at a time, across all processes. A
 * request that arrived while another change was open is refused even when that change has ended since (`receivedAtMs`).
 * @throws ProblemError `change_open`, which names the other change
 */
export async function prepareChange(context: OperationContext, requested: RequestedChange): Promise<ChangeRow> {
  const { environment, intent } = context
  if (intent === undefined) throw new TypeError('a change needs an audit intent')
  return recordedTransaction(await consoleStore(), async (tx) => {
    const now = await environment.storeClock.storeNow(tx)
    const expiresAt = await deadlineOf(context, requested, tx, now)
    const { action, id } = requested
    const search = { action, subscriptionIds: [id], isProposal: expiresAt !== null }
    const other = await blockingChange(tx, context, search, now)
    if (other) throw changeOpen(other)
    const [row] = await tx
      .insert(subscriptionChanges)
      .values({
        ...newChange(context, requested, now),
        state: 'PREPARED',
        cause: JSON.stringify({ kind: 'reading' } satisfies ChangeCause),
        intent,
        expiresAt,
        ...heldFrom(now, environment.changeTiming),
      })
      .returning()
    if (!row) throw new TypeError('an insert returned no row')
    return row
  })
}

/** Returns the fields of a new change that its request decides. */
export const newChange = (
  { environment, actor, requestId }: OperationContext,
  { id: subscriptionId, action, reason, ticket, seen = {}, asOf, externalCustomerId }: RequestedChange,
  now: Date,
) => ({
  id: `op_${randomBytes(12).toString('base64url')}`,
  ...changeSourceOf(environment),
  action,
  subscriptionId,
  revision: 1,
  actor: actor.name,
  userId: actor.userId ?? null,
  accessKeyId: actor.accessKey ?? null,
  role: actor.role,
  reason,
  ticket: ticket ?? null,
  requestId,
  seen: JSON.stringify(seen),
  seenAt: asOf ?? null,
  externalCustomerId: externalCustomerId ?? null,
  differences: '[]',
  createdAt: now.toISOString(),
  changedAt: now.toISOString(),
  checks: 0,
  quietChecks: 0,
  goneChecks: 0,
})

/** Returns when the proposal expires, by the policy; null when the change needs no approval. @throws ProblemError `too_many_proposals` */
async function deadlineOf(
  { environment: { approvals }, actor }: OperationContext,
  { action, seen, isProposal }: RequestedChange,
  tx: DatabaseTransaction,
  now: Date,
): Promise<string | null> {
  const effects = [action === 'delete' ? 'deletes' : seen?.effect]
  const [isFree] = isProposal === true ? [false] : await sentWithoutApproval(tx, approvals, { effects, actor }, now)
  if (isFree === true) return null
  await admitProposal(tx, actor)
  return expiryAt(approvals, now, null)
}

interface Blocked extends Pick<RequestedChange, 'action' | 'isProposal'> {
  subscriptionIds: string[]
}

/**
 * Returns the newest change that blocks another one of these subscriptions. A proposal blocks only a second one of the same action: a
 * change that is sent ends it. A change that ended since the request arrived blocks, too.
 */
export async function blockingChange(
  tx: DatabaseTransaction,
  { environment, receivedAtMs }: OperationContext,
  { action, subscriptionIds, isProposal }: Blocked,
  now: Date,
): Promise<ChangeRow | undefined> {
  const { changedAt, createdAt, expiresAt, sentAt } = subscriptionChanges
  const receivedAt = new Date(now.getTime() - (environment.storeClock.elapsedMs() - receivedAtMs))
  // A row dated after now was changed before the store's clock was set back, which is no reason to refuse.
  const isOfMeanwhile = and(
    or(isNull(expiresAt), isNotNull(sentAt)),
    between(changedAt, receivedAt.toISOString(), now.toISOString()),
  )
  const [other] = await tx
    .select()
    .from(subscriptionChanges)
    .where(
      and(
        isOfSource(changeSourceOf(environment)),
        inArray(subscriptionChanges.subscriptionId, subscriptionIds),
        or(IS_OPEN, isProposal === true ? isProposed(action) : undefined, isOfMeanwhile),
      ),
    )
    .orderBy(desc(createdAt))
    .limit(1)
  return other
}
