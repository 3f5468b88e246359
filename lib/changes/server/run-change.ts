import type { z } from 'zod'
import { setTimeout as wait } from 'node:timers/promises'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import type { ChangeReport, ChangeState, SeenSubscription } from '../change'
import { differencesSince, seenOf } from '../seen-subscription'
import { staleWords } from '../change-texts'
import type { ChangeAction } from '../change-effect'
import { effectOn, effectUntil, mayDelete } from '../expected-effect'
import { freshSignInRequired, isFreshlySignedIn } from '@/lib/core/server/sign-in-rules'
import { wakeJobs } from '@/lib/jobs/run-jobs'
import { log } from '@/lib/core/server/log'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { readSubscription } from '@/lib/subscriptions/server/read-subscription'
import { problemError, ProblemError } from '@/lib/core/server/problem'
import { endingSignal, finishBeforeExit, unlessEnding } from '@/lib/core/server/process-stop'
import {
  advanceChange,
  ChangeMovedError,
  type ChangeRow,
  findChange,
  reportOf,
  requeueChange,
  changeInEffectWords,
  serializeSubscription,
  subscriptionBefore,
} from './change-store'
import { type ChangeResponse, recordNotSent, recordResponse } from './record-response'
import { prepareChange } from './prepare-change'
import { needsApproval } from './approval-policy'
import { approve, propose } from './proposals'
import { differencesSinceProposal } from './proposal-facts'
import { CancelSubscriptionInput } from './change-input'

/** The pause between attempts to record a response. */
const RECORD_RETRY_MS = 1_000
/** The most time between starting to record a change as sent and sending its first byte. */
const MAX_SEND_DELAY_MS = 5_000

interface ChangeInput extends z.infer<typeof CancelSubscriptionInput> {
  /** True when another person must approve it, also when the policy is off. */
  isProposal?: boolean | undefined
}

/**
 * Runs a cancel or delete: store it, read the subscription, send the request once, read again. The reconciler
 * (`reconcile-changes.ts`) determines an outcome that is still unknown then.
 * @throws ProblemError `effect_required` for a key, `change_open`, or when nothing was sent or the billing API refused; each with the
 * change's id
 */
export async function runChange(
  context: OperationContext,
  action: ChangeAction,
  { id: subscriptionId, reason, ticket, seen = {}, asOf, externalCustomerId, isProposal }: ChangeInput,
): Promise<ChangeReport> {
  if (context.actor.accessKey !== undefined && seen.effect == null) throw effectRequired(action)
  const prepared = await prepareChange(context, { action, subscriptionId, reason, ticket, seen, asOf, isProposal })
  return runPrepared(context, prepared, { externalCustomerId })
}

const effectRequired = (action: ChangeAction) =>
  problemError(
    'effect_required',
    `Nothing was proposed: send "seen" with the values that you read, and as its "effect" the "${action}" of "effects" of the subscription.`,
  )

/**
 * Approves a proposal of another person and runs it; one of a group waits for its turn. It is sent only if nothing changed since it was
 * proposed.
 * @throws ProblemError as `runChange`, and `not_proposed`, `not_allowed`, `fresh_sign_in_required`
 */
export async function approveChange(
  context: OperationContext,
  input: { id: string; changeId: string; reason: string },
): Promise<ChangeReport> {
  const proposed = await findChange(input.changeId)
  const { externalCustomerId } = proposed
  // Checked before the approval is stored: afterwards the change could only end unsent.
  if (mayDelete(seenBy(proposed).effect) && needsFreshSignIn(context)) throw freshSignInRequired()
  const approved = await approve(context, input)
  if (approved.state === 'QUEUED') {
    wakeJobs()
    return reportOf(approved)
  }
  return runPrepared(context, approved, { externalCustomerId: externalCustomerId ?? undefined })
}

/** Returns what the agent saw, with the effect; a proposal of an earlier version has that of its read. */
function seenBy(row: ChangeRow): SeenSubscription {
  const seen: SeenSubscription = JSON.parse(row.seen)
  const before = subscriptionBefore(row)
  return seen.effect === undefined && before !== null ? { ...seen, effect: effectOn(row.action, before) } : seen
}

interface RunOptions {
  externalCustomerId?: string | undefined
}

