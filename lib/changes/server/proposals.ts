import { and, type AnyColumn, asc, eq, exists, gte, lte, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { ChangeReport } from '../change'
import { isAllowed } from '@/lib/core/roles'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { laterEffect, mayDelete } from '../expected-effect'
import { viewAsSeen } from '../view-as-seen'
import type { Actor } from '@/lib/core/server/actor'
import { wakeJobs } from '@/lib/jobs/run-jobs'
import type { OperationContext, Environment } from '@/lib/core/server/operation-context'
import { PathId, Reason } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'
import { problemError } from '@/lib/core/server/problem'
import { freshSignInRequired } from '@/lib/core/server/sign-in-rules'
import { consoleStore } from '@/lib/store/console-store'
import { IS_OPEN, subscriptionChanges } from '@/lib/store/schema'
import { ChangeId } from './change-input'
import {
  advanceChange,
  ChangeMovedError,
  type ChangeRow,
  changeOpen,
  changeSourceOf,
  detailOf,
  findChange,
  heldFrom,
  isOfSource,
  RELEASED,
  recordDecision,
  reportOf,
  subscriptionBefore,
} from './change-store'
import { ensureGroupJob } from './group-store'
import { isSamePerson, requireOtherPerson } from './other-person'
import { needsFreshSignIn, runPrepared, seenBy } from './run-change'

/*
 * Approvals: the policy may ask that another person approves a cancel or delete before it is sent. A row with `expiresAt` and
 * without `decidedAt` is never sent.
 */

/**
 * Approves a proposal of another person and runs it; one of a group waits for its turn. It is sent only if nothing changed since it was
 * proposed.
 * @throws ProblemError as `requestChange`, and `not_proposed`, `not_allowed`, `fresh_sign_in_required`
 */
export const approveChange = operation('approveChange', {
  input: z.strictObject({ id: PathId, changeId: ChangeId, reason: Reason }),
  audit: { records: 'run', object: { kind: 'subscription', idField: 'id' }, fields: ['changeId'] },
  async run(context, input): Promise<ChangeReport> {
    const proposed = await findProposal(context.environment, input.changeId)
    // Checked before the approval is stored: afterwards the change could only end unsent.
    if (mayDelete(seenBy(proposed).effect) && needsFreshSignIn(context)) throw freshSignInRequired()
    const approved = await approve(context, await endIfOver(context.environment, proposed), input)
    if (approved.state !== 'QUEUED') return runPrepared(context, approved)
    wakeJobs()
    return reportOf(approved)
  },
})

/** Stores an approval. The change is prepared then, and can be sent; one of a group waits for its turn. */
async function approve(
  { environment, actor, requestId, intent }: OperationContext,
  row: ChangeRow,
  { id: subscriptionId, reason }: { id: string; reason: string },
): Promise<ChangeRow> {
  const { storeClock: clock, changeTiming } = environment
  if (row.subscriptionId !== subscriptionId) throw notFound()
  requireProposed(row)
  const { groupId } = row
  const isOfGroup = groupId !== null
  const approved = (now: Date) => ({
    cause: { kind: 'approved' as const, by: actor.name },
    ...decisionOf(actor, reason, now),
    ...(isOfGroup ? { state: 'QUEUED' as const } : { state: 'PREPARED' as const, ...heldFrom(now, changeTiming) }),
  })
  const by = { actor: actor.name, role: actor.role, requestId }
  const first = async (tx: DatabaseTransaction, now: Date) => {
    if (isExpired(row, now)) throw notProposed()
    await requireOtherPerson(tx, row, actor, now)
    await requireNewest(tx, row)
    await recordDecision(tx, row, { at: now, ...by, action: 'approveChange', completes: intent })
    if (isOfGroup) await ensureGroupJob(tx, environment, groupId)
  }
  return move(row, approved, { clock, by, first, auditDetail: { decidedBy: actor.name, note: reason } })
}

/**
 * Declines a proposal, or withdraws the user's own.
 * @throws ProblemError `not_found`, `not_proposed`, `not_allowed`
 */
export const declineChange = operation('declineChange', {
  input: z.strictObject({ changeId: ChangeId, reason: Reason }),
  audit: { records: 'refusal' },
  async run({ environment, actor, requestId }, { changeId, reason }): Promise<ChangeReport> {
    const row = await endIfOver(environment, await findProposal(environment, changeId))
    requireProposed(row)
    const isOwn = isSamePerson(row, actor)
    if (!isOwn && !isAllowed(actor.role, 'approve'))
      throw problemError('not_allowed', 'Not declined: only an admin declines what others propose.')
    const declined = (now: Date) => ({
      ...RELEASED,
      state: 'DECLINED' as const,
      cause: { kind: isOwn ? ('withdrawn' as const) : ('declined' as const), by: actor.name },
      ...decisionOf(actor, reason, now),
    })
    const by = { actor: actor.name, role: actor.role, requestId }
    return reportOf(
      await move(row, declined, {
        clock: environment.storeClock,
        by,
        first: (tx, now) => recordDecision(tx, row, { at: now, ...by, action: 'declineChange', reason }),
        auditDetail: { decidedBy: actor.name, note: reason },
      }),
    )
  },
})

/** Ends the proposals that have expired, and those before a change that was sent meanwhile. */
export async function endProposals(environment: Environment): Promise<void> {
  const db = await consoleStore()
  const now = await environment.storeClock.storeNow()
  const isOver = or(lte(subscriptionChanges.expiresAt, now.toISOString()), hasNewer(db))
  const rows = await db
    .select()
    .from(subscriptionChanges)
    .where(and(eq(subscriptionChanges.state, 'PROPOSED'), isOfSource(changeSourceOf(environment)), isOver))
    .orderBy(asc(subscriptionChanges.createdAt))
    .limit(MAX_ENDED)
  for (const row of rows) await endIfOver(environment, row)
}

/** The most proposals that one round ends; the next one ends the others. */
const MAX_ENDED = 100

/** Moves a proposal that is over to `EXPIRED` or `STALE`. @returns the row as it is by now */
async function endIfOver(environment: Environment, row: ChangeRow): Promise<ChangeRow> {
  if (row.state !== 'PROPOSED') return row
  const { storeClock: clock } = environment
  const ended = await stateIfOver(row, await clock.storeNow())
  if (ended === null) return row
  try {
    return await advanceChange(row, () => ({ ...RELEASED, ...ended }), { clock })
  } catch (error) {
    if (error instanceof ChangeMovedError) return findChange(row.id)
    throw error
  }
}

async function stateIfOver(row: ChangeRow, now: Date) {
  if (isExpired(row, now)) {
    const { action, subscriptionId, seen, seenAt, createdAt, expiresAt } = row
    const view =
      subscriptionBefore(row) ?? viewAsSeen(subscriptionId, { seen: JSON.parse(seen), at: seenAt ?? createdAt })
    const deadline = expiresAt ?? createdAt
    const cause = { kind: 'expired', expiresAt: deadline, later: laterEffect(action, view, deadline) } as const
    return { state: 'EXPIRED', cause } as const
  }
  const db = await consoleStore()
  const [found] = await db
    .select({ id: subscriptionChanges.id })
    .from(subscriptionChanges)
    .where(and(eq(subscriptionChanges.id, row.id), hasNewer(db)))
  if (!found) return null
  return { state: 'STALE', cause: { kind: 'overtaken' } } as const
}

const decisionOf = ({ name, userId }: Actor, reason: string, now: Date) => ({
  decidedAt: now.toISOString(),
  decidedBy: name,
  decidedByUser: userId ?? null,
  decisionReason: reason,
})
const newer = alias(subscriptionChanges, 'newer')
const identityOf = ({ source, billingApi }: { source: AnyColumn; billingApi: AnyColumn }) =>
  sql`coalesce(${source}, ${billingApi})`

/** The condition that another change of the subscription was sent after the proposal was made. */
const hasNewer = (db: Database | DatabaseTransaction) =>
  exists(
    db
      .select({ id: newer.id })
      .from(newer)
      .where(
        and(
          eq(newer.subscriptionId, subscriptionChanges.subscriptionId),
          eq(identityOf(newer), identityOf(subscriptionChanges)),
          gte(newer.sentAt, subscriptionChanges.createdAt),
          // Stored as sent, and then it could not be.
          ne(newer.state, 'NOT_SENT'),
        ),
      ),
  )

const isExpired = ({ expiresAt }: ChangeRow, now: Date) => expiresAt !== null && expiresAt <= now.toISOString()

/** Returns a proposal of this billing API. @throws ProblemError `not_found` */
const findProposal = (environment: Environment, changeId: string): Promise<ChangeRow> =>
  findChange(changeId, isOfSource(changeSourceOf(environment)))

function requireProposed(row: ChangeRow): void {
  if (row.state === 'EXPIRED' || row.state === 'STALE') throw problemError('not_proposed', detailOf(row))
  if (row.state !== 'PROPOSED') throw notProposed()
}

/** Moves a proposal once. @throws ProblemError `not_proposed` when another person was faster */
async function move(...args: Parameters<typeof advanceChange>): Promise<ChangeRow> {
  try {
    return await advanceChange(...args)
  } catch (error) {
    throw error instanceof ChangeMovedError ? notProposed() : error
  }
}

/** @throws ProblemError `change_open`, or `not_proposed` when another change was sent meanwhile */
async function requireNewest(tx: DatabaseTransaction, row: ChangeRow): Promise<void> {
  const isSame = eq(subscriptionChanges.subscriptionId, row.subscriptionId)
  const ofApi = eq(identityOf(subscriptionChanges), row.source ?? row.billingApi)
  const [open] = await tx
    .select()
    .from(subscriptionChanges)
    .where(and(isSame, ofApi, IS_OPEN))
    .limit(1)
  if (open) throw changeOpen(open)
  if ((await tx.$count(subscriptionChanges, and(eq(subscriptionChanges.id, row.id), hasNewer(tx)))) > 0)
    throw notProposed()
}

const notFound = () => problemError('not_found', 'No change found with this ID. Check it.')
const notProposed = () =>
  problemError('not_proposed', 'Nothing was done: this no longer waits for approval. Reload the page.')
