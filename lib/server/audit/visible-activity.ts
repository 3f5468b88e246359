import { ACTIVITY_FILTERS, type ActivityEntry } from '@/contract/console/activity'
import type { ConsoleInput, ConsoleOperationName } from '@/contract/console/operations'
import { ACTIVITY_SCOPES, type ActivityScope } from '@/contract/console/roles'
import { type Actor, isSignedIn } from '../actor'
import { problemError } from '../problem'
import { loadActivity } from './load-activity'
import type { ActivityLimits } from './read-activity'

const CANCELLATIONS = ['cancelSubscription', 'deleteSubscription'] satisfies ConsoleOperationName[]

const LIMITS: Record<ActivityScope, (actor: Actor) => ActivityLimits> = {
  all: () => ({}),
  own: ({ name }) => ({ actor: name }),
  cancellations: () => ({ actions: CANCELLATIONS }),
}

/** Ends the message about a filter that the scope does not offer. */
const REFUSED_FILTER: Record<Exclude<ActivityScope, 'all'>, string> = {
  own: 'sees its own activity only and can’t filter by person. Open Activity in the menu, or ask an admin.',
  cancellations:
    'sees cancels and deletes only and can’t filter by action or object. Open Cancellations in the menu, or ask an admin.',
}

/**
 * Returns the scope of the actor's role.
 * @throws ProblemError `sign_in_required`, or `not_allowed` for a filter that the scope does not offer: an empty list
 * would say that there are no such entries
 */
export function activityScopeOf(actor: Actor, search: ConsoleInput<'listActivity'>): ActivityScope {
  if (!isSignedIn(actor)) throw problemError('sign_in_required', 'Sign in to see the activity.')
  const scope = ACTIVITY_SCOPES[actor.role]
  if (scope === 'all') return scope
  const offered: readonly string[] = [...ACTIVITY_FILTERS[scope], 'before']
  const isOffered = Object.entries(search).every(([name, value]) => value === undefined || offered.includes(name))
  if (!isOffered) throw problemError('not_allowed', `Your role (${actor.role}) ${REFUSED_FILTER[scope]}`)
  return scope
}

/**
 * Returns at most `limit` entries that match the search and that the actor's role may see, newest first, with the fields
 * that it may see. The list and the CSV both read here.
 * @throws ProblemError `not_allowed` as `activityScopeOf`, `store_unavailable`
 */
export async function loadVisibleActivity(
  actor: Actor,
  search: ConsoleInput<'listActivity'>,
  limit: number,
): Promise<ActivityEntry[]> {
  const scope = activityScopeOf(actor, search)
  const entries = await loadActivity(search, limit, LIMITS[scope](actor))
  return scope === 'cancellations' ? entries.map(toCancellation) : entries
}

/** Returns who, what, when, why and the outcome of a cancel or delete. A field added later stays hidden. */
function toCancellation(entry: ActivityEntry): ActivityEntry {
  const { sequence, at, actor, action, object, reason, ticket, outcome, endedAt } = entry
  return { sequence, at, actor, action, object, reason, ticket, outcome, endedAt, detail: outcomeDetail(entry) }
}

/** Returns the state of the change, and the note of the person who closed it. */
const outcomeDetail = ({ detail }: ActivityEntry) =>
  Object.fromEntries(Object.entries(detail).filter(([name]) => name === 'state' || name === 'note'))
