import { EventQueryRules, BillableStatus } from '@/contract/billing/billable'
import { InvoiceStatus, LineItemPrice } from '@/contract/billing/invoice'
import { PlanStatus } from '@/contract/billing/plan'
import { BillingMode, EntityType, PriceRules, PriceStatus } from '@/contract/billing/price'
import { BillingCadence, Currency, NetTerms, PaymentGateway } from '@/contract/billing/scalars'
import { SubscriptionStatus } from '@/contract/billing/subscription'
import { AllocationBlock, Transaction } from '@/contract/billing/transaction'
import { bigint, boolean, foreignKey, index, integer, numeric, primaryKey } from 'drizzle-orm/pg-core'
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { contractJson, instant, opaqueId, valuesOf } from './columns'

/*
 * Columns carry the contract's field names and hold what the contract holds: amounts as decimal strings, instants as
 * ISO strings. An id is unique per merchant and kind, so every key begins with the merchant. Where rows may be imported
 * in another order or another run there is no foreign key.
 */

const merchantId = () =>
  opaqueId('merchant_id')
    .notNull()
    .references(() => merchants.id)
const createdAt = () => instant('created_at').notNull()
const updatedAt = () => instant('updated_at').notNull()

export const merchants = pgTable('merchants', {
  id: opaqueId('id').primaryKey(),
  createdAt: createdAt(),
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
    name: text('name'),
    email: text('email'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('customers_external_id').on(table.merchantId, table.externalId),
  ],
)

export const billables = pgTable(
  'billables',
  {
    merchantId: merchantId(),
    id: opaqueId('id').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    slug: text('slug'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    status: text('status', { enum: valuesOf(BillableStatus) }).notNull(),
    billableType: text('billable_type').notNull(),
    externalFlagId: text('external_flag_id'),
    includedLabel: text('included_label'),
    singleUnitLabel: text('single_unit_label'),
    multipleUnitLabel: text('multiple_unit_label'),
    isPrivate: boolean('is_private').notNull(),
    showOnInvoice: boolean('show_on_invoice').notNull(),
    hidden: boolean('hidden').notNull(),
    displayOrder: numeric('display_order'),
    eventQueryRules: contractJson('event_query_rules', EventQueryRules),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.id] })],
)

/** `billable_id` may name a billable that was never sent, so it references nothing. */
export const prices = pgTable(
  'prices',
  {
    merchantId: merchantId(),
    id: opaqueId('id').notNull(),
    billableId: opaqueId('billable_id'),
    customPricingUnitId: opaqueId('custom_pricing_unit_id'),
    name: text('name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    billingCadence: text('billing_cadence', { enum: valuesOf(BillingCadence) }).notNull(),
    billingMode: text('billing_mode', { enum: valuesOf(BillingMode) }).notNull(),
    blockOverage: boolean('block_overage').notNull(),
    entityType: text('entity_type', { enum: valuesOf(EntityType) }).notNull(),
    priceType: text('price_type', { enum: ['unit', 'tier', 'fixed', 'none'] }).notNull(),
    rules: contractJson('rules', PriceRules).notNull(),
    status: text('status', { enum: valuesOf(PriceStatus) }).notNull(),
    usesCustomPricingUnit: boolean('uses_custom_pricing_unit').notNull(),
    limit: numeric('limit'),
    maxUsage: numeric('max_usage'),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.id] })],
)

export const plans = pgTable(
  'plans',
  {
    merchantId: merchantId(),
    id: opaqueId('id').notNull(),
    externalId: text('external_id'),
    crossEnvironmentId: text('cross_environment_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    name: text('name').notNull(),
    description: text('description'),
    currency: text('currency').notNull(),
    netTerms: text('net_terms', { enum: valuesOf(NetTerms) }),
    isPrivate: boolean('is_private').notNull(),
    purchasable: boolean('purchasable').notNull(),
    requestPricingText: text('request_pricing_text'),
    requestPricingUrl: text('request_pricing_url'),
    status: text('status', { enum: valuesOf(PlanStatus) }).notNull(),
    basePlanPriceId: opaqueId('base_plan_price_id'),
    basePlanPriceQuarterlyId: opaqueId('base_plan_price_quarterly_id'),
    basePlanPriceAnnuallyId: opaqueId('base_plan_price_annually_id'),
    basePlanPriceMonthlyStatus: text('base_plan_price_monthly_status', { enum: valuesOf(PriceStatus) }),
    basePlanPriceQuarterlyStatus: text('base_plan_price_quarterly_status', { enum: valuesOf(PriceStatus) }),
    basePlanPriceAnnuallyStatus: text('base_plan_price_annually_status', { enum: valuesOf(PriceStatus) }),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.id] })],
)

