import { asc, count, desc, min, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { idProblem } from '@/contract/requestable-id'
import { MAX_COUNTED } from '@/contract/console/indexed-objects'
import type { Session } from '@/database/on-connection'
import { problemError } from '../problem'
import type { indexedInvoices, indexedLedgers, indexedSubscriptions } from '../store/index-schema'
import { readWithin } from '../store/read-within'

/** The order of a list: an instant that no row lacks, then the ID. */
interface Order {
  sort: SQL
  id: AnyColumn
}

/** Which page of a list. */
export interface PageInput {
  order: 'asc' | 'desc'
  after?: string | undefined
  before?: string | undefined
  pageSize: number
}

interface Page<Row> {
  rows: Row[]
  previous: string | null
  next: string | null
}

/** What a page's rows are selected by. */
export interface PageQuery {
  isOnPage: SQL | undefined
  orderBy: SQL[]
  limit: number
}

/** A row with its place in the list. */
export interface ListedRow {
  id: string
  sortKey: string
}

/** The rows of a list that match its filters, and their order. */
export interface Selection<Row extends ListedRow> {
  table: ListedTable
  where: SQL | undefined
  order: Order
  selectRows: (db: Session, query: PageQuery) => Promise<Row[]>
}

/** A text filter reads the whole list. */
const TIMEOUT_MS = 3_000

/** PostgreSQL's text of an instant in a UTC session. */
const SORT_KEY = /^(?:-?infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00)$/
const SortKey = z
  .string()
  .regex(SORT_KEY)
  .refine((key) => key.includes('infinity') || Number.isFinite(Date.parse(key.replace(/\+00$/, 'Z'))))
const Cursor = z.tuple([SortKey, z.string().refine((id) => idProblem(id) === null)])

/**
 * Returns one page of a list and the cursors of its neighbours. A cursor is the first or last row of a page, so that rows that come or go
 * meanwhile neither repeat nor hide others.
 * @param select returns rows with their `sortKey`
 * @throws ProblemError `invalid_request` for a cursor that is not of such a list
 */
export async function pageOf<Row extends ListedRow>(
  { order, after, before, pageSize }: PageInput,
  { sort, id }: Order,
  select: (query: PageQuery) => Promise<Row[]>,
): Promise<Page<Omit<Row, 'sortKey'>>> {
  const isBackwards = before !== undefined && after === undefined
  const direction = (order === 'asc') === isBackwards ? desc : asc
  const cursor = cursorOf(after ?? before)
  const comparison = sql.raw(direction === asc ? '>' : '<')
  const found = await select({
    isOnPage: cursor && sql`(${sort}, ${id}) ${comparison} (${cursor[0]}::timestamptz, ${cursor[1]})`,
    orderBy: [direction(sort), direction(id)],
    limit: pageSize + 1,
  })
  const hasMore = found.length > pageSize
  const rows = isBackwards ? found.slice(0, pageSize).toReversed() : found.slice(0, pageSize)
  const [first, last] = [rows.at(0), rows.at(-1)]
  return {
    rows: rows.map((row) => {
      const { sortKey: _, ...shown } = row
      return shown
    }),
    previous: first && (isBackwards ? hasMore : cursor !== undefined) ? cursorText(first) : null,
    next: last && (isBackwards || hasMore) ? cursorText(last) : null,
  }
}

const cursorText = ({ sortKey, id }: ListedRow) => Buffer.from(JSON.stringify([sortKey, id])).toString('base64url')

function cursorOf(text: string | undefined): readonly [string, string] | undefined {
  if (text === undefined) return undefined
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch (cause) {
    throw problemError('invalid_request', 'This page of the list does not exist. Go to the first page.', { cause })
  }
}

/** Counts the rows up to `MAX_COUNTED`, and returns the oldest response among all of them. */
export async function countSeen(
  db: Session,
  { table, where }: { table: ListedTable; where: SQL | undefined },
): Promise<{ count: number; hasMore: boolean; oldest: string | null }> {
  const oldestFirst = db
    .select({ seenAt: table.seenAt })
    .from(table)
    .where(where)
    .orderBy(table.seenAt)
    .limit(MAX_COUNTED + 1)
    .as('oldest_first')
  const [found] = await db.select({ count: count(), oldest: min(oldestFirst.seenAt) }).from(oldestFirst)
  const rows = found?.count ?? 0
  return { count: Math.min(rows, MAX_COUNTED), hasMore: rows > MAX_COUNTED, oldest: found?.oldest ?? null }
}

type ListedTable = typeof indexedSubscriptions | typeof indexedInvoices | typeof indexedLedgers

/**
 * Reads a list on one connection, for three seconds at most.
 * @throws ProblemError `store_unavailable` after that; the signal's reason when it aborts
 */
export const readList = <List>(signal: AbortSignal | undefined, read: (db: Session) => Promise<List>): Promise<List> =>
  readWithin({ signal, ms: TIMEOUT_MS, tooSlow: TOO_SLOW }, read)

const TOO_SLOW =
  'The list took longer than 3 seconds to read. Use a filter other than the text, or search for one object in the Find box.'
