import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { NO_DATE } from '../indexed-objects'
import { type FilterName, type ListName, type ListRows, type ListRule, LISTS } from '../lists'
import type { Session } from '@/database/on-connection'
import { OWED_STATUSES } from '@/lib/invoices/owed-statuses'
import { userKey } from '@/lib/core/server/actor'
import { filterConditions, likePattern } from '@/lib/core/server/filters'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { indexedDifferences, openedObjects, seenObjects } from '@/lib/store/index-schema'
import { readRows } from '@/lib/store/read-schema'
import { subscriptionChanges } from '@/lib/store/schema'
import { checkedInvoices } from './compared-findings'
import {
  ageOf,
  isEndingSoon,
  isOverdue,
  isOwed,
  listedCustomer,
  listedSubscription,
  type SeenObject,
} from './seen-objects'
import { isWithoutInvoice, monthAfter } from './without-invoice'

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
  const { source } = context.environment.index
  const conditions = filterConditions(LISTS[list].filters, input, seenObjects, rulesOf(context, LISTS[list].kind))
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

/** Returns the conditions of the filters that are rules, for objects of a kind. */
const rulesOf = (context: OperationContext, ofKind: string): Record<ListRule, (value: string) => SQL | undefined> => ({
  isEnding: () => isEndingSoon(context.now()),
  isWithoutInvoice: (month) => isWithoutInvoice(context.environment.index.source, month),
  isChanged: () => isChangedUnseen(context, ofKind),
  isReadIn: (run) =>
    sql`${id} in (select read.id from ${readRows} as read where read.run_id = ${run} and read.outcome = 'read')`,
  isDue: (due) => isDue(due, context.now()),
  isIssuedIn,
  isOfPlan: (plan) => isOfPlan(context.environment.index.source, plan),
  hasVerdict: (verdict) => and(sql`${seenObjects.verdict} = ${verdict}`, eq(seenObjects.judgedAt, seenAt)),
})

/** Matches the owed invoices that are overdue, wait for a payment, or have an age of `AGES`. */
function isDue(due: string, now: Date): SQL | undefined {
  if (due === 'overdue') return isOverdue(now)
  if (due === 'failed') return hasFailed
  if (due === 'unconfirmed') return isUnconfirmed
  return and(inArray(status, [...OWED_STATUSES]), sql`${ageOf(now)} = ${due}`)
}

/** Matches the invoices that were issued in a UTC month, "2026-03", or that have no date of issue. */
function isIssuedIn(month: string): SQL {
  const date = sql`(${seenObjects.row} ->> 'issueDate') collate "C"`
  return month === NO_DATE ? sql`${date} is null` : sql`${date} >= ${month} and ${date} < ${monthAfter(month)}`
}

/** Matches the invoices whose subscription has a plan with this part of a name. */
const isOfPlan = (source: string, plan: string): SQL => sql`${subscriptionId} in (
  select subscription.id from ${seenObjects} as subscription
  where subscription.source = ${source} and subscription.kind = 'subscription' and subscription.name ilike ${likePattern(plan)})`

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
