import type { InputOf } from '@/lib/api'
import { createLoader } from 'nuqs/server'
import { filterParams, givenFilters, type ListSearch, parseAsOneOf } from '@/components/lists/list-search'
import { ACTIVITY_FILTERS } from '@/lib/activity/activity-filters'
import { zonedDay } from '@/lib/time/zoned-day'

/** The filters in the URL, with days in the user's zone, both inclusive; `before` shows the entries older than this one. */
export const activitySearchParams = {
  ...filterParams(ACTIVITY_FILTERS),
  before: parseAsOneOf((text) => /^[1-9]\d{0,14}$/.test(text)),
}

/** Parses the URL on the server exactly as the browser does. */
export const loadActivitySearch = createLoader(activitySearchParams)

/** Converts the URL parameters to a query, with the instants at which the days of the user's zone begin and end. */
export function activityInput(search: ListSearch, timeZone: string): InputOf<'listActivity'> {
  const { from, to, ...filters } = givenFilters(ACTIVITY_FILTERS, search)
  return {
    ...filters,
    ...(from !== undefined && { from: iso(zonedDay(from, timeZone).start) }),
    ...(to !== undefined && { to: iso(zonedDay(to, timeZone).end) }),
    ...(search.before != null && { before: Number(search.before) }),
  }
}

const iso = (instant: number) => new Date(instant).toISOString()
