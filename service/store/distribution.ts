import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  apiKeys,
  billables,
  customerLedgers,
  customers,
  importTurns,
  invoiceLineItems,
  invoices,
  merchants,
  plans,
  prices,
  subscriptions,
  transactions,
} from './schema'

/** Tables that every node holds whole. The migrations are among them, so that any node knows what has run. */
export const REFERENCE_TABLES: readonly PgTable[] = [merchants, apiKeys, plans, prices, billables]

/** A table whose rows are distributed by the hash of a column. */
export interface Distribution {
  table: PgTable
  by: PgColumn
  /** The table whose shards it shares: rows with the same value are on the same node. */
  colocatedWith?: PgTable
  /** Statements before. A unique index across shards becomes a plain one; the import checks uniqueness instead. */
  before?: readonly string[]
  /** Statements after. */
  after?: readonly string[]
}

/**
 * Each table by the ID it is asked by (section 4), so that a request needs one shard. A table that others refer to comes
 * before them.
 */
export const DISTRIBUTED_TABLES: readonly Distribution[] = [
  { table: importTurns, by: importTurns.merchantId },
  {
    table: customers,
    by: customers.externalId,
    before: ['drop index customers_id', 'create index customers_id on customers (merchant_id, id)'],
  },
  { table: subscriptions, by: subscriptions.id },
  {
    table: invoices,
    by: invoices.id,
    before: ['alter table invoice_line_items drop constraint invoice_line_items_invoice'],
  },
  {
    table: invoiceLineItems,
    by: invoiceLineItems.invoiceId,
    colocatedWith: invoices,
    before: [
      'drop index invoice_line_items_id',
      'create index invoice_line_items_id on invoice_line_items (merchant_id, id)',
    ],
    after: [
      `alter table invoice_line_items add constraint invoice_line_items_invoice
        foreign key (merchant_id, invoice_id) references invoices (merchant_id, id)`,
    ],
  },
  {
    table: customerLedgers,
    by: customerLedgers.customerId,
    before: ['alter table transactions drop constraint transactions_ledger'],
  },
  {
    table: transactions,
    by: transactions.customerId,
    colocatedWith: customerLedgers,
    before: [
      // A restored dump of a cluster has the second key, and the index.
      'alter table transactions drop constraint if exists transactions_merchant_id_id_pk',
      'alter table transactions drop constraint if exists transactions_pkey',
      'alter table transactions add primary key (merchant_id, customer_id, id)',
      'create index if not exists transactions_id on transactions (merchant_id, id)',
    ],
    after: [
      `alter table transactions add constraint transactions_ledger
        foreign key (merchant_id, customer_id) references customer_ledgers (merchant_id, customer_id)`,
    ],
  },
]
