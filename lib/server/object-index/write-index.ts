import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { FindHit } from '@/contract/console/find'
import { inTransaction } from '@/database/in-transaction'
import type { Database } from '@/database/open-database'
import { upsertRows } from '@/database/recordset'
import { indexedInvoices, indexedLedgers, indexedLinks, indexedSubscriptions } from '../store/index-schema'
import { writeDifferences } from './write-differences'
import type { InvoiceRow, LedgerRow, LinkRow, SubscriptionRow } from './indexed-rows'

/** What is written: a row in place of an older one, a ledger where there is none yet, or the instant of a 404. */
export type IndexWrite =
  | { [Into in keyof Rows]: { into: Into; row: Rows[Into] } }[keyof Rows]
  | { into: 'gone'; kind: FindHit['kind']; row: { source: string; id: string; seenAt: string } }

const TIMEOUT_MS = 10_000
const TABLES = { subscription: indexedSubscriptions, invoice: indexedInvoices, customer: indexedLedgers } as const

/** Returns a key that is unique for the row that is written. */
export function keyOf(write: IndexWrite): string {
  const owner = write.into === 'link' ? write.row.externalId : ''
  return JSON.stringify([write.into === 'gone' ? write.kind : write.into, owner, write.row.id])
}

/** A response that arrived later than a newer one changes nothing. */
const IS_NEWER = sql`stored.seen_at > excluded.seen_at`
const IS_STORED = sql`true`

/** Writes rows of distinct keys in one transaction. @throws what the store throws, or a TimeoutError after ten seconds */
export async function writeIndex(db: Database, writes: readonly IndexWrite[]): Promise<void> {
  await inTransaction({ db, signal: AbortSignal.timeout(TIMEOUT_MS) }, async (tx) => {
    const [subscriptions, invoices] = [rowsInto(writes, 'subscription'), rowsInto(writes, 'invoice')]
    await writeDifferences(tx, subscriptions, invoices)
    await upsertRows(tx, indexedSubscriptions, subscriptions, IS_NEWER)
    await upsertRows(tx, indexedInvoices, invoices, IS_NEWER)
    await upsertRows(tx, indexedLedgers, rowsInto(writes, 'customer'), IS_NEWER)
    await upsertRows(tx, indexedLedgers, rowsInto(writes, 'newCustomer'), IS_STORED)
    await upsertRows(tx, indexedLinks, rowsInto(writes, 'link'), IS_NEWER)
    for (const write of writes) {
      if (write.into !== 'gone') continue
      const { source, id, seenAt } = write.row
      const table = TABLES[write.kind]
      await tx
        .update(table)
        .set({ goneAt: seenAt })
        .where(and(eq(table.source, source), eq(table.id, id), lt(table.seenAt, seenAt), isNull(table.goneAt)))
    }
  })
}

/** The row of each kind of write. */
interface Rows {
  subscription: SubscriptionRow
  invoice: InvoiceRow
  customer: LedgerRow
  newCustomer: LedgerRow
  link: LinkRow
}

const rowsInto = <Into extends keyof Rows>(writes: readonly IndexWrite[], into: Into): Rows[Into][] =>
  writes
    .filter((write): write is { into: Into; row: Rows[Into] } & IndexWrite => write.into === into)
    .map(({ row }) => row)
