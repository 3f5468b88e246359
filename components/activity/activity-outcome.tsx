import type { ActivityEntry } from '@/lib/activity/activity'
import { outcomeLabel } from '@/lib/activity/activity-label'
import { Pill } from '@/components/ui/pill'

/** The outcome of an audit entry in a list. */
export function ActivityOutcomePill({ entry }: { entry: ActivityEntry }) {
  const { text, tone, meaning } = outcomeLabel(entry)
  return (
    <Pill isListed tone={tone} title={meaning}>
      {text}
    </Pill>
  )
}
