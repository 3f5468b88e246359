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
  openedObjects,
  watchedObjects,
} from '../store/index-schema'
import { ledgerReads } from '../store/ledger-schema'
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
 * Deletes all that the index knows of a customer, in every source: its ledgers, subscriptions, invoices and links, what changed in
 * them, the sums of its ledger, and who opened or watches them. Customers of the API that share its ledger are forgotten with it; by a
 * customer ID of the API, only their ledger, its links and its invoices are. Writes the audit entry in the same transaction.
 * @param id an external ID, or a customer ID of the billing API
 * @returns the number of deleted rows
 */
export function forgetCustomer(db: Database, by: Forgetter, id: string): Promise<number> {
  return recordedTransaction(db, async (tx) => {
    const ofLedger = await tx.select().from(indexedLinks).where(eq(indexedLinks.externalId, id))
    const customers = [...new Set([id, ...linkedIds('customer', ofLedger)])]
    const namedBy = inArray(
      indexedLinks.id,
      customers.map((customer) => linkId('customer', customer)),
    )
    const named = await tx.select().from(indexedLinks).where(namedBy)
    const externalIds = [...new Set([id, ...named.map(({ externalId }) => externalId)])]
    const links = await tx.select().from(indexedLinks).where(inArray(indexedLinks.externalId, externalIds))
    const invoices = linkedIds('invoice', links)
    const ofInvoices = or(inArray(indexedInvoices.customerId, customers), inArray(indexedInvoices.id, invoices))
    const billed = await tx.select({ id: indexedInvoices.subscriptionId }).from(indexedInvoices).where(ofInvoices)
    const subscriptions = billed.flatMap(({ id: billedId }) => billedId ?? [])
    const deleted = await deleteRows(tx, {
      subscriptions: or(
        inArray(indexedSubscriptions.customerId, customers),
        inArray(indexedSubscriptions.id, subscriptions),
      ),
      named: { subscription: subscriptions, invoice: invoices, customer: externalIds },
      invoices: ofInvoices,
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
    const deleted = await deleteRows(tx, null)
    await record(tx, by, deleted)
    return deleted
  })
}

interface Which extends Record<'subscriptions' | 'invoices' | 'ledgers' | 'links', SQL | undefined> {
  /** Objects that may be opened or watched without a row. */
  named: Record<'subscription' | 'invoice' | 'customer', string[]>
}

/** @param which null for every row */
async function deleteRows(tx: DatabaseTransaction, which: Which | null): Promise<number> {
  const subscriptions = await tx.delete(indexedSubscriptions).where(which?.subscriptions).returning(ID)
  const invoices = await tx.delete(indexedInvoices).where(which?.invoices).returning(ID)
  const ledgers = await tx.delete(indexedLedgers).where(which?.ledgers).returning(ID)
  const { rowCount: links } = await tx.delete(indexedLinks).where(which?.links)
  const isWholeLedger = which && inArray(ledgerReads.externalId, which.named.customer)
  await tx.delete(ledgerReads).where(isWholeLedger ?? undefined)
  let deleted = subscriptions.length + invoices.length + ledgers.length + (links ?? 0)
  for (const table of [indexedDifferences, openedObjects, watchedObjects]) {
    const isOf = (kind: keyof Which['named'], rows: readonly { id: string }[]) =>
      and(sql`${table.kind} = ${kind}`, inArray(table.id, [...rows.map(({ id }) => id), ...(which?.named[kind] ?? [])]))
    const ofThese = or(isOf('subscription', subscriptions), isOf('invoice', invoices), isOf('customer', ledgers))
    const { rowCount } = await tx.delete(table).where(which === null ? undefined : ofThese)
    deleted += rowCount ?? 0
  }
  return deleted
}

const ID = { id: sql<string>`id` }

const record = (
  tx: DatabaseTransaction,
  { name, role, action, requestId, now }: Forgetter,
  rows: number,
  about: { object?: { kind: string; id: string } } = {},
) => appendEntry(tx, { at: now, actor: name, role, action, requestId, outcome: 'done', detail: { rows }, ...about })
