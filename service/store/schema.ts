import { BillingCadence } from '@/contract/billing/scalars'
import { SubscriptionStatus } from '@/contract/billing/subscription'
import { bigint, foreignKey, index, primaryKey } from 'drizzle-orm/pg-core'
import { boolean, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, jsonText, opaqueId, valuesOf } from '@/database/columns'

/*
 * What was given is kept in `document`, exact JSON text as it is returned; beside it only what is searched, sorted,
 * locked, compared or changed. An id is unique per merchant and kind, so every key begins with the merchant. Where rows
 * may be imported in another order or another run there is no foreign key.
 */

const merchantId = () =>
  opaqueId('merchant_id')
    .notNull()
    .references(() => merchants.id)
const createdAt = () => instant('created_at').notNull()
/** Null where the object came without. */
const updatedAt = () => instant('updated_at')
const document = () => jsonText('document').notNull()

export const merchants = pgTable('merchants', {
  id: opaqueId('id').primaryKey(),
  createdAt: createdAt(),
  /** Another one whenever a plan, a price or a billable has changed: what was read of them before is out of date then. */
  catalogueVersion: uuid('catalogue_version').notNull().defaultRandom(),
  /** True while the merchant holds nothing but what `seed` made: set with the row, cleared by an import or a key. */
  isDemo: boolean('is_demo').notNull().default(false),
})

/** Only the SHA-256 of a key is kept, and its last four characters to recognise it by. */
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

export const customers = pgTable(
  'customers',
  {
    merchantId: merchantId(),
    id: opaqueId('id').notNull(),
    externalId: opaqueId('external_id').notNull(),
    updatedAt: updatedAt(),
    document: document(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('customers_external_id').on(table.merchantId, table.externalId),
  ],
)

const sharedColumns = () => ({
  merchantId: merchantId(),
  id: opaqueId('id').notNull(),
  updatedAt: updatedAt(),
  document: document(),
})

/*
 * Plans, prices and billables are stored once per merchant and shared. In the document of what holds one stands
 * `{"id": …}` in its place (`shared-objects.ts`); it may name one that was never sent.
 */
export const billables = pgTable('billables', sharedColumns(), (table) => [
  primaryKey({ columns: [table.merchantId, table.id] }),
])
export const prices = pgTable('prices', sharedColumns(), (table) => [
  primaryKey({ columns: [table.merchantId, table.id] }),
])
export const plans = pgTable('plans', sharedColumns(), (table) => [
  primaryKey({ columns: [table.merchantId, table.id] }),
])

/**
 * `status` and `end_date` as stored; what they read as at an instant is `subscription-state.ts`. `changed_at` is when a
 * cancel or a delete here last changed it; `updated_at` may lie ahead of that, never of the stored one behind.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    merchantId: merchantId(),
    id: opaqueId('id').notNull(),
    customerId: opaqueId('customer_id').notNull(),
    planId: opaqueId('plan_id').notNull(),
    startDate: instant('start_date').notNull(),
    endDate: instant('end_date'),
    status: text('status', { enum: valuesOf(SubscriptionStatus) }).notNull(),
    billingCadence: text('billing_cadence', { enum: valuesOf(BillingCadence) }).notNull(),
    updatedAt: updatedAt(),
    changedAt: instant('changed_at'),
    document: document(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.id] })],
)

/** With its line items; it names a customer and a subscription that may never be imported. */
export const invoices = pgTable(
  'invoices',
  {
    merchantId: merchantId(),
    id: opaqueId('id').notNull(),
    updatedAt: updatedAt(),
    document: document(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.id] })],
)

/** Which invoice a line item is in: one. */
export const invoiceLineItems = pgTable(
  'invoice_line_items',
  {
    merchantId: opaqueId('merchant_id').notNull(),
    id: opaqueId('id').notNull(),
    invoiceId: opaqueId('invoice_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('invoice_line_items_invoice_id').on(table.merchantId, table.invoiceId),
    foreignKey({
      name: 'invoice_line_items_invoice',
      columns: [table.merchantId, table.invoiceId],
      foreignColumns: [invoices.merchantId, invoices.id],
    }),
  ],
)

/**
 * The counter row of a customer's ledger: its entries carry every sequence from `first_sequence` to `last_sequence`, in
 * order of (created_at, id); their count is `last - first + 1`. `clock` is the newest entry's `created_at`.
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
