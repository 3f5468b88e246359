import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  ilike,
  inArray,
  isNull,
  lt,
  min,
  or,
  sql,
  type AnyColumn,
  type SQL,
} from 'drizzle-orm'
import { z } from 'zod'
import { idProblem } from '@/contract/requestable-id'
import type { ConsoleInput } from '@/contract/console/operations'
import {
  type Difference,
  type DifferenceList,
  type IndexedCustomer,
  type IndexedList,
  type IndexedRow,
  type IndexedSubscription,
  type ListedInvoice,
  MAX_COUNTED,
} from '@/contract/console/indexed-objects'
import type { Session } from '@/database/on-connection'
import type { Database } from '@/database/open-database'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'
import { indexedDifferences, seenObjects } from '../store/index-schema'
import { checkedInvoices } from './compared-findings'
import {
  foundObject,
  isOverdue,
  listedCustomer,
  listedSubscription,
  readList,
  type SeenObject,
  seenByIds,
  selectSeen,
} from './seen-objects'

const { kind, id, name, status, at, customerId, subscriptionId, seenAt, goneAt } = seenObjects

const SOON_MS = 30 * 86_400_000
const containsText = (columns: readonly AnyColumn[], text: string | undefined): SQL | undefined =>
  text === undefined
    ? undefined
    : or(...columns.map((column) => ilike(column, `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)))
const equalsIfSet = (column: AnyColumn, value: string | undefined) =>
  value === undefined ? undefined : eq(column, value)
/** An instant that no row lacks: a row without the date of the order comes last. */
const sortOf = (isSeen: boolean, order: 'asc' | 'desc') =>
  isSeen ? sql`${seenAt}` : sql`coalesce(${at}, ${order === 'asc' ? 'infinity' : '-infinity'}::timestamptz)`

/** The objects of a list that match its filters, and their order. */
export interface Selection<Row> {
  source: string
  where: SQL | undefined
  sort: SQL
  rowsOf: (db: Session, seen: SeenObject[]) => Row[] | Promise<Row[]>
}

/** Selects the subscriptions that match the filters, in their order. */
export function selectSubscriptions(
  { environment: { index }, now }: OperationContext,
  input: ConsoleInput<'exportSubscriptions'>,
): Selection<IndexedSubscription> {
  const today = now()
  const endsSoon = and(
    eq(status, 'active'),
    isNull(goneAt),
    gt(at, today.toISOString()),
    lt(at, new Date(today.getTime() + SOON_MS).toISOString()),
  )
  const where = and(
    eq(kind, 'subscription'),
    equalsIfSet(status, input.status),
    equalsIfSet(name, input.plan),
    input.end && endsSoon,
    containsText([id, name, customerId], input.text),
  )
  const sort = sortOf(input.sort === 'seen', input.order)
  return { source: index.source, where, sort, rowsOf: (_, seen) => seen.map(listedSubscription) }
}

/** Selects the invoices that match the filters, in their order. */
export function selectInvoices(
  { environment: { index }, now }: OperationContext,
  input: ConsoleInput<'exportInvoices'>,
): Selection<ListedInvoice> {
  const where = and(
    eq(kind, 'invoice'),
    equalsIfSet(status, input.status),
    input.due && isOverdue(now()),
    containsText([id, name, customerId, subscriptionId], input.text),
  )
  const rowsOf = async (db: Session, seen: SeenObject[]) =>
    (await checkedInvoices(db, index.source, seen)).map(({ invoice, checked }) => ({ ...invoice, checked }))
  return { source: index.source, where, sort: sortOf(input.sort === 'seen', input.order), rowsOf }
}

/** Selects the ledgers that match the filters, in their order. */
export function selectCustomers(
  { environment: { index } }: OperationContext,
  input: ConsoleInput<'exportCustomers'>,
): Selection<IndexedCustomer> {
  const where = and(eq(kind, 'customer'), containsText([id], input.text))
  const sort = sortOf(input.sort === 'seen', input.order)
  return { source: index.source, where, sort, rowsOf: (_, seen) => seen.map(listedCustomer) }
}

/** Returns a page of the indexed subscriptions. @throws ProblemError `invalid_request` for a wrong cursor */
export const listSubscriptions = (context: OperationContext, input: ConsoleInput<'listSubscriptions'>) =>
  readPage(context, input, selectSubscriptions(context, input))

/** Returns a page of the indexed invoices. @throws ProblemError `invalid_request` for a wrong cursor */
export const listInvoices = (context: OperationContext, input: ConsoleInput<'listInvoices'>) =>
  readPage(context, input, selectInvoices(context, input))

/** Returns a page of the indexed ledgers. @throws ProblemError `invalid_request` for a wrong cursor */
export const listCustomers = (context: OperationContext, input: ConsoleInput<'listCustomers'>) =>
  readPage(context, input, selectCustomers(context, input))

/** Reads a page, and counts all matching rows. */
const readPage = <Row extends IndexedRow>(
  { signal, now }: OperationContext,
  input: PageInput,
  selection: Selection<Row>,
): Promise<IndexedList<Row>> =>
  readList(signal, async (db) => ({
    readAt: now().toISOString(),
    ...(await pageOf(db, input, selection)),
    ...(await countSeen(db, selection)),
  }))

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
const Cursor = z.tuple([SortKey, z.string().refine((text) => idProblem(text) === null)])

/**
 * Returns one page of a list and the cursors of its neighbours. A cursor is the first or last row of a page, so that rows that come or go
 * meanwhile neither repeat nor hide others.
 * @throws ProblemError `invalid_request` for a cursor that is not of such a list
 */
async function pageOf<Row>(
  db: Session,
  { order, after, before, pageSize }: PageInput,
  { source, where, sort, rowsOf }: Selection<Row>,
): Promise<{ rows: Row[]; previous: string | null; next: string | null }> {
  const isBackwards = before !== undefined && after === undefined
  const direction = (order === 'asc') === isBackwards ? desc : asc
  const cursor = cursorOf(after ?? before)
  const comparison = sql.raw(direction === asc ? '>' : '<')
  const isOnPage = cursor && sql`(${sort}, ${id}) ${comparison} (${cursor[0]}::timestamptz, ${cursor[1]})`
  const found = await selectSeen(db, source, and(where, isOnPage), sort)
    .orderBy(direction(sort), direction(id))
    .limit(pageSize + 1)
  const hasMore = found.length > pageSize
  const seen = isBackwards ? found.slice(0, pageSize).toReversed() : found.slice(0, pageSize)
  const [first, last] = [seen.at(0), seen.at(-1)]
  return {
    rows: await rowsOf(db, seen),
    previous: first && (isBackwards ? hasMore : cursor !== undefined) ? cursorText(first) : null,
    next: last && (isBackwards || hasMore) ? cursorText(last) : null,
  }
}

const cursorText = (seen: SeenObject) => Buffer.from(JSON.stringify([seen.sortKey, seen.id])).toString('base64url')

function cursorOf(text: string | undefined): readonly [string, string] | undefined {
  if (text === undefined) return undefined
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch (cause) {
    throw problemError('invalid_request', 'This page of the list does not exist. Go to the first page.', { cause })
  }
}

/** Counts the rows up to `MAX_COUNTED`, and returns the oldest response among all of them. */
async function countSeen(
  db: Session,
  { source, where }: Selection<unknown>,
): Promise<{ count: number; hasMore: boolean; oldest: string | null }> {
  const oldestFirst = db
    .select({ seenAt })
    .from(seenObjects)
    .where(and(eq(seenObjects.source, source), where))
    .orderBy(seenAt)
    .limit(MAX_COUNTED + 1)
    .as('oldest_first')
  const [found] = await db.select({ count: count(), oldest: min(oldestFirst.seenAt) }).from(oldestFirst)
  const rows = found?.count ?? 0
  return { count: Math.min(rows, MAX_COUNTED), hasMore: rows > MAX_COUNTED, oldest: found?.oldest ?? null }
}

const MAX_LISTED = 20
const MAX_OF_CUSTOMER = 100

/** Returns what changed lately, of all objects or of one, newest first; at most 20. */
export async function listDifferences(
  { environment: { index } }: OperationContext,
  input: ConsoleInput<'listDifferences'>,
): Promise<DifferenceList> {
  const ofObject = input.kind === undefined || input.id === undefined ? undefined : isOf(input.kind, [input.id])
  return { differences: await selectDifferences(await consoleStore(), index.source, ofObject, MAX_LISTED) }
}

/** Returns what changed in these subscriptions and invoices, newest first; at most 100. */
export const differencesOf = (
  db: Database | Session,
  source: string,
  { subscriptionIds, invoiceIds }: { subscriptionIds: string[]; invoiceIds: string[] },
): Promise<Difference[]> =>
  selectDifferences(db, source, or(isOf('subscription', subscriptionIds), isOf('invoice', invoiceIds)), MAX_OF_CUSTOMER)

const isOf = (of: Difference['kind'], ids: string[]) =>
  and(eq(indexedDifferences.kind, of), inArray(indexedDifferences.id, ids))

async function selectDifferences(
  db: Database | Session,
  source: string,
  where: SQL | undefined,
  most: number,
): Promise<Difference[]> {
  const { source: _, seenAt: afterAt, ...columns } = getTableColumns(indexedDifferences)
  const rows = await db
    .select({ ...columns, afterAt })
    .from(indexedDifferences)
    .where(and(eq(indexedDifferences.source, source), where))
    .orderBy(desc(afterAt), columns.id, columns.field)
    .limit(most)
  const objects = (await seenByIds(db, source, rows)).map(foundObject)
  return rows.map((row) => {
    const object = objects.find((each) => each.kind === row.kind && each.id === row.id)
    return { ...row, name: object?.name ?? null, currency: object?.currency ?? null }
  })
}
