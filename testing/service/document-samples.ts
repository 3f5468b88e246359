import { exact, type JsonObject } from './plain-json'

/*
 * For tests: an object of each kind as another billing API would send it, with exactly the fields of the interface
 * document (section 2). They are independent of `service/samples/`, whose types come from the contract, because a check
 * against the document must not depend on the contract. `n` makes every id unique.
 */

const CREATED = { createdAt: '2026-01-31T00:00:00.000Z' }
const DATES = { ...CREATED, updatedAt: '2026-02-01T10:20:30.456Z' }

const billable = (n: string): JsonObject => ({
  id: `bil_${n}`,
  name: 'Tokens',
  description: 'What a model reads and writes',
  slug: 'tokens',
  ...DATES,
  status: 'available',
  billableType: 'entitlement',
  externalFlagId: 'flag_1',
  includedLabel: 'included',
  singleUnitLabel: 'token',
  multipleUnitLabel: 'tokens',
  isPrivate: false,
  showOnInvoice: true,
  hidden: false,
  displayOrder: 1.5,
  eventQueryRules: {
    conditions: [[{ key: 'name', rule: 'equals', value: 'tokens_used' }], []],
    calculation: 'sum',
    overProperty: 'data.quantity',
  },
})

const price = (n: string, merchantId: string): JsonObject => ({
  id: `price_${n}`,
  merchantId,
  billableId: `bil_${n}`,
  customPricingUnitId: 'unit_credits',
  name: 'Tokens, by the thousand',
  ...CREATED,
  billingCadence: 'monthly',
  billingMode: 'advance',
  blockOverage: false,
  entityType: 'entitlement',
  priceType: 'unit',
  rules: { quantity: 1000, price: 0.0025 },
  status: 'active',
  usesCustomPricingUnit: true,
  billable: billable(n),
  limit: 100000,
  maxUsage: exact('12345678901234567890.123456789012'),
})

const plan = (n: string, merchantId: string): JsonObject => ({
  id: `plan_${n}`,
  merchantId,
  externalId: 'scale',
  crossEnvironmentId: 'cross_1',
  ...DATES,
  name: 'Scale',
  description: 'For teams',
  currency: 'USD',
  netTerms: 'net30',
  isPrivate: false,
  purchasable: true,
  requestPricingText: 'Ask us',
  requestPricingUrl: 'https://example.com/pricing',
  status: 'available',
  prices: [
    { price: price(n, merchantId) },
    {
      price: {
        id: `price_tier_${n}`,
        priceType: 'tier',
        rules: {
          tiers: [
            { start: 0, end: 1000, price: 0.5 },
            { start: 1000, end: null, price: 0.25 },
          ],
          minimum: 5,
        },
      },
    },
  ],
  basePlanPriceId: `price_base_${n}`,
  basePlanPriceQuarterlyId: `price_quarterly_${n}`,
  basePlanPriceAnnuallyId: `price_annually_${n}`,
  basePlanPriceMonthlyStatus: 'active',
  basePlanPriceQuarterlyStatus: 'active',
  basePlanPriceAnnuallyStatus: 'archived',
  basePlanPrice: { id: `price_base_${n}`, priceType: 'fixed', rules: { price: 99, quantity: 1, cadence: 'monthly' } },
  basePlanPriceQuarterly: { id: `price_quarterly_${n}`, priceType: 'none', rules: {} },
  basePlanPriceAnnually: { id: `price_annually_${n}` },
})

const subscription = (n: string, merchantId: string): JsonObject => ({
  id: `sub_${n}`,
  ...DATES,
  startDate: '2026-01-31T00:00:00.000Z',
  endDate: '2027-01-31T00:00:00.000Z',
  status: 'active',
  allowCustomerChanges: true,
  autoChargeInvoice: false,
  autoSyncInvoice: true,
  autoSendInvoice: false,
  paymentGateway: 'stripe',
  isTrial: false,
  chargeForUsageBasedPricesDuringTrial: false,
  customerId: `cus_${n}`,
  planId: `plan_${n}`,
  merchantId,
  plan: plan(n, merchantId),
  billingCadence: 'monthly',
  currency: 'USD',
  netTerms: 'net30',
})

const line = (n: string, merchantId: string): JsonObject => ({
  id: `line_${n}`,
  invoiceId: `inv_${n}`,
  merchantId,
  priceId: `price_${n}`,
  amount: 30.25,
  description: 'Tokens',
  details: { quantity: 12100, unitPrice: 0.0025 },
  startDate: '2026-01-31T00:00:00.000Z',
  endDate: '2026-02-28T00:00:00.000Z',
  ...DATES,
  price: {
    id: `price_${n}`,
    entityType: 'entitlement',
    rules: { quantity: 1, price: 0.0025 },
    billable: {
      id: `bil_${n}`,
      showOnInvoice: true,
      hidden: false,
      singleUnitLabel: 'token',
      multipleUnitLabel: 'tokens',
    },
  },
})

const invoice = (n: string, merchantId: string): JsonObject => ({
  id: `inv_${n}`,
  ...DATES,
  dueDate: '2026-03-30T00:00:00.000Z',
  issueDate: '2026-02-28T00:00:00.000Z',
  pendingDate: '2026-02-28T00:00:00.001Z',
  externalId: 'in_gateway',
  status: 'issued',
  vanityId: 1042,
  vanityIdString: '1042',
  customerId: `cus_${n}`,
  merchantId,
  subscriptionId: `sub_${n}`,
  autoSyncInvoice: true,
  autoSendInvoice: false,
  autoChargeInvoice: true,
  paymentGateway: 'xero',
  invoiceLineItems: [line(n, merchantId), { id: `line_small_${n}`, amount: -0.25 }],
})

/** Has a `customerId`, which is not in the document's table but in every import (gaps.md, Required fields). */
const transaction = (n: string, merchantId: string): JsonObject => ({
  id: `txn_${n}`,
  merchantId,
  customerId: `cus_${n}`,
  ...DATES,
  type: 'planAllocation',
  amount: 250.5,
  allocationBlockId: 'block_1',
  billableId: 'bil_1',
  eventId: 'event_1',
  operationId: 'op_1',
  billable: { id: 'bil_1', name: 'Tokens' },
  allocationBlock: {
    id: 'block_1',
    amount: 1000,
    customPricingUnitId: 'unit_credits',
    customPricingUnit: { displayName: 'Credits' },
    invoice: { id: 'inv_1', vanityId: 1042 },
    subscription: { billingCadence: 'monthly', plan: { name: 'Scale' } },
  },
})

const customer = (n: string): JsonObject => ({
  id: `cus_${n}`,
  externalId: `acme/köln ${n}%`,
  name: 'Acme',
  email: null,
})

export type SampleKind = 'subscription' | 'invoice' | 'transaction' | 'customer'
export const DOCUMENT_SAMPLES: Record<SampleKind, (n: string, merchantId: string) => JsonObject> = {
  subscription,
  invoice,
  transaction,
  customer,
}
