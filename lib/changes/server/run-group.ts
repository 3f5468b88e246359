import { setTimeout as wait } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import type { ChangeCause } from '../change'
import { isAllowed, type Permission, ROLES } from '@/lib/core/roles'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { changeWords } from '../change-texts'
import { recordedTransaction } from '@/lib/store/append-entry'
import { assertHeld, endJob, type Job } from '@/lib/jobs/job-store'
import { ReadTurns } from '@/lib/jobs/read-turns'
import type { ClaimedJob, JobWork } from '@/lib/jobs/run-jobs'
import { log } from '@/lib/core/server/log'
import type { OperationContext, Environment } from '@/lib/core/server/operation-context'
import { ProblemError } from '@/lib/core/server/problem'
import { consoleStore } from '@/lib/store/console-store'
import { jobs } from '@/lib/store/job-schema'
import { users } from '@/lib/store/schema'
import { advanceChange, ChangeMovedError, type ChangeRow, heldFrom, updateWithoutAudit } from './change-store'
import { endUnsentOfGroup, nextOfGroup } from './group-store'
import { isAccount } from './other-person'
import { runPrepared } from './run-change'

/** The changes of all groups that are sent in a second, in all processes together. */
const CHANGES_PER_SECOND = 2
/** The pause before looking again, while a circuit breaker is open or another process is about to send the next change. */
const PAUSE_MS = 500
const HOUR_MS = 3_600_000

/** Sends the changes of a group that need no approval any more, one by one. */
export const GROUP_WORK: JobWork = {
  atOnce: 8,
  run: runGroup,
  fail: async ({ environment, job }) => {
    await recordedTransaction(await consoleStore(), async (tx) => {
      // In one transaction, so that a row that is approved meanwhile gets a job of its own.
      await assertHeld(tx, job)
      const at = await environment.storeClock.storeNow(tx)
      const which = { groupId: job.subject, states: ['QUEUED', 'PREPARED'] } as const
      await endUnsentOfGroup(tx, which, { at, cause: { kind: 'failed' } })
      await endJob(tx, job, 'failed')
    })
  },
}

async function runGroup({ environment, job, signal }: ClaimedJob): Promise<void> {
  const db = await consoleStore()
  const newTurns = () =>
    new ReadTurns(db, { source: `groups of ${environment.index.source}`, perSecond: CHANGES_PER_SECOND })
  let turns = newTurns()
  while (!signal.aborted) {
    const row = await nextOfGroup(db, job.subject)
    if (!row) {
      if (await endIfOver(db, job)) return
    } else if (row.state === 'PREPARED' || isPaused(environment)) {
      // Turns that were taken before a pause do not count after it.
      turns = newTurns()
      await wait(PAUSE_MS, undefined, { signal })
    } else if (!(await isStillAllowed(db, row))) {
      await endUnsent(environment, row, { kind: 'notAllowed' })
    } else if (await hasWaitedTooLong(environment, row)) {
      await endUnsent(environment, row, { kind: 'waitedTooLong', hours: environment.approvals.expiresMs / HOUR_MS })
    } else {
      await turns.next(signal)
      const claimed = isPaused(environment) ? undefined : await claim(db, environment, { job, row })
      if (claimed) await send(environment, claimed)
    }
  }
}

function isPaused({ billing }: Environment): boolean {
  const { reads, writes } = billing.breakers()
  return reads === 'open' || writes === 'open'
}

/** Ends the job when no change waits. What is approved at the same time is seen here, or starts a job of its own. */
const endIfOver = (db: Database, job: Job): Promise<boolean> =>
  db.transaction(async (tx) => {
    await assertHeld(tx, job)
    if (await nextOfGroup(tx, job.subject)) return false
    await endJob(tx, job, 'done')
    return true
  })

/** Takes the next change of the group for this process, unless it was stopped or its people lost the role. */
const claim = (
  db: Database,
  { changeTiming, storeClock }: Environment,
  { job, row }: { job: Job; row: ChangeRow },
): Promise<ChangeRow | undefined> =>
  db.transaction(async (tx) => {
    await assertHeld(tx, job)
    const isStopped = and(eq(jobs.id, job.id), jobs.isStopRequested)
    if ((await tx.$count(jobs, isStopped)) > 0 || !(await isStillAllowed(tx, row))) return undefined
    return updateWithoutAudit(tx, row, { state: 'PREPARED', ...heldFrom(await storeClock.storeNow(tx), changeTiming) })
  })

/** Sends a change by the road of single ones. Its row says how it ended. */
async function send(environment: Environment, row: ChangeRow): Promise<void> {
  const { actor: name, role, userId, requestId } = row
  const context: OperationContext = {
    environment,
    actor: { name, role: ROLES.find((each) => each === role) ?? 'visitor', ...(userId !== null && { userId }) },
    peer: '',
    userAgent: '',
    requestId,
    receivedAtMs: environment.storeClock.elapsedMs(),
    now: () => new Date(),
  }
  try {
    await runPrepared(context, row)
  } catch (error) {
    if (error instanceof ProblemError || error instanceof ChangeMovedError) return
    log().error({ event: 'change', changeId: row.id, err: error }, 'a change of a group failed')
  }
}

/** True while the accounts of the person who requested a change and of the one who approved it are enabled and have these roles. */
async function isStillAllowed(
  db: Database | DatabaseTransaction,
  { action, actor, userId, decidedBy, decidedByUser }: ChangeRow,
): Promise<boolean> {
  const may = async (id: string | null, email: string, permission: Permission) => {
    const [user] = await db.select().from(users).where(isAccount(id, email))
    return user === undefined || (user.disabledAt === null && isAllowed(user.role, permission))
  }
  return (await may(userId, actor, action)) && (decidedBy === null || may(decidedByUser, decidedBy, 'approve'))
}

/** True for a row that waits longer than an approval counts, for example after an outage or in a restored store. */
async function hasWaitedTooLong({ approvals, storeClock }: Environment, row: ChangeRow): Promise<boolean> {
  const since = Date.parse(row.decidedAt ?? row.createdAt)
  return (await storeClock.storeNow()).getTime() - since > approvals.expiresMs
}

async function endUnsent({ storeClock: clock }: Environment, row: ChangeRow, cause: ChangeCause): Promise<void> {
  const note = changeWords(row.action, cause, [])
  try {
    await advanceChange(row, () => ({ state: 'NOT_SENT', cause }), { clock, auditDetail: { note } })
  } catch (error) {
    if (!(error instanceof ChangeMovedError)) throw error
  }
}
