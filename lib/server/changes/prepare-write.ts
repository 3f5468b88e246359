import { randomBytes } from 'node:crypto'
import { and, between, desc, eq, or } from 'drizzle-orm'
import type { SeenSubscription } from '@/contract/console/write-operation'
import type { SubscriptionAction } from '../../domain/change/write-effect'
import { formatDateTime } from '../../format/instant'
import { recordedTransaction } from '../audit/recorded-transaction'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'
import { IS_OPEN, writeOperations } from '../store/schema'
import { THIS_PROCESS } from './holder'
import { isOpen, type WriteRow } from './write-row'

/** A cancel or delete that somebody confirmed. */
export interface AskedWrite {
  action: SubscriptionAction
  subscriptionId: string
  reason: string
  ticket: string | undefined
  seen: SeenSubscription
}

/**
 * Keeps a write before anything is sent. Only one of a subscription is open at a time, in all processes; one that arrived
 * while another was open comes too late, also when that one has just ended.
 * @throws ProblemError `operation_open`, which names the first
 */
export async function prepareWrite(context: OperationContext, asked: AskedWrite): Promise<WriteRow> {
  const { environment, actor, requestId, receivedAtMs, intent } = context
  if (intent === undefined) throw new TypeError('a write runs on record')
  const { action, subscriptionId, reason, ticket, seen } = asked
  const billingApi = environment.billing.settings.BILLING_API_BASE_URL
  return recordedTransaction(await consoleStore(), async (tx) => {
    const { storeNow, elapsedMs } = environment.writeClock
    const now = await storeNow(tx)
    const receivedAt = new Date(now.getTime() - (elapsedMs() - receivedAtMs))
    const [other] = await tx
      .select()
      .from(writeOperations)
      .where(
        and(
          eq(writeOperations.billingApi, billingApi),
          eq(writeOperations.subscriptionId, subscriptionId),
          // What changed after now did so before the store's clock was set back, which is no reason to refuse.
          or(IS_OPEN, between(writeOperations.changedAt, receivedAt.toISOString(), now.toISOString())),
        ),
      )
      .orderBy(desc(writeOperations.createdAt))
      .limit(1)
    if (other) throw operationOpen(other)
    const [row] = await tx
      .insert(writeOperations)
      .values({
        id: `op_${randomBytes(12).toString('base64url')}`,
        billingApi,
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
        changes: '[]',
        createdAt: now.toISOString(),
        changedAt: now.toISOString(),
        checks: 0,
        quietChecks: 0,
        goneChecks: 0,
        holder: THIS_PROCESS,
        heldUntil: new Date(now.getTime() + environment.writeTiming.holdMs).toISOString(),
      })
      .returning()
    if (!row) throw new TypeError('an insert returned no row')
    return row
  })
}

function operationOpen(row: WriteRow) {
  const { id, actor, action, createdAt } = row
  const when = `${formatDateTime(createdAt, 'UTC')} UTC`
  return problemError(
    'operation_open',
    `Nothing was sent: ${actor} asked to ${action} this subscription on ${when}. ${whatNext(row)}`,
    { operationId: id },
  )
}

function whatNext(row: WriteRow): string {
  if (!isOpen(row)) return 'It came to its end meanwhile: look at what became of it first.'
  return row.state === 'NEEDS_REVIEW'
    ? 'What became of it must be looked at and closed first.'
    : 'Wait until it is known what became of it.'
}
