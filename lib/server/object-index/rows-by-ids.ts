import { and, eq, inArray } from 'drizzle-orm'
import type { IndexedCustomer, IndexedInvoice, IndexedSubscription } from '@/contract/console/indexed-objects'
import type { Session } from '@/database/on-connection'
import type { Database } from '@/database/open-database'
import { indexedInvoices, indexedLedgers, indexedSubscriptions } from '../store/index-schema'
import { customerOf } from './list-objects'
import { INVOICE_COLUMNS, LEDGER_COLUMNS, SUBSCRIPTION_COLUMNS, subscriptionOfInvoice } from './listed-columns'

/** Returns the indexed subscriptions among these, in any order. */
export async function subscriptionsByIds(
  db: Database | Session,
  source: string,
  ids: string[],
): Promise<IndexedSubscription[]> {
  const table = indexedSubscriptions
  return db
    .select(SUBSCRIPTION_COLUMNS)
    .from(table)
    .where(and(eq(table.source, source), inArray(table.id, ids)))
}

/** Returns the indexed invoices among these, in any order. */
export async function invoicesByIds(db: Database | Session, source: string, ids: string[]): Promise<IndexedInvoice[]> {
  const table = indexedInvoices
  const subscription = subscriptionOfInvoice
  return db
    .select(INVOICE_COLUMNS)
    .from(table)
    .leftJoin(subscription, and(eq(subscription.source, source), eq(subscription.id, table.subscriptionId)))
    .where(and(eq(table.source, source), inArray(table.id, ids)))
}

/** Returns the indexed ledgers among these, by ID. */
export async function ledgersByIds(db: Database | Session, source: string, ids: string[]): Promise<IndexedCustomer[]> {
  const table = indexedLedgers
  const rows = await db
    .select(LEDGER_COLUMNS)
    .from(table)
    .where(and(eq(table.source, source), inArray(table.id, ids)))
    .orderBy(table.id)
  return rows.map(customerOf)
}
