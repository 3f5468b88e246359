import { and, desc, eq, getTableColumns, gte, ilike, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { ActivityEntry } from '@/contract/console/activity'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Database } from '@/database/open-database'
import { auditEntries } from '../store/schema'
import { instantText } from './instant-text'

/** Some of the audit: what `listActivity` takes. */
type ActivitySearch = ConsoleInput<'listActivity'>

const begun = alias(auditEntries, 'begun')
const end = alias(auditEntries, 'end')

/** A write is told by several entries, one for each of its states: the last one counts. One step of an index each. */
const ended = new QueryBuilder()
  .select({ at: sql<string>`${instantText(end.at)}`.as('ended_at'), outcome: end.outcome, detail: end.detail })
  .from(end)
  .where(eq(end.completes, begun.sequence))
  .orderBy(desc(end.sequence))
  .limit(1)
  .as('ended')

/** What was done or tried, each with how it ended, newest first; at most `limit`. */
export async function readActivity(db: Database, search: ActivitySearch, limit: number): Promise<ActivityEntry[]> {
  const rows = await db
    .select({
      begun: { ...getTableColumns(begun), at: instantText(begun.at) },
      endedAt: ended.at,
      endedOutcome: ended.outcome,
      endedDetail: ended.detail,
    })
    .from(begun)
    .leftJoinLateral(ended, sql`true`)
    .where(and(eq(begun.phase, 'intent'), ...conditions(search)))
    .orderBy(desc(begun.sequence))
    .limit(limit)
  return rows.map(({ begun: { objectKind, objectId, ...entry }, endedAt, endedOutcome, endedDetail }) => ({
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

function conditions({ before, actor, action, outcome, objectKind, objectId, from, to, text }: ActivitySearch) {
  const how = sql`coalesce(${begun.outcome}, ${ended.outcome})`
  const asked: (SQL | undefined | false)[] = [
    before !== undefined && lt(begun.sequence, before),
    actor !== undefined && ilike(begun.actor, part(actor)),
    action !== undefined && eq(begun.action, action),
    outcome !== undefined && (outcome === 'not_recorded' ? isNull(how) : eq(how, outcome)),
    objectKind !== undefined && eq(begun.objectKind, objectKind),
    objectId !== undefined && eq(begun.objectId, objectId),
    from !== undefined && gte(begun.at, from),
    to !== undefined && lt(begun.at, to),
    text !== undefined && or(ilike(begun.reason, part(text)), ilike(begun.ticket, part(text))),
  ]
  return asked.filter((condition) => condition !== false)
}

/** A pattern of `like` that finds the text anywhere, its signs taken as they are. */
const part = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const Detail = z.record(z.string(), z.unknown())

/** What an entry tells beside its columns; of a forged one perhaps nothing. */
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
