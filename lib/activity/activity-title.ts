import type { ActivityScope } from '@/lib/core/roles'

/** The names of the activity page for each scope; `place` is the label in the sidebar. */
export const ACTIVITY_TITLES: Record<ActivityScope, { heading: string; place: string }> = {
  all: { heading: 'Activity', place: 'Activity' },
  own: { heading: 'Your activity', place: 'Activity' },
  cancellations: { heading: 'Cancellations', place: 'Cancellations' },
}