/** Reads the subscription of a stored change, and sends the change or proposes it. @throws ProblemError as `runChange` */
export async function runPrepared(
  context: OperationContext,
  prepared: ChangeRow,
  { externalCustomerId }: RunOptions,
): Promise<ChangeReport> {
  const before = await readBefore(context, prepared)
  const { action } = prepared
  const seen = seenBy(prepared)
  const isApproved = prepared.decidedAt !== null
  const effect = effectOn(action, before)
  const differences = isApproved
    ? differencesSinceProposal(action, seen, before)
    : differencesSince(seen, { ...seenOf(before), effect })
  if (differences.length > 0) {
    const words = staleWords(differences, isApproved ? 'it was proposed' : undefined)
    const next = isApproved ? ' Propose it again.' : ''
    const detail = words + next + (await changeInEffectWords(prepared, before))
    const stale = { state: 'STALE', detail, differences: JSON.stringify(differences) } as const
    return reportOf(await advanceChange(prepared, () => stale, { clock: context.environment.storeClock }))
  }
  // Of a group it was asked for when the group was stored.
  if (prepared.groupId === null && mayDelete(effect) && needsFreshSignIn(context))
    throw await recordNotSent(context, prepared, freshSignInRequired())
  if (needsApproval(prepared)) {
    try {
      return reportOf(await propose(context, prepared, before, externalCustomerId))
    } catch (error) {
      // Nothing is ever sent here, so the change ends and does not keep others waiting.
      throw await recordNotSent(context, prepared, error)
    }
  }
  if (endingSignal().aborted) throw await endUnsent(context, prepared, stoppedBeforeSending())
  if (isAboutToChange(action, before)) throw await recordNotSent(context, prepared, aboutToChange())
  const startedMs = context.environment.storeClock.elapsedMs()
  const sending = await recordAsSent(context, prepared, before)
  const reported = finishBeforeExit(sendAndRecord(context, sending, { startedMs, externalCustomerId }))
  // Another process finds out later how a change ended that this one has no time left for.
  return unlessEnding(reported, async () => reportOf(await findChange(sending.id).catch(() => sending)))
}

/** The API decides by its clock when the request arrives. This close to the end of a period the effect could be that of the next one. */
const BEFORE_OTHER_EFFECT_MS = 10_000

function isAboutToChange(action: ChangeAction, before: SubscriptionView): boolean {
  const until = effectUntil(action, before)
  return until !== null && Date.parse(until) - Date.parse(before.asOf) < BEFORE_OTHER_EFFECT_MS
}

const aboutToChange = () =>
  problemError(
    'not_sent',
    'Nothing was sent: within seconds its period ends or it starts, and the effect would be another. Try again in a moment.',
  )

/**
 * Ends a change that could not be read or sent. Of a group, one that was only held up waits for its turn again: this process ends, or
 * sends no requests for now.
 */
async function endUnsent(context: OperationContext, row: ChangeRow, error: unknown): Promise<Error> {
  const problem = error instanceof ProblemError ? error.problem : undefined
  // A response of the API, such as 503, ends it like a single change: otherwise one subscription would hold up its group for ever.
  const wasNotAsked =
    problem?.code === 'api_paused' || (problem?.code === 'overloaded' && problem.upstreamStatus === undefined)
  const isHeldUp = endingSignal().aborted || wasNotAsked
  if (row.groupId === null || !isHeldUp) return recordNotSent(context, row, error)
  await requeueChange(row)
  return stoppedBeforeSending()
}

const stoppedBeforeSending = () =>
  problemError('not_sent', 'Nothing was sent: the console is being restarted. Try again in a moment.')

interface Sending {
  /** When the console started to record the change as sent, by the monotonic clock. */
  startedMs: number
  externalCustomerId: string | undefined
}

async function sendAndRecord(context: OperationContext, sending: ChangeRow, options: Sending): Promise<ChangeReport> {
  const sent = await send(context, sending, options)
  try {
    return await recordResponse(context, sending, sent).catch((error: unknown) => {
      // Another process took the change over and may have recorded an outcome that this response corrects.
      if (error instanceof ChangeMovedError) return recordForCurrentState(context, sending.id, sent)
      throw error
    })
  } catch (error) {
    if (isRecorded(error)) throw error
    // The outcome could not be stored. The row says SENT until a retry succeeds or the reconciler takes over.
    log().error({ event: 'change', changeId: sending.id, requestId: context.requestId, err: error })
    void finishBeforeExit(recordResponseLater(context, sending.id, sent))
    return reportOf(sending)
  }
}

/** True for an error whose change is stored as refused or not sent. */
const isRecorded = (error: unknown) => error instanceof ProblemError && error.problem.changeId !== undefined

/** Retries to record the response until `giveUpMs` has passed. Never throws. */
async function recordResponseLater(context: OperationContext, id: string, sent: ChangeResponse): Promise<void> {
  const { storeClock, changeTiming } = context.environment
  const endsAtMs = storeClock.elapsedMs() + changeTiming.giveUpMs
  while (storeClock.elapsedMs() < endsAtMs) {
    await wait(RECORD_RETRY_MS, undefined, { ref: false })
    try {
      await recordForCurrentState(context, id, sent)
      return
    } catch (error) {
      if (isRecorded(error)) return
    }
  }
}

