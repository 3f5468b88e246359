import type { Environment } from '@/lib/core/server/operation-context'
import { jobsEnded, type JobWork, lookForJobs } from '@/lib/jobs/run-jobs'
import { runReads } from '@/lib/reads/server/run-reads'

const IDLE: JobWork = { atOnce: 0, run: () => Promise.resolve() }

/** Starts to work on the runs of `readThese` in this process: fast, because the rate is tested apart. */
export const beginReads = (environment: Environment, pace = { perSecond: 300, retryMs: 0 }): Promise<void> =>
  lookForJobs(environment, {
    read: { atOnce: 4, run: (claimed) => runReads(claimed, pace) },
    ledger: IDLE,
    group: IDLE,
  })

/** Works on the runs of `readThese` until they end. */
export async function finishReads(environment: Environment): Promise<void> {
  await beginReads(environment)
  await jobsEnded()
}
