import type { Environment } from '@/lib/core/server/operation-context'
import { setMaxListeners } from 'node:events'
import type { Database } from '@/database/open-database'
import { every } from '@/lib/core/server/every'
import { LEASE_MS } from '@/lib/core/server/lease'
import { log } from '@/lib/core/server/log'
import { consoleStore } from '@/lib/store/console-store'
import { JOB_KINDS, type JobKind } from '@/lib/store/job-schema'
import { claimJobs, endJob, type Job, JobLostError, releaseJob, renewJobs } from './job-store'

const EVERY_MS = 1_000
/** A process that could not renew its leases for this long stops, before another process claims its jobs. */
const MAX_SILENCE_MS = LEASE_MS - 5_000
const MAX_FAILURES = 3
const RETRY_MS = 15_000
/** A job that ran for this long before it failed begins its failures anew. */
const STEADY_MS = 60_000

/** A job that this process works on. */
export interface ClaimedJob {
  environment: Environment
  job: Job
  /**
   * Aborts with `stopped` (a person stopped it), `ended` (this process ends), or a `JobLostError`. The work then ends soon, and leaves
   * what it has done in the store.
   */
  signal: AbortSignal
}

/** The work of a kind of jobs. */
export interface JobWork {
  /** The jobs of this kind that one process works on at a time. */
  atOnce: number
  /**
   * Works on a job until it is done. After a restart it is called again and continues from the progress in the store.
   * @throws what the store or the API throws: the job is tried again, and fails after three failures in a row
   */
  run: (claimed: ClaimedJob) => Promise<void>
  /** Notes in the store that the job has failed for good. */
  fail?: (claimed: ClaimedJob) => Promise<void>
}

export type JobWorks = Record<JobKind, JobWork>

interface RunningJob {
  job: Job
  abort: AbortController
  renewedMs: number
  ended: Promise<void>
}

// Next loads a module once for pages and once for routes.
declare global {
  var consoleJobs: { running: Map<string, RunningJob>; wake: () => void } | undefined
}
const here = () => (globalThis.consoleJobs ??= { running: new Map(), wake: () => undefined })

/** Returns the number of jobs of a kind that this process works on. */
export const runningJobs = (kind: JobKind): number =>
  [...here().running.values()].filter(({ job }) => job.kind === kind).length

/** Looks for new jobs, and for requests to stop, now instead of within a second. */
export const wakeJobs = (): void => here().wake()

/** Works on the jobs of the store. @returns stops it: other processes go on with the jobs of this one at once */
export function startJobs(environment: Environment, works: JobWorks): () => Promise<void> {
  const failure = 'jobs could not be looked for'
  const stop = every({ everyMs: EVERY_MS, event: 'job', failure, onReady: (run) => (here().wake = run) }, (signal) =>
    lookForJobs(environment, works, signal),
  )
  return async () => {
    await stop()
    for (const { abort } of here().running.values()) abort.abort('ended')
    await jobsEnded()
  }
}

/** Resolves when this process works on no job. */
export async function jobsEnded(): Promise<void> {
  await Promise.all([...here().running.values()].map(({ ended }) => ended))
}

/** Renews the leases of the jobs of this process, passes requests to stop on to them, and claims as many more as it may work on. */
export async function lookForJobs(environment: Environment, works: JobWorks, signal?: AbortSignal): Promise<void> {
  stopSilentJobs()
  const db = await consoleStore()
  await renew(db)
  for (const kind of JOB_KINDS) {
    const limit = works[kind].atOnce - runningJobs(kind)
    if (limit <= 0 || signal?.aborted) continue
    for (const job of await claimJobs(db, { source: environment.index.source, kind, limit }))
      runJob(db, environment, works[kind], job)
  }
}

function stopSilentJobs(): void {
  for (const { abort, renewedMs } of here().running.values())
    if (performance.now() - renewedMs > MAX_SILENCE_MS) abort.abort(new JobLostError())
}

async function renew(db: Database): Promise<void> {
  const running = [...here().running.values()]
  const askedMs = performance.now()
  const renewed = await renewJobs(
    db,
    running.map(({ job }) => job),
  )
  for (const each of running) {
    const now = renewed.find(({ holder }) => holder === each.job.holder)
    each.renewedMs = askedMs
    if (now === undefined) each.abort.abort(new JobLostError())
    else if (now.isStopRequested) each.abort.abort('stopped')
  }
}

function runJob(db: Database, environment: Environment, work: JobWork, job: Job): void {
  const abort = new AbortController()
  // Each read that is under way listens; the work bounds them.
  setMaxListeners(0, abort.signal)
  if (job.isStopRequested) abort.abort('stopped')
  const startedMs = performance.now()
  const claimed = { environment, job, signal: abort.signal }
  // Not the job's ID: an earlier claim of the same job may still be ending.
  const claim = job.holder ?? job.id
  const ended = work
    .run(claimed)
    .then(
      () => endOf(db, claimed),
      (error: unknown) => failureOf(db, work, claimed, error, performance.now() - startedMs),
    )
    // A store that fails here too: the lease ends, and the next process goes on.
    .catch((error: unknown) => log().error({ event: 'job', kind: job.kind, err: error }, 'the end of a job was lost'))
    .finally(() => here().running.delete(claim))
  here().running.set(claim, { job, abort, renewedMs: startedMs, ended })
}

async function endOf(db: Database, { job, signal }: ClaimedJob): Promise<void> {
  if (signal.reason === 'ended') await releaseJob(db, job, { failures: job.failures, retryMs: 0 })
  else if (!(signal.reason instanceof JobLostError)) await endJob(db, job, signal.aborted ? 'stopped' : 'done')
}

async function failureOf(db: Database, work: JobWork, claimed: ClaimedJob, error: unknown, ranMs: number) {
  const { job, signal } = claimed
  if (signal.aborted) return endOf(db, claimed)
  if (error instanceof JobLostError) return
  log().error({ event: 'job', kind: job.kind, jobId: job.id, err: error }, 'a job failed')
  const failures = (ranMs > STEADY_MS ? 0 : job.failures) + 1
  if (failures < MAX_FAILURES) return releaseJob(db, job, { failures, retryMs: RETRY_MS })
  await work.fail?.(claimed)
  await endJob(db, job, 'failed')
}
