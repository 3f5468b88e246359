import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { FindHit } from '@/contract/console/find'
import { inTransaction } from '@/database/on-connection'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { isOneOf, upsertRows } from '@/database/recordset'
import { indexedInvoices, indexedLedgers, indexedLinks, indexedSubscriptions } from '../store/index-schema'
import { areForgotten, type FencedWrite } from './forget-fence'
import { writeDifferences } from './write-differences'
import type { InvoiceRow, LedgerRow, LinkRow, SubscriptionRow } from './indexed-rows'

/** A write: a row that replaces an older one, an update of an existing row, a ledger that is not in the index yet, or the instant of a 404. */
export type IndexWrite = FencedWrite &
  (
    | { [Into in keyof Rows]: { into: Into; row: Rows[Into] } }[keyof Rows]
    | { into: 'gone'; kind: FindHit['kind']; row: { source: string; id: string; seenAt: string } }
  )

const TIMEOUT_MS = 10_000
const TABLES = { subscription: indexedSubscriptions, invoice: indexedInvoices, customer: indexedLedgers } as const

/** Returns a key that is unique for the row that is written. */
export function keyOf(write: IndexWrite): string {
  const owner = write.into === 'link' ? write.row.externalId : ''
  return JSON.stringify([write.into === 'newCustomer' ? write.into : (kindOf(write) ?? 'link'), owner, write.row.id])
}

/** A response that arrived later than a newer one changes nothing. */
const STORED_IS_NEWER = sql`stored.seen_at > excluded.seen_at`
const IS_STORED = sql`true`

/**
 * Writes rows of distinct keys in one transaction. Drops those of objects that were forgotten since they were read.
 * @returns the dropped writes
 * @throws errors of the store, or a TimeoutError after ten seconds
 */
export async function writeIndex(db: Database, all: readonly IndexWrite[]): Promise<IndexWrite[]> {
  return inTransaction({ db, signal: AbortSignal.timeout(TIMEOUT_MS) }, async (tx) => {
    const isForgotten = await areForgotten(tx, all)
    const writes = all.filter((_, index) => isForgotten[index] === false)
    const [subscriptions, invoices] = [rowsInto(writes, 'subscription'), rowsInto(writes, 'invoice')]
    await lockRows(tx, writes)
    await writeDifferences(tx, subscriptions, invoices)
    await upsertRows(tx, indexedSubscriptions, subscriptions, STORED_IS_NEWER)
    await updateSubscriptions(tx, rowsInto(writes, 'knownSubscription'))
    await upsertRows(tx, indexedInvoices, invoices, STORED_IS_NEWER)
    await upsertRows(tx, indexedLedgers, rowsInto(writes, 'customer'), STORED_IS_NEWER)
    await upsertRows(tx, indexedLedgers, rowsInto(writes, 'newCustomer'), IS_STORED)
    await upsertRows(tx, indexedLinks, rowsInto(writes, 'link'), STORED_IS_NEWER)
    for (const write of writes) {
      if (write.into !== 'gone') continue
      const { source, id, seenAt } = write.row
      const table = TABLES[write.kind]
      await tx
        .update(table)
        .set({ goneAt: seenAt })
        .where(and(eq(table.source, source), eq(table.id, id), lt(table.seenAt, seenAt), isNull(table.goneAt)))
    }
    return all.filter((_, index) => isForgotten[index] !== false)
  })
}

/** Locks the stored objects in one order, so that two consoles wait for each other instead of a deadlock. */
async function lockRows(tx: DatabaseTransaction, writes: readonly IndexWrite[]): Promise<void> {
  for (const kind of ['subscription', 'invoice', 'customer'] as const) {
    const table = TABLES[kind]
    const rows = writes.flatMap((write) => (kindOf(write) === kind ? write.row : []))
    const [first] = rows
    if (!first) continue
    const isWritten = and(
      eq(table.source, first.source),
      inArray(
        table.id,
        rows.map(({ id }) => id),
      ),
    )
    await tx.select({ id: table.id }).from(table).where(isWritten).orderBy(table.id).for('update')
  }
}

function kindOf(write: IndexWrite): FindHit['kind'] | null {
  if (write.into === 'gone') return write.kind
  if (write.into === 'link') return null
  if (write.into === 'newCustomer') return 'customer'
  return write.into === 'knownSubscription' ? 'subscription' : write.into
}

/** Updates those of the subscriptions that are in the index. */
async function updateSubscriptions(tx: DatabaseTransaction, rows: readonly SubscriptionRow[]): Promise<void> {
  const { source, id } = indexedSubscriptions
  const [first] = rows
  if (!first) return
  const isWritten = and(
    eq(source, first.source),
    isOneOf(
      id,
      rows.map((row) => row.id),
    ),
  )
  const stored = new Set((await tx.select({ id }).from(indexedSubscriptions).where(isWritten)).map((row) => row.id))
  const known = rows.filter((row) => stored.has(row.id))
  await writeDifferences(tx, known, [])
  await upsertRows(tx, indexedSubscriptions, known, STORED_IS_NEWER)
}

/** The row of each kind of write. */
interface Rows {
  subscription: SubscriptionRow
  knownSubscription: SubscriptionRow
  invoice: InvoiceRow
  customer: LedgerRow
  newCustomer: LedgerRow
  link: LinkRow
}

const rowsInto = <Into extends keyof Rows>(writes: readonly IndexWrite[], into: Into): Rows[Into][] =>
  writes
    .filter((write): write is { into: Into; row: Rows[Into] } & IndexWrite => write.into === into)
    .map(({ row }) => row)
