import type { Environment } from '@/lib/core/server/operation-context'
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { ChangeCause, ChangeGroup } from '../change'
import { isAllowed } from '@/lib/core/roles'
import type { Session } from '@/database/on-connection'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import type { Actor } from '@/lib/core/server/actor'
import { appendEntries } from '@/lib/store/append-entry'
import { addJob, isRunning } from '@/lib/jobs/job-store'
import { jobs } from '@/lib/store/job-schema'
import { subscriptionChanges } from '@/lib/store/schema'
import { type ChangeRow, detailOf, RELEASED } from './change-store'
import { isSamePerson } from './other-person'

/*
 * A group is nothing but its changes, and a job that sends those that need no approval any more, in their order (`run-group.ts`).
 */

/** Returns the name of the job that sends the changes of a group. */
export const groupJob = ({ index: { source } }: Environment, groupId: string) =>
  ({ source, kind: 'group', subject: groupId }) as const

/**
 * Makes sure that a job sends the queued changes of a group. One that runs already cannot end before this transaction does, so that it
 * sees what was queued here.
 */
export async function ensureGroupJob(
  tx: DatabaseTransaction,
  environment: Environment,
  groupId: string,
): Promise<void> {
  const job = groupJob(environment, groupId)
  for (;;) {
    if ((await addJob(tx, job)) !== null) return
    const running = await tx.select({ id: jobs.id }).from(jobs).where(isRunning(job)).for('update')
    if (running.length > 0) return
  }
}

const { state, groupId, groupPosition } = subscriptionChanges

/** The first change of a group that waits for its turn, or that a process is about to send. */
export async function nextOfGroup(db: Database | DatabaseTransaction, id: string): Promise<ChangeRow | undefined> {
  const isNext = and(eq(groupId, id), inArray(state, ['QUEUED', 'PREPARED']))
  const [row] = await db.select().from(subscriptionChanges).where(isNext).orderBy(asc(groupPosition)).limit(1)
  return row
}

interface Ending {
  at: Date
  /** Why nothing was sent. */
  cause: ChangeCause
  /** Who stopped them; by default the agent who requested each. */
  by?: { actor: string; role: string; requestId: string }
}

/** Ends the changes of a group that were stored and not sent. */
export async function endUnsentOfGroup(
  tx: DatabaseTransaction,
  which: { groupId: string; states: readonly ('PROPOSED' | 'QUEUED' | 'PREPARED')[] },
  { at, cause, by }: Ending,
): Promise<void> {
  const ended = await tx
    .update(subscriptionChanges)
    .set({
      state: 'NOT_SENT',
      cause: JSON.stringify(cause),
      externalCustomerId: null,
      ...RELEASED,
      revision: sql`${subscriptionChanges.revision} + 1`,
      changedAt: at.toISOString(),
    })
    .where(and(eq(groupId, which.groupId), inArray(state, [...which.states])))
    .returning()
  await appendEntries(
    tx,
    ended.map(({ id, action, subscriptionId, intent, actor, role, requestId, ...row }) => ({
      at,
      ...(by ?? { actor, role, requestId }),
      action: `${action}Subscription`,
      object: { kind: 'subscription', id: subscriptionId },
      completes: intent,
      outcome: 'not_sent',
      detail: { change: id, state: 'NOT_SENT', note: detailOf({ action, ...row }) },
    })),
  )
}

const OUTCOME = sql<keyof ChangeGroup['counts']>`case
  when ${state} = 'PROPOSED' then 'proposed'
  when ${state} = 'QUEUED' then 'queued'
  when ${state} = 'CONFIRMED' then 'done'
  when ${state} in ('PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN', 'NEEDS_REVIEW') then 'unknown'
  else 'notDone' end`

/** Returns how far these groups are. */
export async function readGroups(
  db: Database | DatabaseTransaction | Session,
  ids: readonly string[],
  actor: Actor,
): Promise<ChangeGroup[]> {
  if (ids.length === 0) return []
  const outcome = OUTCOME.as('outcome')
  const { actor: owner, userId } = subscriptionChanges
  const counted = await db
    .select({ id: groupId, owner, userId, outcome, rows: count() })
    .from(subscriptionChanges)
    .where(inArray(groupId, [...ids]))
    .groupBy(groupId, owner, userId, sql`outcome`)
  return ids.map((id) => {
    const ofGroup = counted.filter((each) => each.id === id)
    const counts = { proposed: 0, queued: 0, unknown: 0, done: 0, notDone: 0 }
    for (const { outcome: name, rows } of ofGroup) counts[name] += rows
    const isOwner = ofGroup.some((each) => isSamePerson({ actor: each.owner, userId: each.userId }, actor))
    const mayStop =
      actor.accessKey === undefined && (isOwner ? isAllowed(actor.role, 'cancel') : isAllowed(actor.role, 'approve'))
    return { id, counts, canStop: mayStop && counts.proposed + counts.queued > 0 }
  })
}
