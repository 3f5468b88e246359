import { and, eq } from 'drizzle-orm'
import type { ActivityOutcome } from '@/contract/console/activity'
import type { WriteState } from '@/contract/console/write-operation'
import { appendEntry } from '../audit/append-entry'
import { recordedTransaction } from '../audit/recorded-transaction'
import { consoleStore } from '../store/console-store'
import { writeOperations } from '../store/schema'
import { storableText } from '../store/storable-text'
import type { WriteClock } from './write-clock'
import type { WriteRow } from './write-row'

/** What the audit says of each state. */
const OUTCOMES: Record<WriteState, ActivityOutcome> = {
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
export class MovedOnError extends Error {
  override readonly name = 'MovedOnError'
}

type Change = Partial<Omit<WriteRow, 'id' | 'revision' | 'changedAt'>> & { state: WriteState; detail: string }

interface Mover {
  clock: WriteClock
  /** Who does it: without, whoever asked for the write. */
  by?: { actor: string; role: string; requestId: string }
  /** What else the audit keeps of it. */
  told?: object
}

/**
 * Moves a write to its next state, on record in the audit, by whoever has read its last one.
 * @param changeAt gives the change at the store's current instant
 * @throws MovedOnError
 */
export async function moveOn(
  row: WriteRow,
  changeAt: (now: Date) => Change,
  { clock, by, told }: Mover,
): Promise<WriteRow> {
  const { id, revision, intent, action, subscriptionId, actor, role, requestId } = row
  return recordedTransaction(await consoleStore(), async (tx) => {
    const now = await clock.storeNow(tx)
    const { detail, upstreamMessage, ...rest } = changeAt(now)
    const [moved] = await tx
      .update(writeOperations)
      .set({
        ...rest,
        detail: storableText(detail),
        ...(typeof upstreamMessage === 'string' && { upstreamMessage: storableText(upstreamMessage) }),
        revision: revision + 1,
        changedAt: now.toISOString(),
      })
      .where(and(eq(writeOperations.id, id), eq(writeOperations.revision, revision)))
      .returning()
    if (!moved) throw new MovedOnError(id)
    await appendEntry(tx, {
      at: now,
      ...(by ?? { actor, role, requestId }),
      action: `${action}Subscription`,
      object: { kind: 'subscription', id: subscriptionId },
      completes: intent,
      outcome: OUTCOMES[moved.state],
      detail: { operation: id, state: moved.state, upstreamStatus: moved.upstreamStatus ?? undefined, ...told },
    })
    return moved
  })
}
