import { and, eq, inArray } from 'drizzle-orm'
import { DIFFERENCE_FIELDS, type Difference } from '@/contract/console/indexed-objects'
import type { DatabaseTransaction } from '@/database/open-database'
import { indexedDifferences, indexedInvoices, indexedSubscriptions } from '../store/index-schema'
import type { InvoiceRow, SubscriptionRow } from './indexed-rows'

type Fields = Partial<Record<Difference['field'], string | null | undefined>>

/** A missing date is a value: no end, no due day. Another value that becomes known has not changed. */
const DATES: ReadonlySet<string> = new Set(['endDate', 'dueDate'] satisfies Difference['field'][])

/**
 * Keeps the fields in which the new rows differ from the stored ones; call it before they are written. The caller has locked
 * the stored rows, so that two consoles note a difference once. A row older than the stored one is ignored.
 */
export async function writeDifferences(
  tx: DatabaseTransaction,
  subscriptions: readonly SubscriptionRow[],
  invoices: readonly InvoiceRow[],
): Promise<void> {
  const differences = [
    ...compareRows('subscription', subscriptions, await storedSubscriptions(tx, subscriptions), subscriptionFields),
    ...compareRows('invoice', invoices, await storedInvoices(tx, invoices), invoiceFields),
  ]
  if (differences.length > 0) await tx.insert(indexedDifferences).values(differences).onConflictDoNothing()
}

const subscriptionFields = ({ status, endDate, planName, pays }: SubscriptionRow): Fields => ({
  status,
  endDate,
  plan: planName,
  price: pays,
})
const invoiceFields = ({ status, total, dueDate }: InvoiceRow): Fields => ({ status, total, dueDate })

/** The rows of one write belong to one source. */
const matchesRows = (
  table: typeof indexedSubscriptions | typeof indexedInvoices,
  rows: readonly { source: string; id: string }[],
) =>
  and(
    eq(table.source, rows[0]?.source ?? ''),
    inArray(
      table.id,
      rows.map(({ id }) => id),
    ),
  )

async function storedSubscriptions(tx: DatabaseTransaction, rows: readonly SubscriptionRow[]) {
  const table = indexedSubscriptions
  if (rows.length === 0) return []
  return tx.select().from(table).where(matchesRows(table, rows))
}

async function storedInvoices(tx: DatabaseTransaction, rows: readonly InvoiceRow[]) {
  const table = indexedInvoices
  if (rows.length === 0) return []
  return tx.select().from(table).where(matchesRows(table, rows))
}

function compareRows<Row extends { source: string; id: string; seenAt: string }>(
  kind: 'subscription' | 'invoice',
  rows: readonly Row[],
  stored: readonly Row[],
  fieldsOf: (row: Row) => Fields,
) {
  const storedById = new Map(stored.map((row) => [row.id, row]))
  return rows.flatMap((row) => {
    const before = storedById.get(row.id)
    if (!before || before.seenAt >= row.seenAt) return []
    const { source, id, seenAt } = row
    const about = { source, kind, id, beforeAt: before.seenAt, seenAt }
    return changedFields(fieldsOf(before), fieldsOf(row)).map((change) => ({ ...about, ...change }))
  })
}

function changedFields(before: Fields, after: Fields) {
  return DIFFERENCE_FIELDS.flatMap((field) => {
    const [was, is] = [before[field] ?? null, after[field] ?? null]
    const isKnown = DATES.has(field) || (was !== null && is !== null)
    return was !== is && isKnown ? [{ field, before: was, after: is }] : []
  })
}
