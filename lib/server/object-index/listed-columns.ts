import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { indexedInvoices, indexedLedgers, indexedSubscriptions } from '../store/index-schema'
import { subscriptionChanges } from '../store/schema'
import { ledgerReads } from '../store/ledger-schema'

/** The subscription of an invoice, which alone names its currency (section 2.5): join it. */
export const subscriptionOfInvoice = alias(indexedSubscriptions, 'subscription')

/**
 * The instant at which a delete from here, or a cancel before the start, was confirmed for a subscription that is gone. Changes without
 * a source are left out: their address may be another merchant's by now. Raw names, because Drizzle leaves out those of tables here.
 */
export const DELETED_AT = sql<string | null>`(
  select max(change.changed_at) from console.subscription_changes as change
  where indexed_subscriptions.gone_at is not null
    and change.source = indexed_subscriptions.source and change.subscription_id = indexed_subscriptions.id
    and change.state = 'CONFIRMED'
    and (change.action = 'delete'
      or change.before ->> 'startDate' > to_char(change.sent_at, 'YYYY-MM-DD"T"HH24:MI:SS')
        and change.before ->> 'startDate' < '3000')
)`.mapWith(subscriptionChanges.changedAt)

// The columns of the indexed objects as `contract/console/indexed-objects.ts` has them.

export const SUBSCRIPTION_COLUMNS = {
  id: indexedSubscriptions.id,
  planName: indexedSubscriptions.planName,
  status: indexedSubscriptions.status,
  startDate: indexedSubscriptions.startDate,
  endDate: indexedSubscriptions.endDate,
  billingCadence: indexedSubscriptions.billingCadence,
  pays: indexedSubscriptions.pays,
  basePrice: indexedSubscriptions.basePrice,
  currency: indexedSubscriptions.currency,
  customerId: indexedSubscriptions.customerId,
  asOf: indexedSubscriptions.seenAt,
  goneAt: indexedSubscriptions.goneAt,
  deletedAt: DELETED_AT,
}

export const INVOICE_COLUMNS = {
  id: indexedInvoices.id,
  number: indexedInvoices.number,
  status: indexedInvoices.status,
  total: indexedInvoices.total,
  currency: subscriptionOfInvoice.currency,
  issueDate: indexedInvoices.issueDate,
  dueDate: indexedInvoices.dueDate,
  customerId: indexedInvoices.customerId,
  subscriptionId: indexedInvoices.subscriptionId,
  asOf: indexedInvoices.seenAt,
  goneAt: indexedInvoices.goneAt,
}

/** The columns that `withFindings` computes the findings of an invoice from. */
export const CHECKED_COLUMNS = {
  own: indexedInvoices.findings,
  charges: indexedInvoices.charges,
  subscriptionStart: subscriptionOfInvoice.startDate,
  subscriptionEnd: subscriptionOfInvoice.endDate,
  isTrial: subscriptionOfInvoice.isTrial,
}

export const LEDGER_COLUMNS = {
  id: indexedLedgers.id,
  count: indexedLedgers.count,
  balances: indexedLedgers.balances,
  /** JSON of the newest complete read of the whole ledger; null for one with very many pools, because lists read up to 1,000 rows. */
  whole: sql<string | null>`(
    select json_build_object('asOf', reads.as_of, 'pools', reads."check" -> 'pools', 'isOrdered', reads."check" -> 'isOrdered')::text from ${ledgerReads} as reads
    where reads.source = ${indexedLedgers}.source and reads.external_id = ${indexedLedgers}.id
      and reads.completed_at is not null and length((reads."check" -> 'pools')::text) < 20000
    order by reads.generation desc limit 1)`,
  newestAt: indexedLedgers.newestAt,
  asOf: indexedLedgers.seenAt,
  goneAt: indexedLedgers.goneAt,
}
