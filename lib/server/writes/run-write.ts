import { setTimeout as wait } from 'node:timers/promises'
import type { ConsoleInput } from '@/contract/console/operations'
import type { SubscriptionView } from '@/contract/console/subscription'
import type { WriteReport } from '@/contract/console/write-operation'
import { cancelMayDelete, forecast } from '../../domain/forecast'
import { changesSince } from '../../domain/seen-subscription'
import { staleWords } from '../../domain/write-words'
import type { SubscriptionAction } from '../../domain/write-effect'
import { freshSignInRequired, isFreshlySignedIn } from '../auth/fresh-sign-in'
import { log } from '../log'
import { getSubscription } from '../operations/get-subscription'
import type { OperationContext } from '../operations/operation-context'
import { problemError, ProblemError } from '../problem'
import { findWrite } from './find-writes'
import { moveOn } from './move-on'
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
    return reportOf(await moveOn(prepared, stale, { now: context.now() }))
  }
  await askWhoItIs(context, prepared, before)
  const sending = await keepAsSent(context, prepared, before)
  const sent = await send(context, sending, externalCustomerId)
  try {
    return await settleWrite(context, sending, sent)
  } catch (error) {
    if (isSettled(error)) throw error
    // What became of it could not be written down. It stands as sent until it is, or the reconciler finds out.
    log().error({ event: 'write', operationId: sending.id, requestId: context.requestId, err: error })
    void settleLater(context, sending, sent)
    return reportOf(sending)
  }
}

/** It was refused or not sent, and that is kept. */
const isSettled = (error: unknown) => error instanceof ProblemError && error.problem.operationId !== undefined

/** Keeps trying to write down what came back, until a person is asked. Never fails. */
async function settleLater(context: OperationContext, { id, createdAt }: WriteRow, sent: SentWrite): Promise<void> {
  const endsAtMs = Date.parse(createdAt) + context.environment.writeTiming.giveUpMs
  while (context.now().getTime() < endsAtMs) {
    await wait(AGAIN_MS, undefined, { ref: false })
    try {
      // The store first: while it is away the billing API is not asked. The reconciler may have moved it on by then.
      const row = await findWrite(id)
      const isUndecided = row.state === 'SENT' || (row.state === 'UNKNOWN' && sent.answer !== 'unknown')
      if (isUndecided) await settleWrite(context, row, sent)
      return
    } catch (error) {
      if (isSettled(error)) return
    }
  }
}

/** The subscription as it is now; what cannot be read is not sent. */
async function readBefore(context: OperationContext, row: WriteRow): Promise<SubscriptionView> {
  try {
    // Whoever asked may leave: a write goes its way.
    return await getSubscription({ ...context, signal: undefined }, { id: row.subscriptionId })
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
  const sentAt = context.now()
  try {
    const sending = await moveOn(
      row,
      {
        state: 'SENT',
        detail: 'It is on its way.',
        before: keptSubscription(before),
        sentAt: sentAt.toISOString(),
        heldUntil: new Date(sentAt.getTime() + context.environment.writeTiming.holdMs).toISOString(),
      },
      { now: sentAt },
    )
    // Later it might be taken for lost, and the quiet period begins with `sentAt`.
    if (context.now().getTime() - sentAt.getTime() < MOST_LATE_MS) return sending
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
