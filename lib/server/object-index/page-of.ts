import { asc, desc, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { MAX_COUNTED } from '@/contract/console/indexed-list'
import type { Database } from '@/database/open-database'
import { problemError } from '../problem'

/** The order of a list: an instant that no row lacks, then the ID. */
interface Order {
  sort: SQL
  id: AnyColumn
}

interface PageInput {
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

/** PostgreSQL's text of an instant in a UTC session. */
const SORT_KEY = /^(?:-?infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00)$/
const Cursor = z.tuple([z.string().regex(SORT_KEY), z.string()])

/**
 * Returns one page of a list and the cursors of its neighbours. A cursor is the last row of a page, so that rows that come or go
 * meanwhile neither repeat nor hide others.
 * @param select returns rows with their `sortKey`, by this condition, order and limit
 * @throws ProblemError `invalid_request` for a cursor that is not of such a list
 */
export async function pageOf<Row extends { id: string; sortKey: string }>(
  { order, after, before, pageSize }: PageInput,
  { sort, id }: Order,
  select: (where: SQL | undefined, orderBy: SQL[], limit: number) => Promise<Row[]>,
): Promise<Page<Omit<Row, 'sortKey'>>> {
  const isBackwards = before !== undefined && after === undefined
  const direction = (order === 'asc') === isBackwards ? desc : asc
  const cursor = cursorOf(after ?? before)
  const found = await select(
    cursor && sql`(${sort}, ${id}) ${sql.raw(direction === asc ? '>' : '<')} (${cursor[0]}::timestamptz, ${cursor[1]})`,
    [direction(sort), direction(id)],
    pageSize + 1,
  )
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

const cursorText = ({ sortKey, id }: { sortKey: string; id: string }) =>
  Buffer.from(JSON.stringify([sortKey, id])).toString('base64url')

function cursorOf(text: string | undefined): readonly [string, string] | undefined {
  if (text === undefined) return undefined
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch (cause) {
    throw problemError('invalid_request', 'This page of the list does not exist. Go to the first page.', { cause })
  }
}

/** Counts the rows of a query up to `MAX_COUNTED`. @param rows selects one column, unlimited */
export async function countUpToMost(db: Database, rows: SQL): Promise<{ count: number; hasMore: boolean }> {
  const counted = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${rows} limit ${MAX_COUNTED + 1}) as counted`,
  )
  const count = counted.rows[0]?.count ?? 0
  return { count: Math.min(count, MAX_COUNTED), hasMore: count > MAX_COUNTED }
}