/** The prices of a plan in their order, `position` from 0. */
export const planPrices = pgTable(
  'plan_prices',
  {
    merchantId: opaqueId('merchant_id').notNull(),
    planId: opaqueId('plan_id').notNull(),
    position: integer('position').notNull(),
    priceId: opaqueId('price_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.planId, table.position] }),
    foreignKey({
      name: 'plan_prices_plan',
      columns: [table.merchantId, table.planId],
      foreignColumns: [plans.merchantId, plans.id],
    }),
    foreignKey({
      name: 'plan_prices_price',
      columns: [table.merchantId, table.priceId],
      foreignColumns: [prices.merchantId, prices.id],
    }),
  ],
)

/** `status` and `end_date` as stored; what they read as at an instant is `subscription-state.ts`. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    merchantId: merchantId(),
    id: opaqueId('id').notNull(),
    customerId: opaqueId('customer_id').notNull(),
    planId: opaqueId('plan_id').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    startDate: instant('start_date').notNull(),
    endDate: instant('end_date'),
    status: text('status', { enum: valuesOf(SubscriptionStatus) }).notNull(),
    allowCustomerChanges: boolean('allow_customer_changes').notNull(),
    autoChargeInvoice: boolean('auto_charge_invoice').notNull(),
    autoSyncInvoice: boolean('auto_sync_invoice').notNull(),
    autoSendInvoice: boolean('auto_send_invoice').notNull(),
    paymentGateway: text('payment_gateway', { enum: valuesOf(PaymentGateway) }),
    isTrial: boolean('is_trial').notNull(),
    chargeForUsageBasedPricesDuringTrial: boolean('charge_for_usage_based_prices_during_trial').notNull(),
    billingCadence: text('billing_cadence', { enum: valuesOf(BillingCadence) }).notNull(),
    currency: text('currency', { enum: valuesOf(Currency) }).notNull(),
    netTerms: text('net_terms', { enum: valuesOf(NetTerms) }),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({
      name: 'subscriptions_plan',
      columns: [table.merchantId, table.planId],
      foreignColumns: [plans.merchantId, plans.id],
    }),
  ],
)

/** An invoice names a customer and a subscription that may never be imported. */
export const invoices = pgTable(
  'invoices',
  {
    merchantId: merchantId(),
    id: opaqueId('id').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    dueDate: instant('due_date').notNull(),
    issueDate: instant('issue_date').notNull(),
    pendingDate: instant('pending_date').notNull(),
    externalId: text('external_id'),
    status: text('status', { enum: valuesOf(InvoiceStatus) }).notNull(),
    vanityId: bigint('vanity_id', { mode: 'number' }).notNull(),
    vanityIdString: text('vanity_id_string').notNull(),
    customerId: opaqueId('customer_id').notNull(),
    subscriptionId: opaqueId('subscription_id').notNull(),
    autoSyncInvoice: boolean('auto_sync_invoice'),
    autoSendInvoice: boolean('auto_send_invoice'),
    autoChargeInvoice: boolean('auto_charge_invoice'),
    paymentGateway: text('payment_gateway', { enum: valuesOf(PaymentGateway) }),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.id] })],
)

/** The lines of an invoice in their order, `position` from 0; `price` is the snapshot made with the line. */
export const invoiceLineItems = pgTable(
  'invoice_line_items',
  {
    merchantId: opaqueId('merchant_id').notNull(),
    id: opaqueId('id').notNull(),
    invoiceId: opaqueId('invoice_id').notNull(),
    position: integer('position').notNull(),
    priceId: opaqueId('price_id').notNull(),
    amount: numeric('amount').notNull(),
    description: text('description').notNull(),
    quantity: numeric('quantity').notNull(),
    unitPrice: numeric('unit_price').notNull(),
    startDate: instant('start_date').notNull(),
    endDate: instant('end_date').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    price: contractJson('price', LineItemPrice).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('invoice_line_items_position').on(table.merchantId, table.invoiceId, table.position),
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

/** Ledger entries. `billable` and `allocation_block` are snapshots, returned as they were stored. */
export const transactions = pgTable(
  'transactions',
  {
    merchantId: opaqueId('merchant_id').notNull(),
    customerId: opaqueId('customer_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    id: opaqueId('id').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    type: text('type').notNull(),
    amount: numeric('amount').notNull(),
    previousBalance: numeric('previous_balance'),
    newBalance: numeric('new_balance'),
    allocationBlockId: opaqueId('allocation_block_id'),
    billableId: opaqueId('billable_id'),
    eventId: opaqueId('event_id'),
    operationId: opaqueId('operation_id'),
    billable: contractJson('billable', Transaction.shape.billable.unwrap()),
    allocationBlock: contractJson('allocation_block', AllocationBlock),
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
