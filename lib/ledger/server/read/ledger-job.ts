import type { ReadStart, Environment } from '@/lib/core/server/operation-context'
import { and, eq, ne } from 'drizzle-orm'
import type { DatabaseTransaction } from '@/database/open-database'
import { problemError } from '@/lib/core/server/problem'
import { addJob, assertHeld, type JobName, requestStop } from '@/lib/jobs/job-store'
import type { ClaimedJob, JobWork } from '@/lib/jobs/run-jobs'
import { consoleStore } from '@/lib/store/console-store'
import { jobs } from '@/lib/store/job-schema'
import { forgottenWrites } from '@/lib/objects/server/forget-fence'
import { linkId } from '@/lib/objects/server/seen-rows'
import { readWholeLedger } from './read-whole-ledger'
import { ledgerOf, prepareRead, resumeRead, stopRead } from './stored-reads'
import { ReadLostError } from './write-checkpoint'

/** Ledgers that one process reads at a time. */
const AT_ONCE = 4
/** Ledgers that are read or wait for it, in all processes. */
const MAX_UNFINISHED = 200

const CANCELLED = 'it was cancelled'
const FAILED = 'the console failed; its log has the error'

const jobNameOf = ({ index }: Environment, externalId: string): JobName => ({
  source: index.source,
  kind: 'ledger',
  subject: externalId,
})

interface StartOptions {
  again: boolean
  now: Date
  /** The start of the operation that requests it. */
  readStart?: ReadStart | undefined
}

/**
 * Starts to read a whole ledger in the background. Does nothing while it is read, or when the customer was forgotten since `readStart`.
 * Call `wakeJobs` after the commit.
 * @throws ProblemError `console_busy` when too many ledgers wait
 */
export async function startReading(
  tx: DatabaseTransaction,
  environment: Environment,
  externalId: string,
  { again, now, readStart = environment.index.startRead() }: StartOptions,
): Promise<void> {
  const name = jobNameOf(environment, externalId)
  const isLedger = and(eq(jobs.source, name.source), eq(jobs.kind, name.kind))
  const forgotten = await forgottenWrites(tx, [{ readStart, names: [linkId('customer', externalId)] }])
  if (forgotten.length > 0) return
  if ((await tx.$count(jobs, and(isLedger, eq(jobs.state, 'running')))) >= MAX_UNFINISHED)
    throw problemError('console_busy', 'The console has many other ledgers to read. Try again in a minute.')
  // Of a ledger one job is kept.
  await tx.delete(jobs).where(and(isLedger, eq(jobs.subject, externalId), ne(jobs.state, 'running')))
  if ((await addJob(tx, name)) !== null) await prepareRead(tx, ledgerOf(name), { again, now })
}

/** Stops the reading of a ledger, in whichever process it runs. Call `wakeJobs` after the commit. */
export async function stopReading(
  tx: DatabaseTransaction,
  environment: Environment,
  externalId: string,
  now: Date,
): Promise<void> {
  const name = jobNameOf(environment, externalId)
  if ((await requestStop(tx, name)) !== 'requested') await stopRead(tx, ledgerOf(name), { why: CANCELLED, now })
}

const now = () => new Date()

/** The work of the jobs of `readLedger`. */
export const LEDGER_WORK: JobWork = { atOnce: AT_ONCE, run, fail }

async function run({ environment, job, signal }: ClaimedJob): Promise<void> {
  // Before the job is known to be held: a later forgetting is newer.
  const readStart = environment.index.startRead()
  const db = await consoleStore()
  const read = await resumeRead(db, { job, now: now() })
  if (read === null) return
  // A stop was requested while its process died.
  if (signal.reason === 'stopped') return stopRead(db, ledgerOf(job), { why: CANCELLED, now: now() })
  await readWholeLedger({ db, environment, job, read, readStart, signal, now }).catch((error: unknown) => {
    if (!(error instanceof ReadLostError)) throw error
  })
}

async function fail({ job }: ClaimedJob): Promise<void> {
  const db = await consoleStore()
  await db.transaction(async (tx) => {
    await assertHeld(tx, job)
    await stopRead(tx, ledgerOf(job), { why: FAILED, now: new Date() })
  })
}
