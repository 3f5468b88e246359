import type { InputOf } from '@/lib/api'
import { createLoader, createParser, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import { idProblem } from '@/contract/requestable-id'
import { ACTIVITY_OBJECTS, ACTIVITY_OUTCOMES } from '@/lib/activity/activity'
import { typedDay } from '@/lib/time/typed-day'
import { zonedDay } from '@/lib/time/zoned-day'
import { parseAsFilterText } from '@/components/lists/parse-filter-text'

const parseAsId = createParser({
  parse: (text) => (idProblem(text.trim()) === null ? text.trim() : null),
  serialize: String,
})
/** Rejects a range that ends in a five-digit year, which no filter takes. */
const LAST_DAY = '9999-12-31'
const parseAsDay = createParser({
  parse(text) {
    const day = typedDay(text)
    return day === LAST_DAY ? null : day
  },
  serialize: String,
})
const parseAsSequence = createParser({
  parse: (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null),
  serialize: String,
})

/** The filters in the URL; an entry must match all of them. */
export const activitySearchParams = {
  actor: parseAsFilterText(320),
  action: parseAsFilterText(100),
  outcome: parseAsStringLiteral(ACTIVITY_OUTCOMES),
  objectKind: parseAsStringLiteral(ACTIVITY_OBJECTS),
  objectId: parseAsId,
  text: parseAsFilterText(200),
  /** Days in the user's zone, both inclusive. */
  from: parseAsDay,
  to: parseAsDay,
  /** Shows entries older than this one. */
  before: parseAsSequence,
}

export type ActivitySearch = inferParserType<typeof activitySearchParams>

/** Parses the URL on the server exactly as the browser does. */
export const loadActivitySearch = createLoader(activitySearchParams)

/** Converts the URL parameters to a query, with days in the user's zone. */
export function activityInput(
  { from, to, before, ...search }: ActivitySearch,
  timeZone: string,
): InputOf<'listActivity'> {
  const instants = {
    from: from === null ? null : iso(zonedDay(from, timeZone).start),
    to: to === null ? null : iso(zonedDay(to, timeZone).end),
  }
  const given = Object.entries({ ...search, ...instants, before }).filter(([, value]) => value !== null)
  return Object.fromEntries(given)
}

const iso = (instant: number) => new Date(instant).toISOString()
