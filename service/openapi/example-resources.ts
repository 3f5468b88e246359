import type { CancelSubscriptionOutput } from '@/contract/billing/operations'
import type { Invoice } from '@/contract/billing/invoice'
import { PriceTerms, type Price } from '@/contract/billing/price'
import type { ExpandedSubscription } from '@/contract/billing/subscription'
import type { Transaction, TransactionPage } from '@/contract/billing/transaction'
import { z } from 'zod'

/*
 * The examples of the document: one customer with a subscription, an invoice and a ledger. The test of the document
 * imports them and asks the running service for each, so they are answers it really gives.
 */

/** The instant the examples are as of. */
export const EXAMPLE_NOW = '2026-03-10T12:00:00.000Z'
const start = { createdAt: '2026-01-31T09:30:00.000Z', updatedAt: '2026-01-31T09:30:00.000Z' }
const issued = { createdAt: '2026-02-28T09:30:00.000Z', updatedAt: '2026-03-02T14:05:10.250Z' }
const merchantId = 'example'

export const EXAMPLE_CUSTOMER = { id: 'cus_acme', externalId: 'acme-inc', name: 'Acme, Inc.', email: null }

const tokens = {
  ...start,
  id: 'bil_tokens',
  name: 'Tokens',
  description: 'Tokens read and written',
  slug: 'tokens',
  status: 'available' as const,
  billableType: 'metric',
  externalFlagId: null,
  includedLabel: null,
  singleUnitLabel: 'token',
  multipleUnitLabel: 'tokens',
  isPrivate: false,
  showOnInvoice: true,
  hidden: false,
  displayOrder: '1',
  eventQueryRules: {
    conditions: [[{ key: 'name', rule: 'equals', value: 'tokens_used' }]],
    calculation: 'sum',
    overProperty: 'data.quantity',
  },
}

const priceFields = {
  merchantId,
  ...start,
  billingCadence: 'monthly' as const,
  status: 'active' as const,
  blockOverage: false,
  usesCustomPricingUnit: false,
  customPricingUnitId: null,
  limit: null,
  maxUsage: null,
}
const base: Price = {
  ...priceFields,
  id: 'price_base',
  name: 'Scale, monthly',
  ...z.encode(PriceTerms, { priceType: 'fixed', rules: { price: '499.00', quantity: '1', cadence: 'monthly' } }),
  billingMode: 'advance',
  entityType: 'entitlement',
  billableId: null,
  billable: null,
}
const perToken: Price = {
  ...priceFields,
  id: 'price_tokens',
  name: null,
  ...z.encode(PriceTerms, {
    priceType: 'tier',
    rules: {
      tiers: [
        { start: '0', end: '1000000', price: '0' },
        { start: '1000000', end: null, price: '0.0000025' },
      ],
    },
  }),
  billingMode: 'arrears',
  entityType: 'metric',
  billableId: tokens.id,
  billable: tokens,
}

export const EXAMPLE_SUBSCRIPTION: ExpandedSubscription = {
  ...start,
  id: 'sub_acme',
  startDate: start.createdAt,
  endDate: null,
  status: 'active',
  allowCustomerChanges: true,
  autoChargeInvoice: false,
  autoSyncInvoice: true,
  autoSendInvoice: true,
  paymentGateway: 'stripe',
  isTrial: false,
  chargeForUsageBasedPricesDuringTrial: false,
  customerId: EXAMPLE_CUSTOMER.id,
  planId: 'plan_scale',
  merchantId,
  billingCadence: 'monthly',
  currency: 'USD',
  netTerms: 'net30',
  plan: {
    ...start,
    id: 'plan_scale',
    merchantId,
    externalId: 'scale',
    crossEnvironmentId: null,
    name: 'Scale',
    description: 'A base fee, and tokens by use',
    currency: 'USD',
    netTerms: 'net30',
    isPrivate: false,
    purchasable: true,
    requestPricingText: null,
    requestPricingUrl: null,
    status: 'available',
    prices: [{ price: base }, { price: perToken }],
    basePlanPriceId: base.id,
    basePlanPriceQuarterlyId: null,
    basePlanPriceAnnuallyId: null,
    basePlanPriceMonthlyStatus: 'active',
    basePlanPriceQuarterlyStatus: null,
    basePlanPriceAnnuallyStatus: null,
    basePlanPrice: base,
    basePlanPriceQuarterly: null,
    basePlanPriceAnnually: null,
  },
}

const { plan: _, ...withoutPlan } = EXAMPLE_SUBSCRIPTION
export const EXAMPLE_CANCELLED: CancelSubscriptionOutput = {
  cancelled: true,
  subscription: { ...withoutPlan, endDate: '2026-03-31T09:30:00.000Z', updatedAt: EXAMPLE_NOW },
}

export const EXAMPLE_INVOICE: Invoice = {
  ...issued,
  id: 'inv_1042',
  dueDate: '2026-03-30T09:30:00.000Z',
  issueDate: '2026-02-28T09:30:00.000Z',
  pendingDate: '2026-02-28T09:30:00.000Z',
  externalId: null,
  status: 'issued',
  vanityId: '1042',
  vanityIdString: '1042',
  customerId: EXAMPLE_CUSTOMER.id,
  merchantId,
  subscriptionId: EXAMPLE_SUBSCRIPTION.id,
  autoSyncInvoice: true,
  autoSendInvoice: true,
  autoChargeInvoice: false,
  paymentGateway: 'stripe',
  invoiceLineItems: [
    {
      ...issued,
      id: 'line_1',
      invoiceId: 'inv_1042',
      merchantId,
      priceId: perToken.id,
      amount: '3.0864175',
      description: 'Tokens, February',
      details: { quantity: '2234567', unitPrice: '0.0000025' },
      startDate: start.createdAt,
      endDate: '2026-02-28T09:30:00.000Z',
      price: {
        id: perToken.id,
        entityType: 'metric',
        rules: perToken.rules,
        billable: {
          id: tokens.id,
          showOnInvoice: true,
          hidden: false,
          singleUnitLabel: 'token',
          multipleUnitLabel: 'tokens',
        },
      },
    },
  ],
}

const allocation: Transaction = {
  ...issued,
  id: 'txn_1',
  merchantId,
  customerId: EXAMPLE_CUSTOMER.id,
  type: 'planAllocation',
  amount: '1000000',
  previousBalance: '0',
  newBalance: '1000000',
  allocationBlockId: 'block_1',
  billableId: tokens.id,
  eventId: null,
  operationId: null,
  billable: { id: tokens.id, name: tokens.name },
  allocationBlock: {
    id: 'block_1',
    amount: '1000000',
    customPricingUnitId: null,
    customPricingUnit: null,
    invoice: { id: EXAMPLE_INVOICE.id, vanityId: '1042' },
    subscription: { billingCadence: 'monthly', plan: { name: 'Scale' } },
  },
}
const usage: Transaction = {
  ...allocation,
  id: 'txn_2',
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  type: 'usage',
  amount: '-1250.5',
  previousBalance: '1000000',
  newBalance: '998749.5',
  eventId: 'evt_1',
}
export const EXAMPLE_TRANSACTIONS: TransactionPage = {
  results: [usage, allocation],
  count: 2,
  pages: 1,
  currentPage: 1,
}
