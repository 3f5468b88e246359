import { createHash } from 'node:crypto'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { type ChangeReport, SEEN_FIELDS, type SeenDifference, type SeenSubscription } from '../change'
import { forecast } from '@/lib/subscriptions/forecast'
import { differencesSince, isUnreadableFact, seenOf } from '../seen-subscription'
import type { ChangeAction } from '../change-effect'
import { priorWords } from '../change-texts'
import { effectOf, effectOn, effectUntil, mayDelete, proposedCause } from '../expected-effect'
import { freshSignInRequired, isFreshlySignedIn } from '@/lib/core/server/sign-in-rules'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { inSentence } from '@/lib/text/in-sentence'
import { readSubscription } from '@/lib/subscriptions/server/read-subscription'
import { problemError, ProblemError } from '@/lib/core/server/problem'
import { consoleStore } from '@/lib/store/console-store'
import { endingSignal, finishBeforeExit, unlessEnding } from '@/lib/core/server/process-stop'
import {
  advanceChange,
  changeInEffect,
  type ChangeRow,
  findChange,
  heldFrom,
  RELEASED,
  reportOf,
  serializeSubscription,
  subscriptionBefore,
  updateWithoutAudit,
} from './change-store'
import { earlierOf } from './approval-policy'
import { type ChangeResponse, recordNotSent, recordOutcome } from './record-response'

/** The most time between starting to record a change as sent and sending its first byte. */
const MAX_SEND_DELAY_MS = 5_000

/** Returns what the agent saw, with the effect; a proposal of an earlier version has that of its read. */
export function seenBy(row: ChangeRow): SeenSubscription {
  const seen: SeenSubscription = JSON.parse(row.seen)
  const before = subscriptionBefore(row)
  return seen.effect === undefined && before !== null ? { ...seen, effect: effectOn(row.action, before) } : seen
}

/** Reads the subscription of a stored change, and sends the change or proposes it. @throws ProblemError as `requestChange` */
export async function runPrepared(context: OperationContext, prepared: ChangeRow): Promise<ChangeReport> {
  const before = await readBefore(context, prepared)
  const { action, expiresAt } = prepared
  const seen = seenBy(prepared)
  const isApproved = prepared.decidedAt !== null
  const effect = effectOn(action, before)
  const differences = isApproved
    ? differencesSinceProposal(action, seen, before)
    : differencesSince(seen, { ...seenOf(before), effect })
  if (differences.length > 0) {
    const since = isApproved ? 'proposed' : 'seen'
    const cause = { kind: 'changed', since, prior: await changeInEffect(prepared, before) } as const
    const stale = { state: 'STALE', cause, differences: JSON.stringify(differences) } as const
    return reportOf(await advanceChange(prepared, () => stale, { clock: context.environment.storeClock }))
  }
  // Of a group it was asked for when the group was stored.
  if (prepared.groupId === null && mayDelete(effect) && needsFreshSignIn(context))
    throw await recordNotSent(context, prepared, freshSignInRequired())
  if (expiresAt !== null && !isApproved) {
    try {
      return reportOf(await propose(context, { ...prepared, expiresAt }, before))
    } catch (error) {
      // Nothing is ever sent here, so the change ends and does not keep others waiting.
      throw await recordNotSent(context, prepared, error)
    }
  }
  if (endingSignal().aborted) throw await endUnsent(context, prepared, stoppedBeforeSending())
  if (isAboutToChange(action, before)) throw await recordNotSent(context, prepared, aboutToChange())
  return sendChange(context, prepared, before)
}

/**
 * Makes a prepared change wait for another person.
 * @param before the subscription as it was just read; approving compares with it
 * @throws ProblemError `no_effect` for one that would change nothing
 */
async function propose(
  { environment }: OperationContext,
  row: ChangeRow & { expiresAt: string },
  before: SubscriptionView,
): Promise<ChangeRow> {
  const { action } = row
  const expected = forecast(before, before.asOf)
  if (effectOf(action, expected) === 'nothing') {
    const why = (expected[action].blocked ?? expected[action].effect).replace(/\.$/, '')
    throw problemError('no_effect', `Nothing was proposed: ${inSentence(why)}.`)
  }
  const expiresAt = earlierOf(row.expiresAt, effectUntil(action, before))
  const proposed = {
    state: 'PROPOSED',
    cause: proposedCause(action, before, expiresAt),
    expiresAt,
    seen: JSON.stringify(factsOf(action, before)),
    seenAt: before.asOf,
    before: serializeSubscription(before),
    ...RELEASED,
  } as const
  return advanceChange(row, () => proposed, { clock: environment.storeClock })
}

