import { setTimeout as wait } from 'node:timers/promises'
import type { ConsoleInput } from '@/contract/console/operations'
import type { SubscriptionView } from '@/contract/console/subscription'
import type { ChangeReport, ChangeState } from '@/contract/console/change'
import { cancelMayDelete, forecast } from '../../domain/subscription/forecast'
import { differencesSince } from '../../domain/subscription/seen-subscription'
import { staleWords } from '../../domain/change/change-texts'
import type { ChangeAction } from '../../domain/change/change-effect'
import { freshSignInRequired, isFreshlySignedIn } from '../sign-in/fresh-sign-in'
import { log } from '../log'
import type { OperationContext } from '../operation-context'
import { readSubscription } from '../subscriptions/read-subscription'
import { problemError, ProblemError } from '../problem'
import { findChange } from './find-changes'
import { advanceChange, ChangeMovedError } from './advance-change'
import { recordNotSent } from './record-not-sent'
import { prepareChange } from './prepare-change'
import { keptSubscription } from './read-evidence'
import { type ChangeResponse, recordResponse } from './record-response'
import { reportOf, type ChangeRow } from './change-row'

/** What could not be written down is tried again so often. */
const AGAIN_MS = 1_000
/** So long after it was kept as sent its first byte may leave. */
const MOST_LATE_MS = 5_000

/**
 * A cancel or delete from its confirmation to what is known of its end: kept → read → sent once → read again. What is not
 * known by then the reconciler finds out (`reconcileChange.ts`).
 * @throws ProblemError `change_open`, or where nothing was sent or the billing API refused: each with its operation's id
 */
export async function runChange(
  context: OperationContext,
  action: ChangeAction,
  { id: subscriptionId, reason, ticket, seen = {}, externalCustomerId }: ConsoleInput<'cancelSubscription'>,
): Promise<ChangeReport> {
  const asked = { action, subscriptionId, reason, ticket, seen }
  const prepared = await prepareChange(context, asked)
  const before = await readBefore(context, prepared)
  const differences = differencesSince(seen, before)
  if (differences.length > 0) {
    const stale = { state: 'STALE', detail: staleWords(differences), differences: JSON.stringify(differences) } as const
    return reportOf(await advanceChange(prepared, () => stale, { clock: context.environment.storeClock }))
  }
  await askWhoItIs(context, prepared, before)
  const sending = await keepAsSent(context, prepared, before)
  const sent = await send(context, sending, externalCustomerId)
  try {
    return await recordResponse(context, sending, sent).catch((error: unknown) => {
      // Another process took it for lost, and has perhaps recorded an outcome that this response corrects.
      if (error instanceof ChangeMovedError) return settleAsItIs(context, sending.id, sent)
      throw error
    })
  } catch (error) {
    if (isRecorded(error)) throw error
    // What became of it could not be written down. It stands as sent until it is, or the reconciler finds out.
    log().error({ event: 'write', changeId: sending.id, requestId: context.requestId, err: error })
    void recordResponseLater(context, sending.id, sent)
    return reportOf(sending)
  }
}

/** It was refused or not sent, and that is kept. */
const isRecorded = (error: unknown) => error instanceof ProblemError && error.problem.changeId !== undefined

/** Keeps trying to write down what came back, until a person is asked. Never fails. */
async function recordResponseLater(context: OperationContext, id: string, sent: ChangeResponse): Promise<void> {
  const { storeClock, changeTiming } = context.environment
  const endsAtMs = storeClock.elapsedMs() + changeTiming.giveUpMs
  while (storeClock.elapsedMs() < endsAtMs) {
    await wait(AGAIN_MS, undefined, { ref: false })
    try {
      await settleAsItIs(context, id, sent)
      return
    } catch (error) {
      if (isRecorded(error)) return
    }
  }
}

/** Settles it from the state that it has by now. Reads the store first: while that is away the billing API is not asked. */
async function settleAsItIs(context: OperationContext, id: string, sent: ChangeResponse): Promise<ChangeReport> {
  const row = await findChange(id)
  const isCorrectable = sent.answer !== 'unknown' && CORRECTABLE.has(row.state)
  return row.state === 'SENT' || isCorrectable ? recordResponse(context, row, sent) : reportOf(row)
}

/** A response that comes late says more than these. */
const CORRECTABLE: ReadonlySet<ChangeState> = new Set(['UNKNOWN', 'NOT_APPLIED', 'NEEDS_REVIEW'])

/** The subscription as it is now; what cannot be read is not sent. */
async function readBefore(context: OperationContext, row: ChangeRow): Promise<SubscriptionView> {
  try {
    // Whoever asked may leave: a write goes its way.
    const { environment, requestId } = context
    return await readSubscription(environment, row.subscriptionId, { requestId, isBeforeChange: true })
  } catch (error) {
    throw await recordNotSent(context, row, error)
  }
}

/** What deletes asks for a fresh sign-in. */
async function askWhoItIs(context: OperationContext, row: ChangeRow, before: SubscriptionView): Promise<void> {
  const now = context.now()
  if (isFreshlySignedIn(context.actor, now)) return
  if (row.action === 'delete' || cancelMayDelete(forecast(before, now.toISOString(), 'UTC')))
    throw await recordNotSent(context, row, freshSignInRequired())
}

/** Keeps that it is sent, before its first byte leaves; where that fails nothing does. */
async function keepAsSent(context: OperationContext, row: ChangeRow, before: SubscriptionView): Promise<ChangeRow> {
  const { storeClock: clock, changeTiming } = context.environment
  const startedMs = clock.elapsedMs()
  try {
    const sending = await advanceChange(
      row,
      (now) => ({
        state: 'SENT',
        detail: 'It is on its way.',
        before: keptSubscription(before),
        sentAt: now.toISOString(),
        heldUntil: new Date(now.getTime() + changeTiming.holdMs).toISOString(),
      }),
      { clock },
    )
    // Later it might be taken for lost, and the quiet period begins with `sentAt`.
    if (clock.elapsedMs() - startedMs < MOST_LATE_MS) return sending
  } catch (cause) {
    throw problemError(
      'store_unavailable',
      'It could not be written down that this is sent, so nothing was sent. Try again in a moment; if it stays so, whoever runs the console should look at its database.',
      { cause, changeId: row.id },
    )
  }
  throw problemError('not_sent', 'The console was held up before it could send this, and sent nothing.', {
    changeId: row.id,
  })
}

/** Sends it, once (sections 4.1 and 4.2), and tells what came back. Never fails. */
async function send(
  { environment, requestId }: OperationContext,
  { action, subscriptionId: id }: ChangeRow,
  externalCustomerId: string | undefined,
): Promise<ChangeResponse> {
  try {
    const target = { operation: `${action}Subscription`, params: { id } } as const
    const customer: Record<string, string> = externalCustomerId === undefined ? {} : { externalCustomerId }
    const body = action === 'cancel' ? { body: customer } : {}
    const { status, isReadable, upstreamMessage } = await environment.billing.write(target, { requestId, ...body })
    return { answer: isReadable ? 'accepted' : 'unreadable', upstreamStatus: status, upstreamMessage }
  } catch (error) {
    if (!(error instanceof ProblemError))
      return { answer: 'unknown', problem: problemError('outcome_unknown', 'The console failed.', { cause: error }) }
    const { outcome, upstreamStatus } = error.problem
    if (outcome !== 'none') return { answer: 'unknown', problem: error }
    return { answer: upstreamStatus === undefined ? 'recordNotSent' : 'refused', problem: error }
  }
}
