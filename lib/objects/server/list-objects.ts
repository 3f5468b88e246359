import { and, asc, count, desc, eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { idProblem } from '@/contract/requestable-id'
import { type IndexedList, MAX_COUNTED } from '../indexed-objects'
import type { ListName, ListRows } from '../lists'
import type { Session } from '@/database/on-connection'
import { listPath } from '@/lib/core/paths'
import { operation } from '@/lib/core/server/operation'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { seenObjects } from '@/lib/store/index-schema'
import { ListCustomersInput, ListInvoicesInput, ListSubscriptionsInput } from './list-input'
import { readList, type SeenObject, selectSeen } from './seen-objects'
import { type ListFilters, type Selection, selectRows } from './select-rows'

const { id } = seenObjects

/** Returns a page of the indexed subscriptions. @throws ProblemError `invalid_request` for a wrong cursor */
export const listSubscriptions = operation('listSubscriptions', {
  input: ListSubscriptionsInput,
  describe:
    'The subscriptions that the console has read, with filters. `endDate` is the first moment after the end: with 2026-12-01T00:00Z the last day is 30 Nov. A date without a time is itself the last day.',
  tool: { page: (input) => listPath('subscriptions', input), rows: 'rows', from: 'index' },
  run: (context, input) => readPage(context, 'subscriptions', input),
})

/** Returns a page of the indexed invoices. @throws ProblemError `invalid_request` for a wrong cursor */
export const listInvoices = operation('listInvoices', {
  input: ListInvoicesInput,
  describe: 'The invoices that the console has read, with the verdict of their checks and with filters.',
  tool: { page: (input) => listPath('invoices', input), rows: 'rows', from: 'index' },
  run: (context, input) => readPage(context, 'invoices', input),
})

/** Returns a page of the indexed ledgers. @throws ProblemError `invalid_request` for a wrong cursor */
export const listCustomers = operation('listCustomers', {
  input: ListCustomersInput,
  describe: 'The customers that the console has read.',
  tool: { page: (input) => listPath('customers', input), rows: 'rows', from: 'index' },
  run: (context, input) => readPage(context, 'customers', input),
})

/** Reads a page, and counts all matching rows. */
function readPage<Name extends ListName>(
  context: OperationContext,
  list: Name,
  input: ListFilters<Name> & PageInput,
): Promise<IndexedList<ListRows[Name]>> {
  const selection = selectRows(context, list, input)
  return readList(context.signal, async (db) => ({
    readAt: context.now().toISOString(),
    ...(await pageOf(db, input, selection)),
    ...(await countSeen(db, selection)),
  }))
}

/** Which page of a list. */
interface PageInput {
  order: 'asc' | 'desc'
  after?: string | undefined
  before?: string | undefined
  pageSize: number
}

/** PostgreSQL's text of an instant in a UTC session. */
const SORT_KEY = /^(?:-?infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00)$/
const SortKey = z
  .string()
  .regex(SORT_KEY)
  .refine((key) => key.includes('infinity') || Number.isFinite(Date.parse(key.replace(/\+00$/, 'Z'))))
/** The group of `Selection.firstGroups`, the instants of its order, and the ID of a row. */
const Cursor = z.tuple([
  z.number().int().min(0).max(9),
  SortKey,
  SortKey,
  z.string().refine((text) => idProblem(text) === null),
])

/**
 * Returns one page of a list and the cursors of its neighbours. A cursor is the first or last row of a page, so that rows that come or go
 * meanwhile neither repeat nor hide others. The groups are read one after the other, so that each uses an index.
 * @throws ProblemError `invalid_request` for a cursor that is not of such a list
 */
async function pageOf<Row>(
  db: Session,
  { order, after, before, pageSize }: PageInput,
  selection: Selection<Row>,
): Promise<{ rows: Row[]; previous: string | null; next: string | null }> {
  const { source, where, sort, rowsOf } = selection
  const isBackwards = before !== undefined && after === undefined
  const direction = (order === 'asc') === isBackwards ? desc : asc
  const comparison = sql.raw(direction === asc ? '>' : '<')
  const cursor = cursorOf(after ?? before)
  const groups = groupsOf(selection).map((isInGroup, group) => ({ isInGroup, group }))
  if (direction === asc) groups.reverse()
  const start = cursor ? groups.findIndex(({ group }) => group === cursor[0]) : 0
  const found: { seen: SeenObject; group: number }[] = []
  for (const { isInGroup, group } of start < 0 ? [] : groups.slice(start)) {
    const isOnPage =
      cursor?.[0] === group
        ? sql`(${sql.join([...sort, id], sql`, `)}) ${comparison} (${cursor[1]}::timestamptz, ${cursor[2]}::timestamptz, ${cursor[3]})`
        : undefined
    const rows = await selectSeen(db, source, and(where, isInGroup, isOnPage), sort)
      .orderBy(...sort.map(direction), direction(id))
      .limit(pageSize + 1 - found.length)
    found.push(...rows.map((seen) => ({ seen, group })))
    if (found.length > pageSize) break
  }
  const hasMore = found.length > pageSize
  const page = isBackwards ? found.slice(0, pageSize).toReversed() : found.slice(0, pageSize)
  const [first, last] = [page.at(0), page.at(-1)]
  const objects = page.map(({ seen }) => seen)
  return {
    rows: await rowsOf(db, objects),
    previous: first && (isBackwards ? hasMore : cursor !== undefined) ? cursorText(first) : null,
    next: last && (isBackwards || hasMore) ? cursorText(last) : null,
  }
}

/** Returns the conditions of the groups of a list, the most urgent first; each row is in one. */
const groupsOf = ({ firstGroups }: Selection<unknown>): (SQL | undefined)[] =>
  [...firstGroups, undefined].map((condition, group) =>
    and(condition, ...firstGroups.slice(0, group).map((before) => sql`(${before}) is not true`)),
  )

const cursorText = ({ seen, group }: { seen: SeenObject; group: number }) =>
  Buffer.from(JSON.stringify([group, ...seen.sortKeys, seen.id])).toString('base64url')

function cursorOf(text: string | undefined): z.infer<typeof Cursor> | undefined {
  if (text === undefined) return undefined
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch (cause) {
    throw problemError('invalid_request', 'This page of the list does not exist. Go to the first page.', { cause })
  }
}

/** Counts the rows up to `MAX_COUNTED`. */
export async function countSeen(
  db: Session,
  { source, where }: Selection<unknown>,
): Promise<{ count: number; hasMore: boolean }> {
  const matching = db
    .select({ one: sql`1`.as('one') })
    .from(seenObjects)
    .where(and(eq(seenObjects.source, source), where))
    .limit(MAX_COUNTED + 1)
    .as('matching')
  const [found] = await db.select({ count: count() }).from(matching)
  const rows = found?.count ?? 0
  return { count: Math.min(rows, MAX_COUNTED), hasMore: rows > MAX_COUNTED }
}
