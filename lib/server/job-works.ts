import { GROUP_WORK } from './changes/run-group'
import type { JobWorks } from './jobs/run-jobs'
import { LEDGER_WORK } from './ledger/read/ledger-job'
import { READ_WORK } from './reads/run-reads'

/** The work of each kind of jobs. */
export const JOB_WORKS: JobWorks = {
  read: READ_WORK,
  ledger: LEDGER_WORK,
  group: GROUP_WORK,
}
