import { randomBytes } from 'node:crypto'
import { and, between, desc, eq, ne, or } from 'drizzle-orm'
import type { SeenSubscription } from '@/contract/console/change'
import type { ChangeAction } from '../../domain/change/change-effect'
import { recordedTransaction } from '../audit/append-entry'
import type { OperationContext } from '../operation-context'
import { consoleStore } from '../store/console-store'
import { IS_OPEN, subscriptionChanges } from '../store/schema'
import { THIS_PROCESS } from '../this-process'
import { changeOpen, type ChangeRow, changeSourceOf, isOfSource } from './change-store'
import { approvalDeadline, isProposed } from './approval-policy'

/** A cancel or delete that an agent confirmed. */
export interface RequestedChange {
  action: ChangeAction
  subscriptionId: string
  reason: string
  ticket: string | undefined
  seen: SeenSubscription
  /** True when another person must approve it, whatever the policy says. */
  isProposal?: boolean | undefined
}

/**
 * Stores a change before anything is sent. Only one change of a subscription is open at a time, across all processes. A
 * request that arrived while another change was open is refused even when that change has ended since.
 * @throws ProblemError `change_open`, which names the other change
 */
export async function prepareChange(context: OperationContext, requested: RequestedChange): Promise<ChangeRow> {
  const { environment, actor, requestId, receivedAtMs, intent } = context
  if (intent === undefined) throw new TypeError('a change needs an audit intent')
  const { action, subscriptionId, reason, ticket, seen, isProposal } = requested
  const changes = changeSourceOf(environment)
  return recordedTransaction(await consoleStore(), async (tx) => {
    const { storeNow, elapsedMs } = environment.storeClock
    const now = await storeNow(tx)
    const receivedAt = new Date(now.getTime() - (elapsedMs() - receivedAtMs))
    const isOfMeanwhile = between(subscriptionChanges.changedAt, receivedAt.toISOString(), now.toISOString())
    const [other] = await tx
      .select()
      .from(subscriptionChanges)
      .where(
        and(
          isOfSource(changes),
          eq(subscriptionChanges.subscriptionId, subscriptionId),
          // A row dated after now was changed before the store's clock was set back, which is no reason to refuse.
          or(IS_OPEN, isProposed(action), and(ne(subscriptionChanges.state, 'PROPOSED'), isOfMeanwhile)),
        ),
      )
      .orderBy(desc(subscriptionChanges.createdAt))
      .limit(1)
    if (other) throw changeOpen(other)
    const policy = isProposal === true ? { ...environment.approvals, needs: 'all' as const } : environment.approvals
    const expiresAt = await approvalDeadline(tx, policy, { action, actor: actor.name }, now)
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
        role: actor.role,
        reason,
        ticket: ticket ?? null,
        requestId,
        intent,
        seen: JSON.stringify(seen),
        expiresAt,
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