/** Returns the facts that must not change until a proposal is approved. */
export const factsOf = (action: ChangeAction, view: SubscriptionView): SeenSubscription => ({
  ...seenOf(view),
  effect: effectOn(action, view),
  prices: view.plan === undefined ? null : createHash('sha256').update(JSON.stringify(view.plan)).digest('base64url'),
})

/** Lists the facts that changed since the proposal. A fact that cannot be read counts as changed. */
function differencesSinceProposal(
  action: ChangeAction,
  seen: SeenSubscription,
  view: SubscriptionView,
): SeenDifference[] {
  const found = factsOf(action, view)
  const unreadable = SEEN_FIELDS.filter((field) => isUnreadableFact(view, field)).map((field) => ({
    field,
    seen: seen[field] ?? null,
    found: 'unreadable',
  }))
  return [...unreadable, ...differencesSince(seen, found).filter(({ field }) => !isUnreadableFact(view, field))]
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
  await updateWithoutAudit(await consoleStore(), row, { ...RELEASED, state: 'QUEUED' })
  return stoppedBeforeSending()
}

const stoppedBeforeSending = () =>
  problemError('not_sent', 'Nothing was sent: the console is being restarted. Try again in a moment.')

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
  const deleted = priorWords(await changeInEffect(row, 'gone').catch(() => undefined)) ?? ''
  const detail = `${error.problem.detail} ${deleted}`.trimEnd()
  return new ProblemError({ ...error.problem, detail }, { cause: error.cause })
}

/** True for a person who signed in too long ago to delete. A key only proposes, and who approves it is freshly signed in. */
export const needsFreshSignIn = ({ actor, now }: OperationContext): boolean =>
  actor.accessKey === undefined && !isFreshlySignedIn(actor, now())

/**
 * Stores a change as sent, sends it once, reads the subscription again and records the outcome.
 * @param before the subscription as it was just read
 * @throws ProblemError when nothing was sent or the billing API refused
 */
async function sendChange(
  context: OperationContext,
  prepared: ChangeRow,
  before: SubscriptionView,
): Promise<ChangeReport> {
  const startedMs = context.environment.storeClock.elapsedMs()
  const sending = await recordAsSent(context, prepared, before)
  const sendAndRecord = async () => recordOutcome(context, sending, await send(context, prepared, startedMs))
  const reported = finishBeforeExit(sendAndRecord())
  // Another process finds out later how a change ended that this one has no time left for.
  return unlessEnding(reported, async () => reportOf(await findChange(sending.id).catch(() => sending)))
}

/** Records the change as sent before the first byte leaves. Nothing is sent when that fails. */
async function recordAsSent(context: OperationContext, row: ChangeRow, before: SubscriptionView): Promise<ChangeRow> {
  const { storeClock: clock, changeTiming } = context.environment
  try {
    return await advanceChange(
      row,
      (now) => ({
        state: 'SENT',
        cause: { kind: 'onItsWay' },
        before: serializeSubscription(before),
        sentAt: now.toISOString(),
        ...heldFrom(now, changeTiming),
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

/**
 * Sends the request once (sections 4.1 and 4.2). Never throws.
 * @param startedMs when the console started to record the change as sent, by the monotonic clock
 */
async function send(
  { environment, requestId }: OperationContext,
  { action, subscriptionId: id, externalCustomerId }: ChangeRow,
  startedMs: number,
): Promise<ChangeResponse> {
  // After a longer delay another process might take the change over, and the quiet period starts at `sentAt`.
  if (environment.storeClock.elapsedMs() - startedMs >= MAX_SEND_DELAY_MS)
    return { kind: 'notSent', problem: delayedBeforeSending() }
  try {
    const target = { operation: `${action}Subscription`, params: { id } } as const
    const customer: Record<string, string> = externalCustomerId === null ? {} : { externalCustomerId }
    const body = action === 'cancel' ? { body: customer } : {}
    const { status, ...sent } = await environment.billing.write(target, { requestId, ...body })
    return { ...sent, upstreamStatus: status }
  } catch (error) {
    if (!(error instanceof ProblemError))
      return { kind: 'unknown', problem: problemError('outcome_unknown', 'The console failed.', { cause: error }) }
    const { outcome, upstreamStatus } = error.problem
    if (outcome !== 'none') return { kind: 'unknown', problem: error }
    return { kind: upstreamStatus === undefined ? 'notSent' : 'refused', problem: error }
  }
}
