import type { Environment } from '@/lib/core/server/operation-context'
import { JOB_WORKS } from '@/lib/job-works'
import { jobsEnded, lookForJobs } from '@/lib/jobs/run-jobs'

/** Works on the jobs that wait, as the runner of a console does, until they have ended. */
export async function workOnJobs(environment: Environment): Promise<void> {
  await lookForJobs(environment, JOB_WORKS)
  await jobsEnded()
}
