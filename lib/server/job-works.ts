import { GROUP_WORK } from './changes/run-group'
import type { JobWork, JobWorks } from './jobs/run-jobs'
import { READ_WORK } from './reads/run-reads'

const NONE: JobWork = { atOnce: 0, run: () => Promise.resolve() }

/** The work of each kind of jobs. */
export const JOB_WORKS: JobWorks = {
  read: READ_WORK,
  ledger: NONE,
  group: GROUP_WORK,
}
