import { and, asc, count, desc, eq, getTableColumns, ilike, inArray, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { idProblem } from '@/contract/requestable-id'
import {
  type Difference,
  type DifferenceList,
  type IndexedList,
  type IndexedRow,
  MAX_COUNTED,
  NO_DATE,
} from '../indexed-objects'
import {
  type FilterName,
  filtersOf,
  type ListFilter,
  type ListName,
  type ListRows,
  type ListRule,
  LISTS,
} from '../lists'
import type { Session } from '@/database/on-connection'
import type { Database } from '@/database/open-database'
import { OWED_STATUSES } from '@/lib/invoices/owed-statuses'
import { userKey } from '@/lib/core/server/actor'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { consoleStore, readWithin } from '@/lib/store/console-store'
import { indexedDifferences, openedObjects, seenObjects } from '@/lib/store/index-schema'
import { readRows } from '@/lib/store/read-schema'
import { subscriptionChanges } from '@/lib/store/schema'
import { checkedInvoices } from './compared-findings'
import {
  ageOf,
  foundObject,
  hasId,
  isEndingSoon,
  isOverdue,
  isOwed,
  listedCustomer,
  listedSubscription,
  readList,
  type SeenObject,
  seenByIds,
  selectSeen,
} from './seen-objects'
import { isWithoutInvoice, monthAfter } from './without-invoice'
import type { ListSubscriptionsInput, ListInvoicesInput, ListCustomersInput } from './list-input'

const { kind, id, status, at, subscriptionId, seenAt } = seenObjects

/**
 * Returns the instants that a list is sorted by: the second decides between rows of the same response. No row lacks one: a row without
 * the date comes last.
 */
function sortOf(by: string, order: 'asc' | 'desc'): SQL[] {
  const date = sql`coalesce(${at}, ${order === 'asc' ? 'infinity' : '-infinity'}::timestamptz)`
  return by === 'seen' || by === 'attention' ? [sql`${seenAt}`, date] : [date, sql`${seenAt}`]
}

/** The objects of a list that match its filters, and their order. */
export interface Selection<Row> {
  source: string
  where: SQL | undefined
  /** The conditions of the groups of rows that come first, the most urgent group at the start. A row is in the first that it matches. */
  firstGroups: (SQL | undefined)[]
  sort: SQL[]
  rowsOf: (db: Session, seen: SeenObject[]) => Row[] | Promise<Row[]>
}

/** The filters and the order of a list. */
export type ListFilters<Name extends ListName> = { [Filter in FilterName<Name>]?: string | undefined } & {
  sort?: string
  order?: 'asc' | 'desc'
}

/** Selects the rows of a list that match its filters, in their order. */
export function selectRows<Name extends ListName>(
  context: OperationContext,
  list: Name,
  input: ListFilters<Name>,
): Selection<ListRows[Name]> {
  const given: Readonly<Record<string, string | undefined>> = input
  const { source } = context.environment.index
  const conditions = filtersOf(list).map(([name, filter]) => {
    const value = given[name]
    return value === undefined ? undefined : conditionOf(filter, value, { context, source, list })
  })
  const { sort = 'seen', order = 'desc' } = input
  const rowsOf: RowReader<ListRows[Name]> = ROWS[list]
  return {
    source,
    where: and(eq(kind, LISTS[list].kind), ...conditions),
    firstGroups: sort === 'attention' ? FIRST_GROUPS[list](context.now()) : [],
    sort: sortOf(sort, order),
    rowsOf: (db, seen) => rowsOf(db, source, seen),
  }
}

type RowReader<Row> = (db: Session, source: string, seen: SeenObject[]) => Row[] | Promise<Row[]>
const ROWS: { [Name in ListName]: RowReader<ListRows[Name]> } = {
  subscriptions: (_, __, seen) => seen.map(listedSubscription),
  invoices: async (db, source, seen) =>
    (await checkedInvoices(db, source, seen)).map(({ invoice, checked, verdict }) => ({
      ...invoice,
      checked,
      verdict,
    })),
  customers: (_, __, seen) => seen.map(listedCustomer),
}

const hasFailed = and(isOwed, eq(status, 'paymentFailed'))
const isUnconfirmed = and(isOwed, eq(status, 'paymentActionRequired'))

/** The groups that come first by attention. */
const FIRST_GROUPS: Record<ListName, (now: Date) => Selection<unknown>['firstGroups']> = {
  subscriptions: (now) => [isEndingSoon(now)],
  invoices: (now) => [or(isOverdue(now), hasFailed, isUnconfirmed), isOwed],
  customers: () => [],
}

interface Filtered {
  context: OperationContext
  source: string
  list: ListName
}

/** Matches the rows whose column compares with the value as the filter says. */
function conditionOf(filter: ListFilter, value: string, of: Filtered): SQL | undefined {
  switch (filter.comparison) {
    case 'contains':
      return or(...filter.columns.map((column) => ilike(seenObjects[column], patternOf(value))))
    case 'equals':
      return eq(seenObjects[filter.column], value)
    case 'inMonth':
      return isInMonth(filter.field, value)
    default:
      return RULES[filter.comparison](value, of)
  }
}
const patternOf = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** The filters that are rules. */
const RULES: Record<ListRule, (value: string, of: Filtered) => SQL | undefined> = {
  isEnding: (_, { context }) => isEndingSoon(context.now()),
  isWithoutInvoice: (month, { source }) => isWithoutInvoice(source, month),
  isChanged: (_, { context, list }) => isChangedUnseen(context, LISTS[list].kind),
  isReadIn: (run) =>
    sql`${id} in (select read.id from ${readRows} as read where read.run_id = ${run} and read.outcome = 'read')`,
  isDue: (due, { context }) => isDue(due, context.now()),
  isOfPlan: (plan, { source }) => isOfPlan(source, plan),
  hasVerdict: (verdict) => and(sql`${seenObjects.verdict} = ${verdict}`, eq(seenObjects.judgedAt, seenAt)),
}

/** Matches the owed invoices that are overdue, wait for a payment, or have an age of `AGES`. */
function isDue(due: string, now: Date): SQL | undefined {
  if (due === 'overdue') return isOverdue(now)
  if (due === 'failed') return hasFailed
  if (due === 'unconfirmed') return isUnconfirmed
  return and(inArray(status, [...OWED_STATUSES]), sql`${ageOf(now)} = ${due}`)
}

/** Matches the objects with a date in a UTC month, "2026-03", or without one. */
function isInMonth(field: string, month: string): SQL {
  const date = sql`(${seenObjects.row} ->> ${sql.raw(`'${field}'`)}) collate "C"`
  return month === NO_DATE ? sql`${date} is null` : sql`${date} >= ${month} and ${date} < ${monthAfter(month)}`
}

/** Matches the invoices whose subscription has a plan with this part of a name. */
const isOfPlan = (source: string, plan: string): SQL => sql`${subscriptionId} in (
  select subscription.id from ${seenObjects} as subscription
  where subscription.source = ${source} and subscription.kind = 'subscription' and subscription.name ilike ${patternOf(plan)})`

/** Matches the objects that changed after the user opened them last: at most `MAX_KEPT` of `opened/`. */
function isChangedUnseen({ environment: { index }, actor }: OperationContext, of: string): SQL {
  return sql`${id} in (
    select opened.id from ${openedObjects} as opened
    where opened.source = ${index.source} and opened.user = ${userKey(actor)} and opened.kind = ${of} and exists (
      select 1 from ${indexedDifferences} as difference
      where difference.source = opened.source and difference.kind = opened.kind and difference.id = opened.id
        and difference.seen_at > opened.opened_at and not exists (
          -- The user's own change or decision is no news: it was sent between the two reads, or its effect shows late.
          select 1 from ${subscriptionChanges} as own
          where own.subscription_id = difference.id and own.source = opened.source and own.state = 'CONFIRMED'
            and own.sent_at <= difference.seen_at
            and (own.sent_at >= difference.before_at
              or own.changed_at >= difference.seen_at and difference.field in ('status', 'endDate'))
            and (${actor.name} in (own.actor, own.decided_by)
              or ${actor.userId ?? null} in (own.user_id, own.decided_by_user)))))`
}

/** Returns a page of the indexed subscriptions. @throws ProblemError `invalid_request` for a wrong cursor */
export const listSubscriptions = (context: OperationContext, input: z.infer<typeof ListSubscriptionsInput>) =>
  readPage(context, input, selectRows(context, 'subscriptions', input))

/** Returns a page of the indexed invoices. @throws ProblemError `invalid_request` for a wrong cursor */
export const listInvoices = (context: OperationContext, input: z.infer<typeof ListInvoicesInput>) =>
  readPage(context, input, selectRows(context, 'invoices', input))

/** Returns a page of the indexed ledgers. @throws ProblemError `invalid_request` for a wrong cursor */
export const listCustomers = (context: OperationContext, input: z.infer<typeof ListCustomersInput>) =>
  readPage(context, input, selectRows(context, 'customers', input))

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
  return {
    rows: await rowsOf(
      db,
      page.map(({ seen }) => seen),
    ),
    previous: first && (isBackwards ? hasMore : cursor !== undefined) ? cursorText(first) : null,
    next: last && (isBackwards || hasMore) ? cursorText(last) : null,
  }
}

