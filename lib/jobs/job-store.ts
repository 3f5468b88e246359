import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, not, sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { isHeld, newLease } from '@/lib/core/server/lease'
import { type JobKind, jobs } from '@/lib/store/job-schema'
import { THIS_PROCESS } from '@/lib/core/server/this-process'

export type Job = typeof jobs.$inferSelect

/** What a job works on. */
export type JobName = Pick<Job, 'source' | 'kind' | 'subject'>

type Store = Database | DatabaseTransaction

/** Thrown when this process may no longer work on a job: another process has it, or it has ended. */
export class JobLostError extends Error {
  constructor() {
    super('another process works on the job, or it has ended')
  }
}

const isUnfinished = eq(jobs.state, 'running')
/** The condition that a job of this name has not ended. */
export const isRunning = ({ source, kind, subject }: JobName) =>
  and(eq(jobs.source, source), eq(jobs.kind, kind), eq(jobs.subject, subject), isUnfinished)
/** Each claim has a holder of its own, so that a process never takes an earlier claim of its own for this one. */
const isClaim = ({ id, holder }: Job) => and(eq(jobs.id, id), eq(jobs.holder, holder ?? ''), isUnfinished)

/**
 * Stores a job, which the runner of any process then claims. Call `wakeJobs` after the commit.
 * @param lane holds one unfinished job at a time; the subject by default
 * @returns null when the lane has an unfinished job
 */
export async function addJob(db: Store, { lane, ...name }: JobName & { lane?: string }): Promise<Job | null> {
  const [job] = await db
    .insert(jobs)
    .values({
      id: randomUUID(),
      ...name,
      lane: lane ?? name.subject,
      state: 'running',
      failures: 0,
      isStopRequested: false,
      startedAt: sql`clock_timestamp()`,
    })
    .onConflictDoNothing()
    .returning()
  return job ?? null
}

/**
 * Stops the unfinished job of a subject. One that no process works on ends at once; otherwise its process ends it within a second.
 * @returns `none` when there is no unfinished job
 */
export async function requestStop(db: Store, name: JobName): Promise<'stopped' | 'requested' | 'none'> {
  const isStopping = isRunning(name)
  const ended = await db
    .update(jobs)
    .set({ state: 'stopped', endedAt: sql`clock_timestamp()`, leaseUntil: null, holder: null })
    .where(and(isStopping, not(isHeldByProcess)))
    .returning({ id: jobs.id })
  if (ended.length > 0) return 'stopped'
  const requested = await db.update(jobs).set({ isStopRequested: true }).where(isStopping).returning({ id: jobs.id })
  return requested.length > 0 ? 'requested' : 'none'
}

/** A job that waits for its next attempt has a lease without a holder. */
const isHeldByProcess = sql<boolean>`(${jobs.holder} is not null and ${isHeld(jobs.leaseUntil)})`

/** Claims the oldest jobs of a kind that no process works on. */
export function claimJobs(
  db: Database,
  { source, kind, limit }: { source: string; kind: JobKind; limit: number },
): Promise<Job[]> {
  // A table of its own: as a subquery of the update it may run again, and lock more than the limit.
  const free = db.$with('free').as(
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.source, source), eq(jobs.kind, kind), isUnfinished, not(isHeld(jobs.leaseUntil))))
      .orderBy(asc(jobs.startedAt), jobs.id)
      .limit(limit)
      .for('update', { skipLocked: true }),
  )
  return db
    .with(free)
    .update(jobs)
    .set({ holder: sql`${`${THIS_PROCESS}:`}::text || gen_random_uuid()`, leaseUntil: newLease() })
    .where(inArray(jobs.id, db.select({ id: free.id }).from(free)))
    .returning()
}

/** Renews the leases of claimed jobs. @returns the claims that this process still has, with the newest request to stop */
export async function renewJobs(db: Database, claimed: readonly Job[]): Promise<Job[]> {
  if (claimed.length === 0) return []
  const holders = claimed.flatMap(({ holder }) => holder ?? [])
  return db
    .update(jobs)
    .set({ leaseUntil: newLease() })
    .where(and(inArray(jobs.holder, holders), isUnfinished))
    .returning()
}

/** Locks a claimed job until the transaction ends, so that no other process claims it. @throws JobLostError when it is lost */
export async function assertHeld(tx: DatabaseTransaction, job: Job): Promise<void> {
  const held = await tx.select({ id: jobs.id }).from(jobs).where(isClaim(job)).for('update')
  if (held.length === 0) throw new JobLostError()
}

/** Ends a claimed job. */
export async function endJob(db: Store, job: Job, state: 'done' | 'stopped' | 'failed'): Promise<void> {
  await db
    .update(jobs)
    .set({ state, endedAt: sql`clock_timestamp()`, holder: null, leaseUntil: null })
    .where(isClaim(job))
}

/** Gives a claimed job back. @param retryMs how long no process claims it; 0 when another may go on at once */
export async function releaseJob(
  db: Store,
  job: Job,
  { failures, retryMs }: { failures: number; retryMs: number },
): Promise<void> {
  await db
    .update(jobs)
    .set({ failures, holder: null, leaseUntil: retryMs === 0 ? null : newLease(retryMs) })
    .where(isClaim(job))
}
