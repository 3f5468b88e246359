import { and, eq, gt, inArray, isNull, lt, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { FindHit } from '@/lib/find/find-result'
import type { Age, IndexedCustomer, IndexedInvoice, IndexedObject, IndexedSubscription } from '../indexed-objects'
import { type InvoiceChain, chainOf, dueOf } from '@/lib/invoices/invoice-chain'
import type { LastBalance, LedgerPool } from '@/lib/ledger/whole-ledger'
import type { Session } from '@/database/on-connection'
import { NOT_CHARGED_STATUSES, OWED_STATUSES } from '@/lib/invoices/owed-statuses'
import { exactOf } from '@/lib/money/decimal'
import { lastBalancesOf, type PoolStates } from '@/lib/ledger/pool-state'
import { seenObjects, type SeenRow } from '@/lib/store/index-schema'
import { ledgerReads } from '@/lib/store/ledger-schema'
import { readWithin } from '@/lib/store/console-store'
import { subscriptionChanges } from '@/lib/store/schema'

/** The subscription of an invoice, which alone names its currency (section 2.5). Not joined, so that a list is cut to its page first. */
const OF_SUBSCRIPTION = sql.raw(`from console.seen_objects as subscription
  where subscription.source = seen_objects.source and subscription.kind = 'subscription'
    and subscription.id = seen_objects.subscription_id`)

const { kind, id, name, status, at, customerId, subscriptionId, seenAt, goneAt, row } = seenObjects
const COLUMNS = {
  kind,
  id,
  name,
  status,
  at,
  customerId,
  subscriptionId,
  asOf: seenAt,
  goneAt,
  row,
  // Raw names here and below, because Drizzle leaves out those of tables.
  subscriptionRow: sql<SeenRow | null>`(select subscription.row ${OF_SUBSCRIPTION})`,
  subscriptionEnd: sql<string | null>`(select subscription.at ${OF_SUBSCRIPTION})`.mapWith(at),
  /**
   * The instant at which a delete from here, or a cancel before the start, was confirmed for a subscription that is gone. Changes without
   * a source are left out: their address may be another merchant's by now.
   */
  deletedAt: sql<string | null>`(
    select max(change.changed_at) from console.subscription_changes as change
    where seen_objects.kind = 'subscription' and seen_objects.gone_at is not null
      and change.source = seen_objects.source and change.subscription_id = seen_objects.id
      and change.state = 'CONFIRMED'
      and (change.action = 'delete'
        or change.before ->> 'startDate' > to_char(change.sent_at, 'YYYY-MM-DD"T"HH24:MI:SS')
          and change.before ->> 'startDate' < '3000')
  )`.mapWith(subscriptionChanges.changedAt),
  /** JSON of the newest complete read of the whole ledger. One of very many pools is left out: lists read up to 1,000 rows at once. */
  whole: sql<string | null>`(
    select json_build_object('asOf', reads.as_of, 'pools', reads."check" -> 'pools', 'isOrdered', reads."check" -> 'isOrdered')::text
    from ${ledgerReads} as reads
    where seen_objects.kind = 'customer' and reads.source = seen_objects.source and reads.external_id = seen_objects.id
      and reads.completed_at is not null and length((reads."check" -> 'pools')::text) < 20000
    order by reads.generation desc limit 1)`,
}

/** An object as it was seen last. */
export type SeenObject = Awaited<ReturnType<typeof selectSeen>>[number]

/** A connection or a transaction. */
export type Reading = Pick<Session, 'select'>

/** Selects objects of a source. @param sort the instants that a list is sorted by; `sortKeys` is their text */
export const selectSeen = (db: Reading, source: string, where: SQL | undefined, sort: readonly SQL[] = []) =>
  db
    .select({ ...COLUMNS, sortKeys: sql<string[]>`array[${sql.join([...sort], sql`, `)}]::text[]` })
    .from(seenObjects)
    .where(and(eq(seenObjects.source, source), where))
    .$dynamic()

const MAX_OF_SUBSCRIPTION = 50

/** Returns the invoices of a subscription, the latest period first, by issue date where it is not known; up to 50. */
export async function invoicesOfSubscription(db: Reading, source: string, ofSubscription: string) {
  const seen = await selectSeen(db, source, eq(subscriptionId, ofSubscription))
    .orderBy(sql`coalesce(${row} ->> 'periodEnd', ${row} ->> 'issueDate') collate "C" desc nulls last`, id)
    .limit(MAX_OF_SUBSCRIPTION)
  return seen.map((object) => ({
    ...listedInvoice(object),
    periodStart: object.row.periodStart ?? null,
    periodEnd: object.row.periodEnd ?? null,
  }))
}

/** Matches objects of these IDs, also of other kinds. */
export const hasId = (ids: readonly string[]): SQL => inArray(id, [...new Set(ids)])

/**
 * Matches a kind, and uses no index: the embedded database plans without statistics, and would read all objects of a kind to find
 * the few of an ID or a customer.
 */
export const isOfKind = (of: FindHit['kind']): SQL => sql`${kind} || '' = ${of}`

/** Returns these objects in their order, without those that the index does not have. */
export async function seenByIds(
  db: Reading,
  source: string,
  wanted: readonly { kind: FindHit['kind']; id: string }[],
): Promise<SeenObject[]> {
  if (wanted.length === 0) return []
  const found = await selectSeen(db, source, hasId(wanted.map((each) => each.id)))
  const seen = new Map(found.map((object) => [keyOf(object), object]))
  return wanted.flatMap((each) => seen.get(keyOf(each)) ?? [])
}

const keyOf = (object: { kind: FindHit['kind']; id: string }) => `${object.kind} ${object.id}`

/** Returns an object as Find shows it. */
export function foundObject(seen: SeenObject): IndexedObject {
  const [total, currency] = [storedTotal(seen.row), seen.row.currency ?? seen.subscriptionRow?.currency ?? null]
  return {
    kind: seen.kind,
    id: seen.id,
    name: seen.name,
    status: seen.status,
    amount: total,
    owed: seen.row.owed ?? null,
    currency,
    date: seen.at,
    customerId: seen.customerId,
    asOf: seen.asOf,
    goneAt: seen.goneAt,
    deletedAt: seen.deletedAt,
  }
}

/** Returns a subscription as lists show it. */
export const listedSubscription = ({ row: shown, ...seen }: SeenObject): IndexedSubscription => ({
  id: seen.id,
  planName: seen.name,
  status: seen.status,
  startDate: shown.startDate ?? null,
  endDate: seen.at,
  billingCadence: shown.billingCadence ?? null,
  pays: shown.pays ?? null,
  basePrice: shown.basePrice ?? null,
  currency: shown.currency ?? null,
  customerId: seen.customerId,
  asOf: seen.asOf,
  goneAt: seen.goneAt,
  deletedAt: seen.deletedAt,
})

/** Returns the total of an invoice, or the words for one that lacks lines. Rows of earlier versions may lack the API's own. */
const storedTotal = ({ total, owed, sentTotal }: SeenRow): string | null => (owed == null ? total : sentTotal) ?? null

/** Returns what `invoiceChain` returned when the invoice was read; null when a part of it was not stored. Nothing is due when it is gone. */
function storedChain({ row: shown, ...seen }: SeenObject): InvoiceChain | null {
  const [lines, total] = [exactOf(shown.total), exactOf(storedTotal(shown))]
  if (lines === null || total === null) return null
  const sums = { lines: lines.toFixed(), total: total.toFixed() }
  const due = seen.goneAt === null ? dueOf(seen.status, shown.owed ?? sums.total) : null
  return chainOf({ ...sums, due, basis: shown.isUnclear ? 'unclear' : shown.owed == null ? 'lines' : 'sums' })
}

/** Returns an invoice as lists show it. */
export const listedInvoice = ({ row: shown, ...seen }: SeenObject): IndexedInvoice => ({
  id: seen.id,
  number: seen.name,
  status: seen.status,
  total: storedTotal(shown),
  owed: shown.owed ?? null,
  chain: storedChain({ ...seen, row: shown }),
  currency: shown.currency ?? seen.subscriptionRow?.currency ?? null,
  issueDate: shown.issueDate ?? null,
  dueDate: seen.at,
  customerId: seen.customerId,
  subscriptionId: seen.subscriptionId,
  asOf: seen.asOf,
  goneAt: seen.goneAt,
})

const Balances = z.array(
  // Rows that version 0.3.0 stored have no key.
  z.object({ key: z.string().nullish(), unit: z.string().nullable(), balance: z.string().nullable() }),
)

/**
 * Returns a ledger with its stored balances, and those of its quiet pools where the whole ledger was read. The balance of a pool with
 * gaps is not known.
 */
export function listedCustomer({ whole, row: { count, balances: stored }, ...seen }: SeenObject): IndexedCustomer {
  const newest = stored == null ? [] : Balances.parse(stored)
  const { asOf, last } = wholeLedgerOf(whole)
  const isOf = (shown: (typeof newest)[number], { key, unitName }: LedgerPool) =>
    shown.key == null ? shown.unit === unitName : shown.key === key
  const quiet = last.filter(({ pool }) => !newest.some((shown) => isOf(shown, pool)))
  const balances = [
    ...newest.map((shown) => {
      const hasGaps = last.some(({ pool, gaps }) => gaps > 0 && isOf(shown, pool))
      return { unit: shown.unit, balance: hasGaps ? null : shown.balance, asOf: null }
    }),
    ...quiet.map(({ pool, balance }) => ({ unit: pool.unitName, balance, asOf })),
  ]
  return {
    id: seen.id,
    count: count ?? null,
    balances: stored == null && quiet.length === 0 ? null : balances,
    newestAt: seen.at,
    asOf: seen.asOf,
    goneAt: seen.goneAt,
  }
}

/** Returns the last balance of each pool of a whole ledger, and when it was read; no balances before that. */
function wholeLedgerOf(whole: string | null): { asOf: string | null; last: LastBalance[] } {
  if (whole === null) return { asOf: null, last: [] }
  const { asOf, ...check }: { asOf: string | null } & PoolStates = JSON.parse(whole)
  const readAt = asOf === null ? null : new Date(asOf).toISOString()
  return { asOf: readAt, last: lastBalancesOf(check, readAt) }
}

/** The dates of `isUsableDate`. */
const IS_USABLE = sql`(${at} >= '1900-01-01Z' and ${at} < '3000-01-01Z' and not (${at} >= '1970-01-01Z' and ${at} < '1970-01-02Z'))`

/** The sum of the lines of an invoice, and its total as in `storedTotal`. Null when it is unknown, words when it lacks lines. */
export const SUM_OF_LINES = sql<string | null>`${row} ->> 'total'`
export const INVOICE_TOTAL = sql<
  string | null
>`case when ${row} ->> 'owed' is null then ${row} ->> 'total' else ${row} ->> 'sentTotal' end`
/** Matches the invoices whose sums are by their lines, because what else the API sends contradicts them or says no sum. */
export const IS_UNCLEAR = sql`${row} ->> 'isUnclear' = 'true'`
/** Matches the invoices that are charged. */
export const IS_CHARGED = sql<boolean>`coalesce(${and(isNull(goneAt), notInArray(status, [...NOT_CHARGED_STATUSES]))}, ${isNull(goneAt)})`

/** What is still to pay of an invoice: by the API's own sums, else its total. Null when it is unknown, words when it lacks lines. */
export const AMOUNT_OWED = sql<string | null>`coalesce(${row} ->> 'owed', ${row} ->> 'total')`

/** Matches the invoices that a customer is expected to pay. Nothing is owed when the amount is zero or less. */
export const isOwed = and(
  inArray(status, [...OWED_STATUSES]),
  isNull(goneAt),
  sql`coalesce(${AMOUNT_OWED}, '') !~ '^(-|0+([.]0+)?$)'`,
)

/** Matches the invoices that would be owed if they were not below zero. */
const isUnusedCredit = and(inArray(status, [...OWED_STATUSES]), isNull(goneAt), sql`${AMOUNT_OWED} ~ '^-.*[1-9]'`)

/** Matches the invoices that are overdue: by their status, or still owed after their due day (UTC). */
export function isOverdue(now: Date): SQL | undefined {
  const today = `${now.toISOString().slice(0, 10)}T00:00:00.000Z`
  return and(isOwed, or(eq(status, 'overdue'), and(lt(at, today), IS_USABLE)))
}

const DAY_MS = 86_400_000

/**
 * Returns the expression of an invoice's age (`AGES`): the whole UTC days since the due day of an owed one, `credit` for a credit that
 * nothing has used, null for any other.
 */
export function ageOf(now: Date): SQL<Age | null> {
  const todayMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const since = (days: number) => new Date(todayMs - days * DAY_MS).toISOString()
  return sql<Age | null>`case when ${isUnusedCredit} then 'credit' when not (${isOwed}) then null
    when ${at} is null or not ${IS_USABLE} then 'noDate' when ${at} >= ${since(0)}::timestamptz then 'notDue'
    when ${at} >= ${since(30)}::timestamptz then 'to30' when ${at} >= ${since(60)}::timestamptz then 'to60'
    when ${at} >= ${since(90)}::timestamptz then 'to90' else 'over90' end`
}

const SOON_MS = 14 * 86_400_000

/** Matches the active subscriptions that end within 14 days. */
export const isEndingSoon = (now: Date): SQL | undefined =>
  and(
    eq(status, 'active'),
    isNull(goneAt),
    gt(at, now.toISOString()),
    lt(at, new Date(now.getTime() + SOON_MS).toISOString()),
  )

/** The currency of an invoice: its own, else its subscription's. */
export const INVOICE_CURRENCY = sql<
  string | null
>`coalesce(${row} ->> 'currency', (select subscription.row ->> 'currency' ${OF_SUBSCRIPTION}))`

/** A text filter reads the whole list. */
const TIMEOUT_MS = 3_000

/**
 * Reads a list on one connection, for three seconds at most.
 * @throws ProblemError `store_unavailable` after that; the signal's reason when it aborts
 */
export const readList = <List>(signal: AbortSignal | undefined, read: (db: Session) => Promise<List>): Promise<List> =>
  readWithin({ signal, ms: TIMEOUT_MS, tooSlow: TOO_SLOW }, read)

const TOO_SLOW =
  'The list took longer than 3 seconds to read. Use a filter other than the text, or search for one object in the Find box.'
