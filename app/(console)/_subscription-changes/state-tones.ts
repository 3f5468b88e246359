import type { Tone } from '@/components/ui/pill'
import type { changeLabel } from '@/lib/format/change-state-label'

/** The colours of the labels of changes. */
export const STATE_TONES: Record<ReturnType<typeof changeLabel>['tone'], Tone> = {
  info: 'blue',
  good: 'green',
  watch: 'yellow',
  bad: 'red',
}
