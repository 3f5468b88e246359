import { and, eq, gt, ilike, isNull, lt, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { ConsoleInput } from '@/contract/console/operations'
import type {
  IndexedCustomer,
  IndexedList,
  IndexedSubscription,
  ListedInvoice,
} from '@/contract/console/indexed-objects'
import type { LedgerPool } from '@/contract/console/whole-ledger'
import type { Session } from '@/database/on-connection'
import { lastBalancesOf, type PoolStates } from '../../domain/whole-ledger/ledger-check'
import type { OperationContext } from '../operation-context'
import { indexedInvoices, indexedLedgers, indexedSubscriptions } from '../store/index-schema'
import { isOverdue } from './is-overdue'
import { withFindings } from './compared-findings'
import {
  CHECKED_COLUMNS,
  INVOICE_COLUMNS,
  LEDGER_COLUMNS,
  SUBSCRIPTION_COLUMNS,
  subscriptionOfInvoice,
} from './listed-columns'
import { countSeen, type ListedRow, type PageInput, pageOf, type PageQuery, readList, type Selection } from './page-of'

const SOON_MS = 30 * 86_400_000
/** A row without the date of the order comes last. */
const nullsLast = (date: AnyColumn, order: 'asc' | 'desc') =>
  sql`coalesce(${date}, ${order === 'asc' ? 'infinity' : '-infinity'}::timestamptz)`
const containsText = (columns: readonly AnyColumn[], text: string | undefined): SQL | undefined =>
  text === undefined
    ? undefined
    : or(...columns.map((column) => ilike(column, `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)))
const equalsIfSet = (column: AnyColumn, value: string | undefined) =>
  value === undefined ? undefined : eq(column, value)

/** Returns a page of the indexed subscriptions. @throws ProblemError `invalid_request` for a wrong cursor */
export const listSubscriptions = (
  context: OperationContext,
  input: ConsoleInput<'listSubscriptions'>,
): Promise<IndexedList<IndexedSubscription>> => readPage(context, input, selectSubscriptions(context, input))

/** Selects the subscriptions that match the filters, in their order. */
export function selectSubscriptions(
  { environment: { index }, now }: OperationContext,
  input: ConsoleInput<'exportSubscriptions'>,
) {
  const table = indexedSubscriptions
  const { id, planName, status, endDate, customerId, seenAt, goneAt } = table
  const at = now()
  const endsSoon = and(
    eq(status, 'active'),
    isNull(goneAt),
    gt(endDate, at.toISOString()),
    lt(endDate, new Date(at.getTime() + SOON_MS).toISOString()),
  )
  const where = and(
    eq(table.source, index.source),
    equalsIfSet(status, input.status),
    equalsIfSet(planName, input.plan),
    input.end && endsSoon,
    containsText([id, planName, customerId], input.text),
  )
  const sort = input.sort === 'seen' ? sql`${seenAt}` : nullsLast(endDate, input.order)
  const selectRows = (db: Session, { isOnPage, orderBy, limit }: PageQuery) =>
    db
      .select({ ...SUBSCRIPTION_COLUMNS, sortKey: sql<string>`${sort}::text` })
      .from(table)
      .where(and(where, isOnPage))
      .orderBy(...orderBy)
      .limit(limit)
  return { table, where, order: { sort, id }, selectRows }
}

/** Returns a page of the indexed invoices. @throws ProblemError `invalid_request` for a wrong cursor */
export const listInvoices = (
  context: OperationContext,
  input: ConsoleInput<'listInvoices'>,
): Promise<IndexedList<ListedInvoice>> => readPage(context, input, selectInvoices(context, input))

/** Selects the invoices that match the filters, in their order. */
export function selectInvoices(
  { environment: { index }, now }: OperationContext,
  input: ConsoleInput<'exportInvoices'>,
) {
  const table = indexedInvoices
  const { id, number, status, dueDate, customerId, subscriptionId, seenAt } = table
  const where = and(
    eq(table.source, index.source),
    equalsIfSet(status, input.status),
    input.due && isOverdue(now()),
    containsText([id, number, customerId, subscriptionId], input.text),
  )
  const sort = input.sort === 'seen' ? sql`${seenAt}` : nullsLast(dueDate, input.order)
  const subscription = subscriptionOfInvoice
  const selectRows = async (db: Session, { isOnPage, orderBy, limit }: PageQuery) => {
    const rows = await db
      .select({ ...INVOICE_COLUMNS, ...CHECKED_COLUMNS, sortKey: sql<string>`${sort}::text` })
      .from(table)
      .leftJoin(subscription, and(eq(subscription.source, table.source), eq(subscription.id, subscriptionId)))
      .where(and(where, isOnPage))
      .orderBy(...orderBy)
      .limit(limit)
    return (await withFindings(db, index.source, rows)).map((row) => {
      const { charges: _, ...listed } = row
      return listed
    })
  }
  return { table, where, order: { sort, id }, selectRows }
}

const Balances = z.array(
  // Rows of an earlier version have no key.
  z.object({ key: z.string().nullish(), unit: z.string().nullable(), balance: z.string().nullable() }),
)

/** Returns a ledger with its stored balances, and those of its quiet pools where the whole ledger was read. */
export function customerOf<Row extends { balances: string | null; whole: string | null }>({ whole, ...row }: Row) {
  const newest = row.balances === null ? null : Balances.parse(JSON.parse(row.balances))
  const quiet = quietBalances(whole, newest ?? [])
  const balances = [...(newest ?? []).map(({ unit, balance }) => ({ unit, balance, asOf: null })), ...quiet]
  return { ...row, balances: newest === null && quiet.length === 0 ? null : balances }
}

function quietBalances(whole: string | null, newest: z.infer<typeof Balances>) {
  if (whole === null) return []
  const { asOf, ...check }: { asOf: string | null } & PoolStates = JSON.parse(whole)
  const isNewest = ({ key, unitName }: LedgerPool) =>
    newest.some((shown) => (shown.key == null ? shown.unit === unitName : shown.key === key))
  return lastBalancesOf(check)
    .filter(({ pool }) => !isNewest(pool))
    .map(({ pool, balance }) => ({
      unit: pool.unitName,
      balance,
      asOf: asOf === null ? null : new Date(asOf).toISOString(),
    }))
}

/** Returns a page of the indexed ledgers. @throws ProblemError `invalid_request` for a wrong cursor */
export async function listCustomers(
  context: OperationContext,
  input: ConsoleInput<'listCustomers'>,
): Promise<IndexedList<IndexedCustomer>> {
  const { rows, ...list } = await readPage(context, input, selectCustomers(context, input))
  return { rows: rows.map(customerOf), ...list }
}

/** Selects the ledgers that match the filters, in their order. */
export function selectCustomers({ environment: { index } }: OperationContext, input: ConsoleInput<'exportCustomers'>) {
  const table = indexedLedgers
  const { id, newestAt, seenAt } = table
  const where = and(eq(table.source, index.source), containsText([id], input.text))
  const sort = input.sort === 'seen' ? sql`${seenAt}` : nullsLast(newestAt, input.order)
  const selectRows = (db: Session, { isOnPage, orderBy, limit }: PageQuery) =>
    db
      .select({ ...LEDGER_COLUMNS, sortKey: sql<string>`${sort}::text` })
      .from(table)
      .where(and(where, isOnPage))
      .orderBy(...orderBy)
      .limit(limit)
  return { table, where, order: { sort, id }, selectRows }
}

/** Reads a page, and counts all matching rows. */
const readPage = <Row extends ListedRow>(
  { signal, now }: OperationContext,
  input: PageInput,
  { table, where, order, selectRows }: Selection<Row>,
) =>
  readList(signal, async (db) => ({
    readAt: now().toISOString(),
    ...(await pageOf(input, order, (query) => selectRows(db, query))),
    ...(await countSeen(db, { table, where })),
  }))
