import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { appendEntry } from '../audit/append-entry'
import { recordedTransaction } from '../audit/recorded-transaction'
import {
  indexedDifferences,
  indexedInvoices,
  indexedLedgers,
  indexedLinks,
  indexedSubscriptions,
} from '../store/index-schema'
import { linkId, linkedIds } from './indexed-rows'

/** Who forgets, for the audit. */
interface Forgetter {
  name: string
  role: string
  action: string
  requestId: string
  now: Date
}

/**
 * Deletes all that the index knows of a customer, in every source: its ledgers, subscriptions, invoices and links. Other customers of
 * a shared ledger are forgotten with it. Writes the audit entry in the same transaction.
 * @param id an external ID, or a customer ID of the billing API
 * @returns the number of deleted rows
 */
export function forgetCustomer(db: Database, by: Forgetter, id: string): Promise<number> {
  return recordedTransaction(db, async (tx) => {
    const ofLedger = await tx
      .select()
      .from(indexedLinks)
      .where(inArray(indexedLinks.externalId, [id]))
    const customers = [...new Set([id, ...linkedIds('customer', ofLedger)])]
    const namedBy = inArray(
      indexedLinks.id,
      customers.map((customer) => linkId('customer', customer)),
    )
    const named = await tx.select().from(indexedLinks).where(namedBy)
    const externalIds = [...new Set([id, ...named.map(({ externalId }) => externalId)])]
    const links = await tx.select().from(indexedLinks).where(inArray(indexedLinks.externalId, externalIds))
    const invoices = linkedIds('invoice', links)
    const deleted = await deleteRows(tx, {
      subscriptions: inArray(indexedSubscriptions.customerId, customers),
      invoices: or(inArray(indexedInvoices.customerId, customers), inArray(indexedInvoices.id, invoices)),
      ledgers: inArray(indexedLedgers.id, externalIds),
      links: inArray(indexedLinks.externalId, externalIds),
    })
    await record(tx, by, deleted, { object: { kind: 'customer', id } })
    return deleted
  })
}

/** Empties the index, in every source, and writes the audit entry. @returns the number of deleted rows */
export function forgetAll(db: Database, by: Forgetter): Promise<number> {
  return recordedTransaction(db, async (tx) => {
    const deleted = await deleteRows(tx, {})
    await record(tx, by, deleted)
    return deleted
  })
}

type Which = Partial<Record<'subscriptions' | 'invoices' | 'ledgers' | 'links', SQL | undefined>>

async function deleteRows(tx: DatabaseTransaction, which: Which): Promise<number> {
  const isAll = Object.keys(which).length === 0
  const subscriptions = await tx.delete(indexedSubscriptions).where(which.subscriptions).returning(ID)
  const invoices = await tx.delete(indexedInvoices).where(which.invoices).returning(ID)
  const responses = [
    await tx.delete(indexedLedgers).where(which.ledgers),
    await tx.delete(indexedLinks).where(which.links),
    await tx
      .delete(indexedDifferences)
      .where(isAll ? undefined : or(isOf('subscription', subscriptions), isOf('invoice', invoices))),
  ]
  return subscriptions.length + invoices.length + responses.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
}

const ID = { id: sql<string>`id` }
const isOf = (kind: 'subscription' | 'invoice', rows: readonly { id: string }[]) =>
  and(
    eq(indexedDifferences.kind, kind),
    inArray(
      indexedDifferences.id,
      rows.map(({ id }) => id),
    ),
  )

const record = (
  tx: DatabaseTransaction,
  { name, role, action, requestId, now }: Forgetter,
  rows: number,
  about: { object?: { kind: string; id: string } } = {},
) => appendEntry(tx, { at: now, actor: name, role, action, requestId, outcome: 'done', detail: { rows }, ...about })
