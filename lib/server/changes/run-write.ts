import { setTimeout as wait } from 'node:timers/promises'
import type { ConsoleInput } from '@/contract/console/operations'
import type { SubscriptionView } from '@/contract/console/subscription'
import type { WriteReport, WriteState } from '@/contract/console/write-operation'
import { cancelMayDelete, forecast } from '../../domain/subscription/forecast'
import { changesSince } from '../../domain/subscription/seen-subscription'
import { staleWords } from '../../domain/change/write-words'
import type { SubscriptionAction } from '../../domain/change/write-effect'
import { freshSignInRequired, isFreshlySignedIn } from '../sign-in/fresh-sign-in'
import { log } from '../log'
import type { OperationContext } from '../operation-context'
import { readSubscription } from '../subscriptions/read-subscription'
import { problemError, ProblemError } from '../problem'
import { findWrite } from './find-writes'
import { moveOn, MovedOnError } from './move-on'
import { notSent } from './not-sent'
import { prepareWrite } from './prepare-write'
import { keptSubscription } from './read-again'
import { type SentWrite, settleWrite } from './settle-write'
import { reportOf, type WriteRow } from './write-row'

/** What could not be written down is tried again so often. */
const AGAIN_MS = 1_000
/** So long after it was kept as sent its first byte may leave. */
const MOST_LATE_MS = 5_000

/**
 * A cancel or delete from its confirmation to what is known of its end: kept → read → sent once → read again. What is not
 * known by then the reconciler finds out (`reconcile.ts`).
 * @throws ProblemError `operation_open`, or where nothing was sent or the billing API refused: each with its operation's id
 */
export async function runWrite(
  context: OperationContext,
  action: SubscriptionAction,
  { id: subscriptionId, reason, ticket, seen = {}, externalCustomerId }: ConsoleInput<'cancelSubscription'>,
): Promise<WriteReport> {
  const asked = { action, subscriptionId, reason, ticket, seen }
  const prepared = await prepareWrite(context, asked)
  const before = await readBefore(context, prepared)
  const changes = changesSince(seen, before)
  if (changes.length > 0) {
    const stale = { state: 'STALE', detail: staleWords(changes), changes: JSON.stringify(changes) } as const
    return reportOf(await moveOn(prepared, () => stale, { clock: context.environment.writeClock }))
  }
  await askWhoItIs(context, prepared, before)
  const sending = await keepAsSent(context, prepared, before)
  const sent = await send(context, sending, externalCustomerId)
  try {
    return await settleWrite(context, sending, sent).catch((error: unknown) => {
      // Another process took it for lost, and has perhaps recorded an outcome that this response corrects.
      if (error instanceof MovedOnError) return settleAsItIs(context, sending.id, sent)
      throw error
    })
  } catch (error) {
    if (isSettled(error)) throw error
    // What became of it could not be written down. It stands as sent until it is, or the reconciler finds out.
    log().error({ event: 'write', operationId: sending.id, requestId: context.requestId, err: error })
    void settleLater(context, sending.id, sent)
    return reportOf(sending)
  }
}

/** It was refused or not sent, and that is kept. */
const isSettled = (error: unknown) => error instanceof ProblemError && error.problem.operationId !== undefined

/** Keeps trying to write down what came back, until a person is asked. Never fails. */
async function settleLater(context: OperationContext, id: string, sent: SentWrite): Promise<void> {
  const { writeClock, writeTiming } = context.environment
  const endsAtMs = writeClock.elapsedMs() + writeTiming.giveUpMs
  while (writeClock.elapsedMs() < endsAtMs) {
    await wait(AGAIN_MS, undefined, { ref: false })
    try {
      await settleAsItIs(context, id, sent)
      return
    } catch (error) {
      if (isSettled(error)) return
    }
  }
}

/** Settles it from the state that it has by now. Reads the store first: while that is away the billing API is not asked. */
async function settleAsItIs(context: OperationContext, id: string, sent: SentWrite): Promise<WriteReport> {
  const row = await findWrite(id)
  const isCorrectable = sent.answer !== 'unknown' && CORRECTABLE.has(row.state)
  return row.state === 'SENT' || isCorrectable ? settleWrite(context, row, sent) : reportOf(row)
}

/** A response that comes late says more than these. */
const CORRECTABLE: ReadonlySet<WriteState> = new Set(['UNKNOWN', 'NOT_APPLIED', 'NEEDS_REVIEW'])

/** The subscription as it is now; what cannot be read is not sent. */
async function readBefore(context: OperationContext, row: WriteRow): Promise<SubscriptionView> {
  try {
    // Whoever asked may leave: a write goes its way.
    const { environment, requestId } = context
    return await readSubscription(environment, row.subscriptionId, { requestId, isBeforeChange: true })
  } catch (error) {
    throw await notSent(context, row, error)
  }
}

/** What deletes asks for a fresh sign-in. */
async function askWhoItIs(context: OperationContext, row: WriteRow, before: SubscriptionView): Promise<void> {
  const now = context.now()
  if (isFreshlySignedIn(context.actor, now)) return
  if (row.action === 'delete' || cancelMayDelete(forecast(before, now.toISOString(), 'UTC')))
    throw await notSent(context, row, freshSignInRequired())
}

/** Keeps that it is sent, before its first byte leaves; where that fails nothing does. */
async function keepAsSent(context: OperationContext, row: WriteRow, before: SubscriptionView): Promise<WriteRow> {
  const { writeClock: clock, writeTiming } = context.environment
  const startedMs = clock.elapsedMs()
  try {
    const sending = await moveOn(
      row,
      (now) => ({
        state: 'SENT',
        detail: 'It is on its way.',
        before: keptSubscription(before),
        sentAt: now.toISOString(),
        heldUntil: new Date(now.getTime() + writeTiming.holdMs).toISOString(),
      }),
      { clock },
    )
    // Later it might be taken for lost, and the quiet period begins with `sentAt`.
    if (clock.elapsedMs() - startedMs < MOST_LATE_MS) return sending
  } catch (cause) {
    throw problemError(
      'store_unavailable',
      'It could not be written down that this is sent, so nothing was sent. Try again in a moment; if it stays so, whoever runs the console should look at its database.',
      { cause, operationId: row.id },
    )
  }
  throw problemError('not_sent', 'The console was held up before it could send this, and sent nothing.', {
    operationId: row.id,
  })
}

/** Sends it, once (sections 4.1 and 4.2), and tells what came back. Never fails. */
async function send(
  { environment, requestId }: OperationContext,
  { action, subscriptionId: id }: WriteRow,
  externalCustomerId: string | undefined,
): Promise<SentWrite> {
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
    return { answer: upstreamStatus === undefined ? 'notSent' : 'refused', problem: error }
  }
}
