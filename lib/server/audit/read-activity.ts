import { and, desc, eq, getTableColumns, gte, ilike, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { ActivityEntry } from '@/contract/console/activity'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Database } from '@/database/open-database'
import { auditEntries } from '../store/schema'
import { instantText } from './instant-text'

/** The filters of `listActivity`. */
type ActivitySearch = ConsoleInput<'listActivity'>

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
}

/** Returns at most `limit` intents with their outcomes, newest first. */
export async function readActivity(
  db: Database,
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
    .where(and(eq(intent.phase, 'intent'), ...limitConditions(limits), ...conditions(search)))
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

const limitConditions = ({ actor, actions }: ActivityLimits) => [
  actor === undefined ? undefined : eq(intent.actor, actor),
  actions === undefined ? undefined : inArray(intent.action, actions),
]

function conditions({ before, actor, action, outcome, objectKind, objectId, from, to, text }: ActivitySearch) {
  const how = sql`coalesce(${intent.outcome}, ${ended.outcome})`
  const filters: (SQL | undefined | false)[] = [
    before !== undefined && lt(intent.sequence, before),
    actor !== undefined && ilike(intent.actor, part(actor)),
    action !== undefined && eq(intent.action, action),
    outcome !== undefined && (outcome === 'not_recorded' ? isNull(how) : eq(how, outcome)),
    objectKind !== undefined && eq(intent.objectKind, objectKind),
    objectId !== undefined && eq(intent.objectId, objectId),
    from !== undefined && gte(intent.at, from),
    to !== undefined && lt(intent.at, to),
    text !== undefined && or(ilike(intent.reason, part(text)), ilike(intent.ticket, part(text))),
  ]
  return filters.filter((condition) => condition !== false)
}

/** Returns a `like` pattern that finds the text anywhere, with its wildcards escaped. */
const part = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

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
