import type { Field } from '@/lib/billing-api/view-of'
import { isAbsent } from '@/lib/billing-api/unreadable'
import { AbsentStatus } from '@/components/text/absent'
import { type StatusAndDates, subscriptionStatusLabel } from './subscription-status-label'
import { Pill } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/text/visible-marks'

interface SubscriptionStatusPillProps extends Omit<StatusAndDates, 'status'> {
  status: Field<string> | null
  /** False where the dates have a column of their own. */
  withDate?: boolean
  isListed?: boolean
}

/** The status, with its date beside it; an unknown status literally, in a dashed pill. */
export function SubscriptionStatusPill({
  status,
  withDate = true,
  isListed = false,
  ...dates
}: SubscriptionStatusPillProps) {
  if (isAbsent(status)) return <AbsentStatus value={status} />
  const { status: word, dateText, tone, meaning } = subscriptionStatusLabel({ status, ...dates })
  return (
    <Pill isListed={isListed} tone={tone} title={meaning} beside={withDate && dateText}>
      <VisibleMarks>{word}</VisibleMarks>
    </Pill>
  )
}
