import type { JobWork, JobWorks } from './jobs/run-jobs'
import { readLedgers } from './ledger/read/ledger-job'

const NONE: JobWork = { atOnce: 0, run: () => Promise.resolve() }

/** The work of each kind of jobs. */
export const JOB_WORKS: JobWorks = {
  read: NONE,
  ledger: readLedgers,
  group: NONE,
}