/** Records the response for the state that the row has by now. Reads the store first, so an outage of the store costs no billing API calls. */
async function recordForCurrentState(
  context: OperationContext,
  id: string,
  sent: ChangeResponse,
): Promise<ChangeReport> {
  const row = await findChange(id)
  const isCorrectable = sent.kind !== 'unknown' && CORRECTABLE.has(row.state)
  return row.state === 'SENT' || isCorrectable ? recordResponse(context, row, sent) : reportOf(row)
}

/** The states that a late response corrects. */
const CORRECTABLE: ReadonlySet<ChangeState> = new Set(['UNKNOWN', 'NOT_APPLIED', 'NEEDS_REVIEW'])

/** Reads the subscription before the change. A change of an unreadable subscription is not sent. */
async function readBefore(context: OperationContext, row: ChangeRow): Promise<SubscriptionView> {
  try {
    // Without the request's abort signal: the change continues when the agent leaves the page.
    const { environment, readStart, requestId } = context
    const read = readSubscription(environment, row.subscriptionId, { readStart, requestId, isBeforeChange: true })
    return await unlessEnding(read, () => Promise.reject(stoppedBeforeSending()))
  } catch (error) {
    throw await endUnsent(context, row, await withDeletionWords(row, error))
  }
}

/** Returns the error of the first read; its detail names who deleted the subscription, when that was from here. */
async function withDeletionWords(row: ChangeRow, error: unknown): Promise<unknown> {
  if (!(error instanceof ProblemError) || error.problem.code !== 'not_found') return error
  // A store that fails must not hide why nothing was sent.
  const deleted = await changeInEffectWords(row, 'gone').catch(() => '')
  const named = new ProblemError({ ...error.problem, detail: error.problem.detail + deleted })
  named.cause = error.cause
  return named
}

// A key only proposes, and who approves it is freshly signed in.
const needsFreshSignIn = ({ actor, now }: OperationContext): boolean =>
  actor.accessKey === undefined && !isFreshlySignedIn(actor, now())

/** Records the change as sent before the first byte leaves. Nothing is sent when that fails. */
async function recordAsSent(context: OperationContext, row: ChangeRow, before: SubscriptionView): Promise<ChangeRow> {
  const { storeClock: clock, changeTiming } = context.environment
  try {
    return await advanceChange(
      row,
      (now) => ({
        state: 'SENT',
        detail: 'It is on its way.',
        before: serializeSubscription(before),
        sentAt: now.toISOString(),
        heldUntil: new Date(now.getTime() + changeTiming.holdMs).toISOString(),
      }),
      { clock },
    )
  } catch (cause) {
    throw problemError(
      'store_unavailable',
      'Nothing was sent: the console’s database could not record the change. Try again in a moment. If it keeps failing, ask an admin to check that database.',
      { cause, changeId: row.id },
    )
  }
}

const delayedBeforeSending = () =>
  problemError('not_sent', 'Nothing was sent: the console was delayed for too long before sending. Try again.')

/** Sends the request once (sections 4.1 and 4.2). Never throws. */
async function send(
  { environment, requestId }: OperationContext,
  { action, subscriptionId: id }: ChangeRow,
  { startedMs, externalCustomerId }: Sending,
): Promise<ChangeResponse> {
  // After a longer delay another process might take the change over, and the quiet period starts at `sentAt`.
  if (environment.storeClock.elapsedMs() - startedMs >= MAX_SEND_DELAY_MS)
    return { kind: 'notSent', problem: delayedBeforeSending() }
  try {
    const target = { operation: `${action}Subscription`, params: { id } } as const
    const customer: Record<string, string> = externalCustomerId === undefined ? {} : { externalCustomerId }
    const body = action === 'cancel' ? { body: customer } : {}
    const { status, isReadable, isDenied, upstreamMessage } = await environment.billing.write(target, {
      requestId,
      ...body,
    })
    const kind = isDenied ? 'denied' : isReadable ? 'accepted' : 'unreadable'
    return { kind, upstreamStatus: status, upstreamMessage }
  } catch (error) {
    if (!(error instanceof ProblemError))
      return { kind: 'unknown', problem: problemError('outcome_unknown', 'The console failed.', { cause: error }) }
    const { outcome, upstreamStatus } = error.problem
    if (outcome !== 'none') return { kind: 'unknown', problem: error }
    return { kind: upstreamStatus === undefined ? 'notSent' : 'refused', problem: error }
  }
}
