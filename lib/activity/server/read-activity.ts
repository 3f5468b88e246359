import { and, desc, eq, getTableColumns, gte, inArray, isNull, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { ActivityEntry, ActivityPage, SubscriptionHistory } from '../activity'
import { ACTIVITY_FILTERS, type AuditRule, offersFilter } from '../activity-filters'
import { OPERATIONS, type OperationName, type OperationLine } from '@/lib/core/operations'
import { ACTIVITY_SCOPES, type ActivityScope } from '@/lib/core/roles'
import type { Database } from '@/database/open-database'
import { type Actor, isSignedIn } from '@/lib/core/server/actor'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { readWithin } from '@/lib/store/console-store'
import { auditEntries } from '@/lib/store/schema'
import { instantText } from '@/lib/store/append-entry'
import { SubscriptionInput } from '@/lib/core/server/input'
import { filterConditions, filterShape } from '@/lib/core/server/filters'
import { operation } from '@/lib/core/server/operation'

/** The filters of the activity; all must match. */
export const ActivityFilters = z.strictObject(filterShape(ACTIVITY_FILTERS))

const PAGE_SIZE = 50

/** The most entries that a page folds into its rows. */
const MAX_FOLDED = 500

/**
 * Returns a page of the activity that the user's role may see, newest first; `before` is the `next` of the previous page. The page's
 * requests that a role did not allow are one entry for each person, action and hour, unless they are what is searched for.
 * @throws ProblemError `not_allowed` for a filter that the role may not use, `store_unavailable`
 */
export const listActivity = operation('listActivity', {
  input: ActivityFilters.extend({
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  async run(context, search): Promise<ActivityPage> {
    const isFolding = search.outcome !== 'refused'
    const found = await loadVisibleActivity(context, search, (isFolding ? MAX_FOLDED : PAGE_SIZE) + 1)
    const end = isFolding ? foldedPageEnd(found) : PAGE_SIZE
    const entries = found.slice(0, end)
    const next = found.length > end ? (entries.at(-1)?.sequence ?? null) : null
    return { entries: isFolding ? foldRefusals(entries) : entries, next, asOf: context.now().toISOString() }
  },
})

/** Returns the number of entries that make one page, once folded. */
function foldedPageEnd(found: readonly ActivityEntry[]): number {
  const rows = new Set<string | number>()
  const end = found.findIndex((entry) => {
    rows.add(refusalOf(entry) ?? entry.sequence)
    return rows.size > PAGE_SIZE
  })
  return Math.min(end < 0 ? found.length : end, MAX_FOLDED)
}

const MAX_OF_SUBSCRIPTION = 50

/**
 * Returns the newest entries about a subscription, at most 50, of all users, without reads. Notes and requests that were refused or never
 * sent are left out before a change or decision is, and refusals of a person and hour are one entry with their number. Every signed-in user
 * may read them.
 * @throws ProblemError `store_unavailable`
 */
export const getSubscriptionHistory = operation('getSubscriptionHistory', {
  input: SubscriptionInput,
  describe:
    'The newest 50 audit entries about a subscription: who requested a change in this console, why, and its `outcome`. An entry does not prove that anything changed. Changes made elsewhere are not in it.',
  tool: {},
  async run(context, { id }): Promise<SubscriptionHistory> {
    const search = { objectKind: 'subscription', objectId: id } as const
    const load = (areBesideChanges: boolean) =>
      readWithin(context, (db) =>
        readActivity(db, search, MAX_OF_SUBSCRIPTION, { isWithoutReads: true, areBesideChanges }),
      )
    const changes = await load(false)
    const others = changes.length < MAX_OF_SUBSCRIPTION ? foldRefusals(await load(true)) : []
    const entries = [...changes, ...others].slice(0, MAX_OF_SUBSCRIPTION)
    return { entries: entries.toSorted((a, b) => b.sequence - a.sequence) }
  },
})

/** Returns the entries with one for the refusals of each person, action and hour: the newest, with their number when there are several. */
function foldRefusals(entries: readonly ActivityEntry[]): ActivityEntry[] {
  const counts = new Map<string, number>()
  const newest = entries.filter((entry) => {
    const key = refusalOf(entry)
    if (key === undefined) return true
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count === 0
  })
  return newest.map((entry) => {
    const count = counts.get(refusalOf(entry) ?? '') ?? 1
    return count === 1 ? entry : { ...entry, detail: { ...entry.detail, refused: String(count) } }
  })
}

const namesOf = (isIncluded: (operation: OperationLine) => boolean) =>
  Object.entries<OperationLine>(OPERATIONS).flatMap(([name, each]) => (isIncluded(each) ? name : []))
const SIGN_INS: ReadonlySet<string> = new Set(namesOf(({ kind }) => kind === 'session'))

/**
 * Returns what a request that a role did not allow is folded by; undefined for any other entry. Of the entries that are refused without
 * an end of their own, only those of sign-ins are something else. Not by the detail, which not every role sees.
 */
const refusalOf = ({ outcome, endedAt, actor, action, at }: ActivityEntry) =>
  outcome === 'refused' && endedAt === null && !SIGN_INS.has(action)
    ? JSON.stringify([actor, action, at.slice(0, 13)])
    : undefined

/** The actions that every role sees. */
const CANCELLATIONS = [
  'cancelSubscription',
  'deleteSubscription',
  'proposeCancel',
  'proposeDelete',
] satisfies OperationName[]

const LIMITS: Record<ActivityScope, (actor: Actor) => ActivityLimits> = {
  all: () => ({}),
  own: ({ name }) => ({ actor: name }),
  cancellations: () => ({ actions: CANCELLATIONS }),
}

/** Returns what the activity of the actor is limited to. */
export const activityLimitsOf = (actor: Actor): ActivityLimits =>
  isSignedIn(actor) ? LIMITS[ACTIVITY_SCOPES[actor.role]](actor) : { actions: [] }

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
export function activityScopeOf(actor: Actor, search: ActivitySearch): ActivityScope {
  if (!isSignedIn(actor)) throw problemError('sign_in_required', 'Sign in to see the activity.')
  const scope = ACTIVITY_SCOPES[actor.role]
  if (scope === 'all') return scope
  const isOffered = Object.entries(search).every(([name, value]) => value === undefined || offersFilter(scope, name))
  if (!isOffered) throw problemError('not_allowed', `Your role (${actor.role}) ${REFUSED_FILTER[scope]}`)
  return scope
}

/**
 * Returns at most `limit` entries that match the search and that the actor's role may see, newest first, with the fields
 * that it may see. The list and the CSV both read here.
 * @throws ProblemError `not_allowed` as `activityScopeOf`, `store_unavailable`
 */
export async function loadVisibleActivity(
  context: Pick<OperationContext, 'actor' | 'signal'>,
  search: ActivitySearch,
  limit: number,
): Promise<ActivityEntry[]> {
  const scope = activityScopeOf(context.actor, search)
  const entries = await readWithin(context, (db) => readActivity(db, search, limit, LIMITS[scope](context.actor)))
  return scope === 'cancellations' ? entries.map(toCancellation) : entries
}

/** Returns who, what, when, why and the outcome of a cancel or delete. A field added later stays hidden. */
function toCancellation(entry: ActivityEntry): ActivityEntry {
  const { sequence, at, actor, action, object, reason, ticket, outcome, endedAt } = entry
  return { sequence, at, actor, action, object, reason, ticket, outcome, endedAt, detail: outcomeDetail(entry) }
}

const OUTCOME_FIELDS: ReadonlySet<string> = new Set(['state', 'note', 'decidedBy', 'closedBy'])

/** Returns the state of the change, and the note of the person who decided about it or closed it. */
const outcomeDetail = ({ detail }: ActivityEntry) =>
  Object.fromEntries(Object.entries(detail).filter(([name]) => OUTCOME_FIELDS.has(name)))

/** The filters of `listActivity`. */
export type ActivitySearch = z.infer<typeof ActivityFilters> & { before?: number | undefined }

const intent = alias(auditEntries, 'intent')
const end = alias(auditEntries, 'end')

/** The last outcome of an intent: a change has one for each of its states. Takes one index lookup for each intent. */
const ended = new QueryBuilder()
  .select({ at: sql<string>`${instantText(end.at)}`.as('ended_at'), outcome: end.outcome, detail: end.detail })
  .from(end)
  .where(eq(end.completes, intent.sequence))
  .orderBy(desc(end.sequence))
  .limit(1)
  .as('ended')

/** Limits a search to the entries of one actor, or of some actions. */
export interface ActivityLimits {
  actor?: string
  actions?: readonly string[]
  /** True without the reads of tools, which would hide what was changed. */
  isWithoutReads?: true
  /** True for notes, reviews, and requests that were refused or never sent alone; false for all others. */
  areBesideChanges?: boolean
}

const READS = namesOf(({ kind }) => kind === 'read')
const NOTES = namesOf(({ permission }) => permission === 'note')

/** Returns at most `limit` intents with their outcomes, newest first. */
export async function readActivity(
  db: Pick<Database, 'select'>,
  search: ActivitySearch,
  limit: number,
  limits: ActivityLimits = {},
): Promise<ActivityEntry[]> {
  const rows = await db
    .select({
      intent: { ...getTableColumns(intent), at: instantText(intent.at) },
      endedAt: ended.at,
      endedOutcome: ended.outcome,
      endedDetail: ended.detail,
    })
    .from(intent)
    .leftJoinLateral(ended, sql`true`)
    .where(
      and(
        eq(intent.phase, 'intent'),
        ...limitConditions(limits),
        search.before === undefined ? undefined : lt(intent.sequence, search.before),
        ...filterConditions(ACTIVITY_FILTERS, search, intent, RULES),
      ),
    )
    .orderBy(desc(intent.sequence))
    .limit(limit)
  return rows.map(({ intent: { objectKind, objectId, ...entry }, endedAt, endedOutcome, endedDetail }) => ({
    sequence: entry.sequence,
    at: entry.at,
    actor: entry.actor,
    role: entry.role,
    action: entry.action,
    object: objectKind === null || objectId === null ? null : { kind: objectKind, id: objectId },
    reason: entry.reason,
    ticket: entry.ticket,
    outcome: entry.outcome ?? endedOutcome,
    endedAt,
    detail: { ...detailOf(entry.detail), ...(endedDetail !== null && detailOf(endedDetail)) },
    requestId: entry.requestId,
  }))
}

const limitConditions = ({ actor, actions, isWithoutReads, areBesideChanges }: ActivityLimits) => [
  actor === undefined ? undefined : eq(intent.actor, actor),
  actions === undefined ? undefined : inArray(intent.action, actions),
  isWithoutReads && notInArray(intent.action, READS),
  areBesideChanges === undefined
    ? undefined
    : sql`(coalesce(${OUTCOME}, '') in ('refused', 'not_sent') or ${inArray(intent.action, NOTES)}) = ${areBesideChanges}`,
]

const OUTCOME = sql`coalesce(${intent.outcome}, ${ended.outcome})`

const RULES: Record<AuditRule, (value: string) => SQL> = {
  hasOutcome: (outcome) => (outcome === 'not_recorded' ? isNull(OUTCOME) : eq(OUTCOME, outcome)),
  isSince: (at) => gte(intent.at, at),
  isBefore: (at) => lt(intent.at, at),
}

const Detail = z.record(z.string(), z.unknown())

/** Parses an entry's detail; empty when a forged entry is not a JSON object. */
function detailOf(json: string): Record<string, string> {
  const fields = Detail.safeParse(parsed(json)).data ?? {}
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
