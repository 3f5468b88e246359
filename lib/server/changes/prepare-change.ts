import { randomBytes } from 'node:crypto'
import { and, between, desc, eq, or } from 'drizzle-orm'
import type { SeenSubscription } from '@/contract/console/change'
import type { ChangeAction } from '../../domain/change/change-effect'
import { formatDateTime } from '../../format/instant'
import { recordedTransaction } from '../audit/append-entry'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'
import { IS_OPEN, subscriptionChanges } from '../store/schema'
import { THIS_PROCESS } from '../this-process'
import { type ChangeRow, changeSourceOf, isOfSource, isOpen } from './change-store'

/** A cancel or delete that an agent confirmed. */
export interface RequestedChange {
  action: ChangeAction
  subscriptionId: string
  reason: string
  ticket: string | undefined
  seen: SeenSubscription
}

/**
 * Stores a change before anything is sent. Only one change of a subscription is open at a time, across all processes. A
 * request that arrived while another change was open is refused even when that change has ended since.
 * @throws ProblemError `change_open`, which names the other change
 */
export async function prepareChange(context: OperationContext, requested: RequestedChange): Promise<ChangeRow> {
  const { environment, actor, requestId, receivedAtMs, intent } = context
  if (intent === undefined) throw new TypeError('a change needs an audit intent')
  const { action, subscriptionId, reason, ticket, seen } = requested
  const changes = changeSourceOf(environment)
  return recordedTransaction(await consoleStore(), async (tx) => {
    const { storeNow, elapsedMs } = environment.storeClock
    const now = await storeNow(tx)
    const receivedAt = new Date(now.getTime() - (elapsedMs() - receivedAtMs))
    const [other] = await tx
      .select()
      .from(subscriptionChanges)
      .where(
        and(
          isOfSource(changes),
          eq(subscriptionChanges.subscriptionId, subscriptionId),
          // A row dated after now was changed before the store's clock was set back, which is no reason to refuse.
          or(IS_OPEN, between(subscriptionChanges.changedAt, receivedAt.toISOString(), now.toISOString())),
        ),
      )
      .orderBy(desc(subscriptionChanges.createdAt))
      .limit(1)
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
        role: actor.role,
        reason,
        ticket: ticket ?? null,
        requestId,
        intent,
        seen: JSON.stringify(seen),
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

function changeOpen(row: ChangeRow) {
  const { id, actor, action, createdAt } = row
  const when = `${formatDateTime(createdAt, 'UTC')} UTC`
  return problemError(
    'change_open',
    `Nothing was sent: ${actor} asked to ${action} this subscription on ${when}. ${whatNext(row)}`,
    { changeId: id },
  )
}

function whatNext(row: ChangeRow): string {
  if (!isOpen(row)) return 'That change has ended meanwhile. Check its outcome first.'
  return row.state === 'NEEDS_REVIEW'
    ? 'It needs review: check its outcome and close it first.'
    : 'Wait until its outcome is known.'
}
