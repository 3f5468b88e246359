import type { ActivityScope } from '@/lib/core/roles'

interface ActivityTitle {
  heading: string
  /** The label in the sidebar. */
  place: string
}

/** The names of the activity page for each scope. */
export const ACTIVITY_TITLES: Record<ActivityScope, ActivityTitle> = {
  all: { heading: 'Activity', place: 'Activity' },
  own: { heading: 'Your activity', place: 'Activity' },
  cancellations: { heading: 'Cancellations', place: 'Cancellations' },
}
