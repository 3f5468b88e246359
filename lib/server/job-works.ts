import { GROUP_WORK } from './changes/run-group'
import type { JobWork, JobWorks } from './jobs/run-jobs'

const NONE: JobWork = { atOnce: 0, run: () => Promise.resolve() }

/** The work of each kind of jobs. */
export const JOB_WORKS: JobWorks = {
  read: NONE,
  ledger: NONE,
  group: GROUP_WORK,
}
