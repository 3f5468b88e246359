import { GROUP_WORK } from '@/lib/changes/server/run-group'
import type { JobWorks } from '@/lib/jobs/run-jobs'
import { LEDGER_WORK } from '@/lib/ledger/server/read/ledger-job'
import { READ_WORK } from '@/lib/reads/server/run-reads'

/** The work of each kind of jobs. */
export const JOB_WORKS: JobWorks = {
  read: READ_WORK,
  ledger: LEDGER_WORK,
  group: GROUP_WORK,
}
