import type { Environment } from '@/lib/core/server/operation-context'
import { and, desc, eq, isNull, or, type SQL } from 'drizzle-orm'
import type { ActivityOutcome } from '@/lib/activity/activity'
import {
  type ChangeCause,
  type ChangeReport,
  type ChangeState,
  isUnderWay,
  type PriorChange,
  type SubscriptionChange,
} from '../change'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { changeWords, isStillInEffect } from '../change-texts'
import { hadNothingToChange } from '../confirmed-result'
import { formatDateTime } from '@/lib/time/instant'
import { appendEntry, type NewAuditEntry, recordedTransaction } from '@/lib/store/append-entry'
import { problemError } from '@/lib/core/server/problem'
import { sourceOf } from '@/lib/core/server/source'
import { THIS_PROCESS } from '@/lib/core/server/this-process'
import { consoleStore } from '@/lib/store/console-store'
import { storableText, subscriptionChanges } from '@/lib/store/schema'
import type { ChangeTiming } from './change-timing'
import type { StoreClock } from './store-clock'

/** A change as the store keeps it. */
export type ChangeRow = typeof subscriptionChanges.$inferSelect

/** Returns the change as the browser receives it. */
export function changeView(row: ChangeRow): SubscriptionChange {
  const { id, action, subscriptionId, groupId, state, nextCheckAt, actor, reason, ticket, requestId } = row
  const { createdAt, changedAt, upstreamStatus, upstreamMessage, upstreamBody, closedAt, closedBy, closeNote } = row
  const { seen, seenAt, before, externalCustomerId, expiresAt, decidedAt, decidedBy, decisionReason } = row
  return {
    id,
    action,
    subscriptionId,
    groupId,
    state,
    cause: causeOf(row),
    detail: detailOf(row),
    nextCheckAt,
    isOpen: isOpen(row),
    // `prepareChange` and `requestChange` write this JSON.
    differences: JSON.parse(row.differences),
    actor,
    reason,
    ticket,
    requestId,
    createdAt,
    changedAt,
    upstreamStatus,
    upstreamMessage,
    upstreamBody,
    closed: closedAt === null ? null : { at: closedAt, by: closedBy ?? '', note: closeNote ?? '' },
    proposal:
      expiresAt === null || !isRead()
        ? null
        : { seen: JSON.parse(seen), asOf: seenAt ?? createdAt, externalCustomerId, expiresAt, decided: decision() },
  }

  /** A change by itself is proposed after a read. The agent has read those of a group. */
  function isRead() {
    return before !== null || groupId !== null
  }

  function decision() {
    return decidedAt === null ? null : { at: decidedAt, by: decidedBy ?? '', reason: decisionReason ?? '' }
  }
}

/** Returns the response of the operations on one change. */
export const reportOf = (row: ChangeRow): ChangeReport => ({ change: changeView(row) })

/** Returns why the change is in its state. `advanceChange` and the inserts of new changes write this JSON. */
const causeOf = ({ cause }: Pick<ChangeRow, 'cause'>): ChangeCause => JSON.parse(cause)

/** Returns the sentences on the state of a change. */
export const detailOf = (row: Pick<ChangeRow, 'action' | 'cause' | 'differences'>): string =>
  changeWords(row.action, causeOf(row), JSON.parse(row.differences))

/** True when the change is open. Same rule as `IS_OPEN` of the store. */
export const isOpen = ({ state, closedAt }: ChangeRow) =>
  isUnderWay(state) || (state === 'NEEDS_REVIEW' && closedAt === null)

/** Serializes the subscription as it was before the change; the outcome is determined by comparison with it. */
export const serializeSubscription = (view: SubscriptionView): string =>
  JSON.stringify({ ...view, plan: undefined, drift: { items: [], total: 0 } } satisfies SubscriptionView)

/** `serializeSubscription` wrote this JSON. Version 0.2.0 wrote null for an absent field; `knownSubscription` reads both. */
export const subscriptionBefore = ({ before }: ChangeRow): SubscriptionView | null => before && JSON.parse(before)

/** How the changes of a billing API are stored. Changes of version 0.2.0 have its address only. */
export interface ChangeSource {
  source: string
  billingApi: string
}

/** Returns the source of the changes that this console makes. */
export const changeSourceOf = ({ billing: { settings } }: Pick<Environment, 'billing'>): ChangeSource => ({
  source: sourceOf(settings),
  billingApi: settings.BILLING_API_BASE_URL,
})

/** The condition that a change belongs to the source. */
export const isOfSource = ({ source, billingApi }: ChangeSource): SQL | undefined =>
  or(
    eq(subscriptionChanges.source, source),
    and(isNull(subscriptionChanges.source), eq(subscriptionChanges.billingApi, billingApi)),
  )

/** Returns the stored change. @param which a further condition on it. @throws ProblemError `not_found` */
export async function findChange(id: string, which?: SQL): Promise<ChangeRow> {
  const db = await consoleStore()
  const [row] = await db
    .select()
    .from(subscriptionChanges)
    .where(and(eq(subscriptionChanges.id, id), which))
  if (!row) throw problemError('not_found', 'No change found with this ID. Check it.')
  return row
}

/** Limits the rows that are read: the change that counts is not found behind 50 repeated ones. */
const MAX_CONFIRMED = 50

/**
 * Returns the newest confirmed change that changed something of the same subscription, when the subscription still shows it
 * (`isStillInEffect`); else undefined.
 */
