import type { SubscriptionView } from '@/contract/console/subscription'
import type { WriteReport } from '@/contract/console/write-operation'
import { cancelMayDelete, forecast } from '../../domain/forecast'
import { changesSince } from '../../domain/seen-subscription'
import { confirmedWords, openWords, rejectedWords, shownWords, staleWords } from '../../domain/write-words'
import { freshSignInRequired, isFreshlySignedIn } from '../auth/fresh-sign-in'
import { log } from '../log'
import { getSubscription } from '../operations/get-subscription'
import type { OperationContext } from '../operations/operation-context'
import { problemError, ProblemError } from '../problem'
import { moveOn } from './move-on'
import { type AskedWrite, prepareWrite } from './prepare-write'
import { keptSubscription, readAgain } from './read-again'
import { sendWrite, type SentWrite } from './send-write'
import { type WriteRow, writeView } from './write-row'

/**
 * A cancel or delete from its confirmation to what is known of its end: kept → read → sent once → read again. What is not
 * known by then the reconciler finds out (`reconcile.ts`).
 * @throws ProblemError `operation_open`, or where nothing was sent or the billing API refused: each with its operation's id
 */
export async function runWrite(
  context: OperationContext,
  asked: AskedWrite & { externalCustomerId?: string | undefined },
): Promise<WriteReport> {
  const prepared = await prepareWrite(context, asked)
  const before = await readBefore(context, prepared)
  const changes = changesSince(asked.seen, before)
  if (changes.length > 0) {
    const stale = { state: 'STALE', detail: staleWords(changes), changes: JSON.stringify(changes) } as const
    return report(await moveOn(prepared, stale, { now: context.now() }))
  }
  await askWhoItIs(context, prepared, before)
  const sending = await keepAsSent(context, prepared, before)
  const sent = await sendWrite(context, sending, asked.externalCustomerId)
  try {
    return await settle(context, sending, sent)
  } catch (error) {
    if (error instanceof ProblemError && error.problem.operationId !== undefined) throw error
    // What became of it could not be written down. It stands as sent, and the reconciler finds out.
    log().error({ event: 'write', operationId: sending.id, requestId: context.requestId, err: error })
    return report(sending)
  }
}

const report = (row: WriteRow): WriteReport => ({ operation: writeView(row) })

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
      { state: 'SENT', detail: 'It is on its way.', before: keptSubscription(before), sentAt: sentAt.toISOString() },
      { now: sentAt },
    )
    // Long held up, it may be taken for lost by now.
    if (context.now().getTime() - sentAt.getTime() < context.environment.writeTiming.holdMs / 2) return sending
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

/** Tells what is known of its end, and keeps it. */
async function settle(context: OperationContext, row: WriteRow, sent: SentWrite): Promise<WriteReport> {
  const { action } = row
  if (sent.answer === 'notSent') throw await notSent(context, row, sent.problem)
  const evidence = sent.answer === 'unknown' ? null : await readAgain(context.environment, row)
  const now = context.now()
  const said =
    sent.answer === 'accepted'
      ? { upstreamStatus: sent.upstreamStatus }
      : { upstreamStatus: sent.problem.problem.upstreamStatus, upstreamMessage: sent.problem.problem.upstreamMessage }
  const isSo = evidence?.kind === 'inEffect' || evidence?.kind === 'nothingToChange'

  if (sent.answer === 'accepted' && evidence && isSo) {
    const detail = confirmedWords(action, 'accepted', evidence)
    return report(await moveOn(row, { ...said, state: 'CONFIRMED', detail }, { now }))
  }
  if (sent.answer === 'refused' && evidence && evidence.kind !== 'inEffect') {
    const detail = rejectedWords(evidence)
    const { code } = sent.problem.problem
    const rejected = await moveOn(row, { ...said, state: 'REJECTED', detail }, { now, told: { code } })
    throw withOperation(sent.problem, rejected.id, detail)
  }
  const { pausesMs, laterPauseMs } = context.environment.writeTiming
  const nextCheckAt = new Date(now.getTime() + (pausesMs[0] ?? laterPauseMs)).toISOString()
  const why = sent.answer === 'unknown' ? sent.problem.problem.detail : shownWords(evidence)
  const detail = `${openWords(action, sent.answer)} ${why}`
  const state = sent.answer === 'accepted' ? 'ACCEPTED' : 'UNKNOWN'
  const open = { ...said, state, detail, nextCheckAt, holder: null, heldUntil: null } as const
  return report(await moveOn(row, open, { now }))
}

/** Keeps that nothing was sent, and why. */
async function notSent(context: OperationContext, row: WriteRow, error: unknown): Promise<Error> {
  const told = withOperation(nothingSent(error), row.id)
  try {
    const { code, detail } = told.problem
    await moveOn(row, { state: 'NOT_SENT', detail }, { now: context.now(), told: { code } })
  } catch (cause) {
    log().error({ event: 'write', operationId: row.id, requestId: context.requestId, err: cause })
  }
  return told
}

/** A read that failed leaves nothing unknown of a write that was not sent. */
function nothingSent(error: unknown): ProblemError {
  if (!(error instanceof ProblemError))
    return problemError('not_sent', 'The console failed before it sent anything.', { cause: error })
  if (error.problem.outcome === 'none') return error
  const { detail, technicalDetail, upstreamStatus, upstreamMessage, retryAfterSeconds } = error.problem
  return problemError('not_sent', `Nothing was sent, because the subscription could not be read first. ${detail}`, {
    technicalDetail,
    upstreamStatus,
    upstreamMessage,
    retryAfterSeconds,
    cause: error,
  })
}

function withOperation({ problem, cause }: ProblemError, operationId: string, first = ''): ProblemError {
  const error = new ProblemError({ ...problem, detail: `${first} ${problem.detail}`.trim(), operationId })
  error.cause = cause
  return error
}
