import type { Check } from '@/contract/console/checks'
import { formatNumber } from '@/lib/format/amount'
import { JobProgress } from '../_jobs/job'

/** How far a running check is. Objects that are read are compared with each other at the end. */
export const CheckProgress = ({ check: { checked, total } }: { check: Check }) => (
  <JobProgress
    label="Objects checked"
    value={checked}
    max={total}
    text={
      checked < total ? `${formatNumber(checked)} of ${formatNumber(total)} checked` : 'Comparing them with each other'
    }
  />
)
