import { randomBytes } from 'node:crypto'
import { and, between, desc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { SeenSubscription } from '@/contract/console/change'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import type { ChangeAction } from '../../domain/change/change-effect'
import { recordedTransaction } from '../audit/append-entry'
import type { OperationContext } from '../operation-context'
import { consoleStore } from '../store/console-store'
import { IS_OPEN, subscriptionChanges } from '../store/schema'
import { THIS_PROCESS } from '../this-process'
import { changeOpen, type ChangeRow, type ChangeSource, changeSourceOf, isOfSource } from './change-store'
import { admitProposal, approvalDeadline, isProposed } from './approval-policy'

/** A cancel or delete that an agent confirmed. */
export interface RequestedChange {
  action: ChangeAction
  subscriptionId: string
  reason: string
  ticket: string | undefined
  seen: SeenSubscription
  /** True when another person must approve it, also when the policy is off. */
  isProposal?: boolean | undefined
}

/** What a change is stored with besides the request: the audit entry of its intent, and its approval. */
export type Preparation = { intent: number } & Pick<ChangeRow, 'expiresAt'> &
  Partial<Pick<ChangeRow, 'batchId' | 'decidedAt' | 'decidedBy' | 'decisionReason'>>

/**
 * Stores a change before anything is sent. Only one change of a subscription is open at a time, across all processes. A
 * request that arrived while another change was open is refused even when that change has ended since (`receivedAtMs`).
 * @param prepare runs in the same transaction; without it, the policy decides on the approval
 * @throws ProblemError `change_open`, which names the other change
 */
export async function prepareChange(
  context: OperationContext,
  requested: RequestedChange,
  prepare: (tx: DatabaseTransaction, now: Date) => Promise<Preparation> = (tx, now) =>
    prepareByPolicy(context, requested, tx, now),
): Promise<ChangeRow> {
  const { environment, actor, requestId, receivedAtMs } = context
  const { action, subscriptionId, reason, ticket, seen } = requested
  const changes = changeSourceOf(environment)
  return recordedTransaction(await consoleStore(), async (tx) => {
    const { storeNow, elapsedMs } = environment.storeClock
    const now = await storeNow(tx)
    const receivedAt = new Date(now.getTime() - (elapsedMs() - receivedAtMs))
    const preparation = await prepare(tx, now)
    const isProposal = preparation.expiresAt !== null && !preparation.decidedAt
    const other = await blockingChange(tx, changes, { ...requested, isProposal }, { from: receivedAt, to: now })
    if (other) throw changeOpen(other)
    const [row] = await tx
      .insert(subscriptionChanges)
      .values({
        id: `op_${randomBytes(12).toString('base64url')}`,
        ...changes,
        action,
        subscriptionId,
        state: 'PREPARED',
        detail: 'The subscription is read before anything is sent.',
        revision: 1,
        actor: actor.name,
        userId: actor.userId ?? null,
        accessKeyId: actor.accessKey ?? null,
        role: actor.role,
        reason,
        ticket: ticket ?? null,
        requestId,
        seen: JSON.stringify(seen),
        ...preparation,
        differences: '[]',
        createdAt: now.toISOString(),
        changedAt: now.toISOString(),
        checks: 0,
        quietChecks: 0,
        goneChecks: 0,
        holder: THIS_PROCESS,
        heldUntil: new Date(now.getTime() + environment.changeTiming.holdMs).toISOString(),
      })
      .returning()
    if (!row) throw new TypeError('an insert returned no row')
    return row
  })
}

async function prepareByPolicy(
  { environment: { approvals }, actor, intent }: OperationContext,
  { action, isProposal }: RequestedChange,
  tx: DatabaseTransaction,
  now: Date,
): Promise<Preparation> {
  if (intent === undefined) throw new TypeError('a change needs an audit intent')
  const policy = isProposal === true ? { ...approvals, needs: 'all' as const } : approvals
  const expiresAt = await approvalDeadline(tx, policy, { action, actor }, now)
  if (expiresAt !== null) await admitProposal(tx, actor)
  return { intent, expiresAt }
}

/**
 * Returns the newest change that blocks another one of the subscription. A proposal blocks only a second one of the same action: a
 * change that is sent ends it.
 * @param meanwhile a change that ended in this time blocks, too
 */
export async function blockingChange(
  db: Database | DatabaseTransaction,
  changes: ChangeSource,
  { action, subscriptionId, isProposal }: Pick<RequestedChange, 'action' | 'subscriptionId' | 'isProposal'>,
  meanwhile?: { from: Date; to: Date },
): Promise<ChangeRow | undefined> {
  const { changedAt, createdAt, expiresAt, sentAt } = subscriptionChanges
  // A row dated after now was changed before the store's clock was set back, which is no reason to refuse.
  const isOfMeanwhile =
    meanwhile &&
    and(
      or(isNull(expiresAt), isNotNull(sentAt)),
      between(changedAt, meanwhile.from.toISOString(), meanwhile.to.toISOString()),
    )
  const [other] = await db
    .select()
    .from(subscriptionChanges)
    .where(
      and(
        isOfSource(changes),
        eq(subscriptionChanges.subscriptionId, subscriptionId),
        or(IS_OPEN, isProposal === true ? isProposed(action) : undefined, isOfMeanwhile),
      ),
    )
    .orderBy(desc(createdAt))
    .limit(1)
  return other
}