/** Returns the conditions of the groups of a list, the most urgent first; each row is in one. */
const groupsOf = ({ firstGroups }: Selection<unknown>): (SQL | undefined)[] =>
  [...firstGroups, undefined].map((condition, group) =>
    and(condition, ...firstGroups.slice(0, group).map((before) => sql`(${before}) is not true`)),
  )

/** Returns the order of a whole list, as `pageOf` pages through it. */
function orderOf({ firstGroups, sort }: Selection<unknown>, order: 'asc' | 'desc'): SQL[] {
  const [direction, opposite] = order === 'asc' ? [asc, desc] : [desc, asc]
  const cases = firstGroups.map((condition, group) => sql`when ${condition} then ${sql.raw(String(group))}`)
  const group = cases.length > 0 && sql`case ${sql.join(cases, sql` `)} else ${sql.raw(String(firstGroups.length))} end`
  return [...(group ? [opposite(group)] : []), ...sort.map(direction), direction(id)]
}

/** Orders by date have no index: the whole list is sorted. */
const IDS_MS = 30_000
const IDS_TOO_SLOW = 'The list took longer than 30 seconds to read. Use a filter other than the text.'

/** Returns the IDs of a whole list in its order. @throws ProblemError `store_unavailable` after 30 seconds */
export async function selectIds(
  signal: AbortSignal | undefined,
  selection: Selection<unknown>,
  { order, limit }: { order: 'asc' | 'desc'; limit: number },
): Promise<string[]> {
  const { source, where } = selection
  // Raw rows, because mapping a million of them would block the process.
  const { rows } = await readWithin({ signal, ms: IDS_MS, tooSlow: IDS_TOO_SLOW }, (db) =>
    db.execute<{ id: string }>(
      db
        .select({ id })
        .from(seenObjects)
        .where(and(eq(seenObjects.source, source), where))
        .orderBy(...orderOf(selection, order))
        .limit(limit)
        .getSQL(),
    ),
  )
  return rows.map((row) => row.id)
}

const BATCH_SIZE = 1_000

/**
 * Reads the rows of a list by their IDs, in this order, in batches: other requests run between them. Leaves out rows that no longer
 * match.
 */
export async function* readBatches<Row>(
  signal: AbortSignal | undefined,
  { source, where, rowsOf }: Selection<Row>,
  ids: readonly string[],
): AsyncGenerator<Row[]> {
  for (let first = 0; first < ids.length; first += BATCH_SIZE) {
    const batch = ids.slice(first, first + BATCH_SIZE)
    yield await readList(signal, async (db) => {
      const found = await selectSeen(db, source, and(where, hasId(batch)))
      const byId = new Map(found.map((object) => [object.id, object]))
      return rowsOf(
        db,
        batch.flatMap((each) => byId.get(each) ?? []),
      )
    })
  }
}

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

const MAX_LISTED = 20
const MAX_OF_CUSTOMER = 100

/** Returns what changed lately, of all objects or of one, newest first; at most 20. */
export async function listDifferences(
  { environment: { index } }: OperationContext,
  input: { kind?: Difference['kind'] | undefined; id?: string | undefined },
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
