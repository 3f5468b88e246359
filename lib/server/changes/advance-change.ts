import { and, eq } from 'drizzle-orm'
import type { ActivityOutcome } from '@/contract/console/activity'
import type { ChangeState } from '@/contract/console/change'
import { appendEntry, recordedTransaction } from '../audit/append-entry'
import { consoleStore } from '../store/console-store'
import { subscriptionChanges } from '../store/schema'
import { storableText } from '../store/storable-text'
import type { StoreClock } from './store-clock'
import type { ChangeRow } from './change-row'

/** The audit outcome of each state. */
const OUTCOMES: Record<ChangeState, ActivityOutcome> = {
  PREPARED: 'not_sent',
  NOT_SENT: 'not_sent',
  STALE: 'not_sent',
  SENT: 'unknown',
  CONFIRMED: 'done',
  REJECTED: 'refused',
  ACCEPTED: 'unknown',
  UNKNOWN: 'unknown',
  NOT_APPLIED: 'not_applied',
  NEEDS_REVIEW: 'unknown',
}

/** Another process or a person has advanced the change since its row was read. */
export class ChangeMovedError extends Error {
  override readonly name = 'ChangeMovedError'
}

type Change = Partial<Omit<ChangeRow, 'id' | 'revision' | 'changedAt'>> & { state: ChangeState; detail: string }

interface Mover {
  clock: StoreClock
  /** Who advances the change; by default the agent who requested it. */
  by?: { actor: string; role: string; requestId: string }
  /** Further fields for the audit entry. */
  auditDetail?: object
}

/**
 * Moves a change to its next state and appends the audit entry in one transaction. `revision` guards against lost updates.
 * @param changeAt returns the new fields for the store's current instant
 * @throws ChangeMovedError when the row has another revision by now
 */
export async function advanceChange(
  row: ChangeRow,
  changeAt: (now: Date) => Change,
  { clock, by, auditDetail }: Mover,
): Promise<ChangeRow> {
  const { id, revision, intent, action, subscriptionId, actor, role, requestId } = row
  return recordedTransaction(await consoleStore(), async (tx) => {
    const now = await clock.storeNow(tx)
    const { detail, upstreamMessage, upstreamBody, ...rest } = changeAt(now)
    const [moved] = await tx
      .update(subscriptionChanges)
      .set({
        ...rest,
        detail: storableText(detail),
        ...(typeof upstreamMessage === 'string' && { upstreamMessage: storableText(upstreamMessage) }),
        ...(upstreamBody !== undefined && { upstreamBody: upstreamBody && storableText(upstreamBody) }),
        revision: revision + 1,
        changedAt: now.toISOString(),
      })
      .where(and(eq(subscriptionChanges.id, id), eq(subscriptionChanges.revision, revision)))
      .returning()
    if (!moved) throw new ChangeMovedError(id)
    await appendEntry(tx, {
      at: now,
      ...(by ?? { actor, role, requestId }),
      action: `${action}Subscription`,
      object: { kind: 'subscription', id: subscriptionId },
      completes: intent,
      outcome: OUTCOMES[moved.state],
      detail: { change: id, state: moved.state, upstreamStatus: moved.upstreamStatus ?? undefined, ...auditDetail },
    })
    return moved
  })
}
