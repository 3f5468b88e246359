import { Pill, type Tone } from '@/components/ui/pill'
import type { SubscriptionChange } from '@/lib/changes/change'
import { changeLabel } from '@/lib/changes/change-state-label'

const PILL_TONES: Record<ReturnType<typeof changeLabel>['tone'], Tone> = {
  info: 'blue',
  good: 'green',
  watch: 'yellow',
  bad: 'red',
}

/** The label of a change's state in its colour, in a list. */
export function ChangeStatePill({ change, title }: { change: SubscriptionChange; title?: string | undefined }) {
  const { text, tone } = changeLabel(change)
  return (
    <Pill isListed tone={PILL_TONES[tone]} title={title}>
      {text}
    </Pill>
  )
}
