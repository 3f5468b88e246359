import { and, eq } from 'drizzle-orm'
import type { ActivityOutcome } from '@/contract/console/activity'
import type { ChangeState } from '@/contract/console/change'
import { appendEntry } from '../audit/append-entry'
import { recordedTransaction } from '../audit/recorded-transaction'
import { consoleStore } from '../store/console-store'
import { subscriptionChanges } from '../store/schema'
import { storableText } from '../store/storable-text'
import type { StoreClock } from './store-clock'
import type { ChangeRow } from './change-row'

/** What the audit says of each state. */
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

/** Somebody else has moved a write on since it was read: another process, or a person. */
export class ChangeMovedError extends Error {
  override readonly name = 'ChangeMovedError'
}

type Change = Partial<Omit<ChangeRow, 'id' | 'revision' | 'changedAt'>> & { state: ChangeState; detail: string }

interface Mover {
  clock: StoreClock
  /** Who does it: without, whoever asked for the write. */
  by?: { actor: string; role: string; requestId: string }
  /** What else the audit keeps of it. */
  told?: object
}

/**
 * Moves a write to its next state, on record in the audit, by whoever has read its last one.
 * @param changeAt gives the change at the store's current instant
 * @throws ChangeMovedError
 */
export async function advanceChange(
  row: ChangeRow,
  changeAt: (now: Date) => Change,
  { clock, by, told }: Mover,
): Promise<ChangeRow> {
  const { id, revision, intent, action, subscriptionId, actor, role, requestId } = row
  return recordedTransaction(await consoleStore(), async (tx) => {
    const now = await clock.storeNow(tx)
    const { detail, upstreamMessage, ...rest } = changeAt(now)
    const [moved] = await tx
      .update(subscriptionChanges)
      .set({
        ...rest,
        detail: storableText(detail),
        ...(typeof upstreamMessage === 'string' && { upstreamMessage: storableText(upstreamMessage) }),
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
      detail: { change: id, state: moved.state, upstreamStatus: moved.upstreamStatus ?? undefined, ...told },
    })
    return moved
  })
}