export async function changeInEffect(
  { source, billingApi, subscriptionId }: ChangeRow,
  shown: SubscriptionView | 'gone',
): Promise<PriorChange | undefined> {
  const { action, actor, cause, createdAt, id, state } = subscriptionChanges
  const ofSource = isOfSource({ source: source ?? '', billingApi })
  const db = await consoleStore()
  const found = await db
    .select({ action, actor, createdAt, cause })
    .from(subscriptionChanges)
    .where(and(ofSource, eq(subscriptionChanges.subscriptionId, subscriptionId), eq(state, 'CONFIRMED')))
    .orderBy(desc(createdAt), desc(id))
    .limit(MAX_CONFIRMED)
  const newest = found.find((row) => !hadNothingToChange({ cause: causeOf(row) }))
  if (!newest || !isStillInEffect({ action: newest.action, cause: causeOf(newest) }, shown)) return undefined
  return { action: newest.action, actor: newest.actor, createdAt: newest.createdAt }
}

/** The audit outcome of each state; `outcomeOf` makes one exception. */
const OUTCOMES: Record<ChangeState, ActivityOutcome> = {
  PROPOSED: 'proposed',
  DECLINED: 'refused',
  EXPIRED: 'not_sent',
  QUEUED: 'not_sent',
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

const outcomeOf = (row: ChangeRow): ActivityOutcome =>
  row.state === 'CONFIRMED' && hadNothingToChange({ cause: causeOf(row) }) ? 'not_needed' : OUTCOMES[row.state]

/**
 * Returns the problem of a change that another one blocks.
 * @param which the subscription; one of a group is named by its ID
 */
export function changeOpen(row: ChangeRow, which = 'this subscription') {
  const { id, actor, action, createdAt } = row
  const when = `${formatDateTime(createdAt, 'UTC')} UTC`
  return problemError(
    'change_open',
    `Nothing was sent: ${actor} asked to ${action} ${which} on ${when}. ${whatNext(row)}`,
    { changeId: id },
  )
}

function whatNext(row: ChangeRow): string {
  if (row.state === 'PROPOSED') return 'That waits for the approval of another person.'
  if (row.state === 'QUEUED') return 'That waits for its turn in a group.'
  if (!isOpen(row)) return 'That change has ended meanwhile. Check its outcome first.'
  return row.state === 'NEEDS_REVIEW'
    ? 'It needs review: check its outcome and close it first.'
    : 'Wait until its outcome is known.'
}

/** Another process or a person has advanced the change since its row was read. */
export class ChangeMovedError extends Error {
  override readonly name = 'ChangeMovedError'
}

/** The states of a change that may still be sent, for which the customer is kept that the API checks. */
const WAITING: ReadonlySet<ChangeState> = new Set(['PROPOSED', 'QUEUED', 'PREPARED'])

type Change = Partial<Omit<ChangeRow, 'id' | 'revision' | 'changedAt' | 'cause'>> & {
  state: ChangeState
  cause: ChangeCause
}

interface Mover {
  clock: StoreClock
  /** Runs in the transaction before the change moves; what it throws stops the move. */
  first?: (tx: DatabaseTransaction, now: Date) => Promise<void>
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
  { clock, first, by, auditDetail }: Mover,
): Promise<ChangeRow> {
  const { id, revision, intent, action, subscriptionId, actor, role, requestId } = row
  return recordedTransaction(await consoleStore(), async (tx) => {
    const now = await clock.storeNow(tx)
    await first?.(tx, now)
    const { cause, upstreamMessage, upstreamBody, ...rest } = changeAt(now)
    const [moved] = await tx
      .update(subscriptionChanges)
      .set({
        ...rest,
        cause: JSON.stringify(cause),
        ...(!WAITING.has(rest.state) && { externalCustomerId: null }),
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
      outcome: outcomeOf(moved),
      detail: { change: id, state: moved.state, upstreamStatus: moved.upstreamStatus ?? undefined, ...auditDetail },
    })
    return moved
  })
}

type Decision = Pick<NewAuditEntry, 'at' | 'actor' | 'role' | 'requestId' | 'completes' | 'reason'> & {
  action: 'approveChange' | 'declineChange' | 'closeChange'
}

/** Appends the entry of the person who decides about a change. The states of the change complete the intent of its requester. */
export async function recordDecision(
  tx: DatabaseTransaction,
  { id, subscriptionId }: ChangeRow,
  decision: Decision,
): Promise<void> {
  const object = { kind: 'subscription', id: subscriptionId }
  await appendEntry(tx, { ...decision, object, outcome: 'done', detail: { change: id } })
}

/** The fields of a change that no process holds. */
export const RELEASED = { holder: null, heldUntil: null }

/** Returns the fields of a change that this process holds from now on. */
export const heldFrom = (now: Date, { holdMs }: Pick<ChangeTiming, 'holdMs'>) => ({
  holder: THIS_PROCESS,
  heldUntil: new Date(now.getTime() + holdMs).toISOString(),
})

type UnauditedField = 'state' | 'checks' | 'quietChecks' | 'goneChecks' | 'nextCheckAt' | 'holder' | 'heldUntil'

/**
 * Updates a change without an audit entry: its holder, its next check, or the turn of one of a group (`QUEUED`, `PREPARED`). Increments the
 * revision, so that a holder that was only delayed cannot continue.
 * @returns undefined when the row has another revision by now
 */
export async function updateWithoutAudit(
  db: Database | DatabaseTransaction,
  { id, revision }: Pick<ChangeRow, 'id' | 'revision'>,
  fields: Partial<Pick<ChangeRow, UnauditedField>>,
): Promise<ChangeRow | undefined> {
  const [updated] = await db
    .update(subscriptionChanges)
    .set({ ...fields, revision: revision + 1 })
    .where(and(eq(subscriptionChanges.id, id), eq(subscriptionChanges.revision, revision)))
    .returning()
  return updated
}
