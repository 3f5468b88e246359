import type { BillingCadence } from '@/contract/billing/scalars'
import type { SubscriptionStatus } from '@/contract/billing/subscription'
import {
  bigint,
  foreignKey,
  index,
  type PgColumn,
  primaryKey,
  boolean,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, jsonText, opaqueId } from '@/database/columns'

/*
 * `document` has the exact JSON text that the API returns. Other columns exist only for search, sorting, locking,
 * comparison and changes. Ids are unique per merchant and kind, so every key begins with the merchant. There is no
 * foreign key between rows that may be imported in any order. `distribution.ts` has the place of each table in a cluster.
 */

const merchantId = () =>
  opaqueId('merchant_id')
    .notNull()
    .references(() => merchants.id)
const createdAt = () => instant('created_at').notNull()
/** Null when the imported object had none. */
const updatedAt = () => instant('updated_at')
const document = () => jsonText('document').notNull()

export const merchants = pgTable('merchants', {
  id: opaqueId('id').primaryKey(),
  createdAt: createdAt(),
  /** Changes with every plan, price or billable, which makes cached ones stale. */
  catalogueVersion: uuid('catalogue_version').notNull().defaultRandom(),
  /** True while the merchant has only data of `seed`: set with the row, cleared by an import or a key. */
  isDemo: boolean('is_demo').notNull().default(false),
})

/** Stores only the SHA-256 of a key, and its last four characters for recognition. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: opaqueId('id').primaryKey(),
    merchantId: merchantId(),
    type: text('type', { enum: ['secret', 'publishable'] }).notNull(),
    keyHash: text('key_hash').notNull(),
    hint: text('hint').notNull(),
    createdAt: createdAt(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [uniqueIndex('api_keys_key_hash').on(table.keyHash), index('api_keys_merchant').on(table.merchantId)],
)

/** The columns of every object with an ID, and its key. */
const objectColumns = () => ({
  merchantId: merchantId(),
  id: opaqueId('id').notNull(),
  updatedAt: updatedAt(),
  document: document(),
})
const byMerchantAndId = (table: { merchantId: PgColumn; id: PgColumn }) => [
  primaryKey({ columns: [table.merchantId, table.id] }),
]

export const customers = pgTable(
  'customers',
  { ...objectColumns(), externalId: opaqueId('external_id').notNull() },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.externalId] }),
    uniqueIndex('customers_id').on(table.merchantId, table.id),
  ],
)

/** A row for each merchant with imports: a batch locks it, so that imports of one merchant take turns. */
export const importTurns = pgTable('import_turns', { merchantId: opaqueId('merchant_id').primaryKey() })

/*
 * Plans, prices and billables are stored once per merchant and shared. Documents that contain one have `{"id": …}` in
 * its place (`shared-objects.ts`); the id may be of an object that was never sent.
 */
export const billables = pgTable('billables', objectColumns(), byMerchantAndId)
export const prices = pgTable('prices', objectColumns(), byMerchantAndId)
export const plans = pgTable('plans', objectColumns(), byMerchantAndId)

/**
 * `status` and `end_date` are the stored values; `subscription-state.ts` derives the current ones. `changed_at` is the
 * instant of the last cancel or delete here. `updated_at` may be ahead of it, and never decreases.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    ...objectColumns(),
    customerId: opaqueId('customer_id').notNull(),
    planId: opaqueId('plan_id').notNull(),
    startDate: instant('start_date').notNull(),
    endDate: instant('end_date'),
    status: text('status').$type<SubscriptionStatus>().notNull(),
    billingCadence: text('billing_cadence').$type<BillingCadence>().notNull(),
    changedAt: instant('changed_at'),
  },
  byMerchantAndId,
)

/** Invoices with their line items. Their customer and subscription may never be imported. */
export const invoices = pgTable('invoices', objectColumns(), byMerchantAndId)

/** The invoice of each line item. */
export const invoiceLineItems = pgTable(
  'invoice_line_items',
  {
    merchantId: opaqueId('merchant_id').notNull(),
    id: opaqueId('id').notNull(),
    invoiceId: opaqueId('invoice_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.invoiceId, table.id] }),
    uniqueIndex('invoice_line_items_id').on(table.merchantId, table.id),
    foreignKey({
      name: 'invoice_line_items_invoice',
      columns: [table.merchantId, table.invoiceId],
      foreignColumns: [invoices.merchantId, invoices.id],
    }),
  ],
)

/**
 * The counter row of a customer's ledger. Its entries have every sequence from `first_sequence` to `last_sequence` in
 * order of (created_at, id), so their count is `last - first + 1`. `clock` is the newest entry's `created_at`.
 */
export const customerLedgers = pgTable(
  'customer_ledgers',
  {
    merchantId: merchantId(),
    customerId: opaqueId('customer_id').notNull(),
    firstSequence: bigint('first_sequence', { mode: 'number' }).notNull().default(1),
    lastSequence: bigint('last_sequence', { mode: 'number' }).notNull().default(0),
    clock: instant('clock'),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.customerId] })],
)

/** Ledger entries. */
export const transactions = pgTable(
  'transactions',
  {
    merchantId: opaqueId('merchant_id').notNull(),
    customerId: opaqueId('customer_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    id: opaqueId('id').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    document: document(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('transactions_sequence').on(table.merchantId, table.customerId, table.sequence),
    foreignKey({
      name: 'transactions_ledger',
      columns: [table.merchantId, table.customerId],
      foreignColumns: [customerLedgers.merchantId, customerLedgers.customerId],
    }),
  ],
)
