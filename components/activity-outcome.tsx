import type { ActivityEntry } from '@/contract/console/activity'
import { outcomeLabel } from '@/lib/format/activity-label'
import { Pill } from './ui/pill'

/** The outcome of an audit entry. */
export function ActivityOutcomePill({ entry }: { entry: ActivityEntry }) {
  const { text, tone, meaning } = outcomeLabel(entry)
  return (
    <Pill tone={tone} title={meaning}>
      {text}
    </Pill>
  )
}
