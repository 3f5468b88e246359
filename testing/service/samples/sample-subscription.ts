import type { Billable } from '@/contract/billing/billable'
import type { Plan } from '@/contract/billing/plan'
import { PriceTerms, type Price } from '@/contract/billing/price'
import type { ExpandedSubscription } from '@/contract/billing/subscription'
import type { Whole } from '@/contract/billing/whole'
import { z } from 'zod'
import { SAMPLE_CUSTOMER, SAMPLE_DATES } from './sample-customer'

const BILLABLE: Billable = {
  ...SAMPLE_DATES,
  id: 'bil_tokens',
  name: 'Tokens',
  description: null,
  slug: 'tokens',
  status: 'available',
  billableType: 'metric',
  externalFlagId: null,
  includedLabel: 'included',
  singleUnitLabel: 'token',
  multipleUnitLabel: 'tokens',
  isPrivate: false,
  showOnInvoice: true,
  hidden: false,
  displayOrder: '1.50',
  eventQueryRules: {
    conditions: [[{ key: 'name', rule: 'equals', value: 'tokens_used' }]],
    calculation: 'sum',
    overProperty: 'data.quantity',
  },
}

const PRICE = {
  ...SAMPLE_DATES,
  billableId: BILLABLE.id,
  customPricingUnitId: null,
  name: null,
  billingCadence: 'monthly',
  billingMode: 'arrears',
  blockOverage: false,
  entityType: 'metric',
  status: 'active',
  usesCustomPricingUnit: false,
  billable: BILLABLE,
  limit: '1000000',
  maxUsage: null,
}

const UNIT: PriceTerms = { priceType: 'unit', rules: { quantity: '1000', price: '0.0025' } }
const TIER: PriceTerms = {
  priceType: 'tier',
  rules: {
    tiers: [
      { start: '0', end: '1000000', price: '0' },
      { start: '1000000', end: null, price: '0.0000025' },
    ],
    minimum: '19.90',
    maximum: '500',
  },
}
const FIXED: PriceTerms = { priceType: 'fixed', rules: { price: '499.00', quantity: '1', cadence: 'monthly' } }

/** Returns a price of each known type, all for one billable. */
export function samplePrices(merchantId: string): [tier: Price, unit: Price, fixed: Price, none: Price] {
  const price = (id: string, terms: PriceTerms): Price => ({ ...PRICE, merchantId, id, ...z.encode(PriceTerms, terms) })
  return [
    price('price_tier', TIER),
    price('price_unit', UNIT),
    { ...price('price_fixed', FIXED), billingMode: 'advance' },
    { ...price('price_none', { priceType: 'none', rules: {} }), billable: null, billableId: null },
  ]
}

/** A plan and a subscription with every field set. */
type SamplePlan = Whole<Plan, 'prices'>
export type SampleSubscription = Omit<Whole<ExpandedSubscription, 'updatedAt'>, 'plan'> & { plan: SamplePlan }

/** Returns the plan `plan_scale` with the prices above. */
export function samplePlan(merchantId: string, fields: Partial<SamplePlan> = {}): SamplePlan {
  const prices = samplePrices(merchantId)
  const [, , fixed] = prices
  return {
    ...SAMPLE_DATES,
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
    prices: prices.map((price) => ({ price })),
    basePlanPriceId: fixed.id,
    basePlanPriceQuarterlyId: null,
    basePlanPriceAnnuallyId: null,
    basePlanPriceMonthlyStatus: 'active',
    basePlanPriceQuarterlyStatus: null,
    basePlanPriceAnnuallyStatus: null,
    basePlanPrice: fixed,
    basePlanPriceQuarterly: null,
    basePlanPriceAnnually: null,
    ...fields,
  }
}

/** Returns the active subscription `sub_acme` to that plan. */
export function sampleSubscription(merchantId: string, fields: Partial<SampleSubscription> = {}): SampleSubscription {
  return {
    ...SAMPLE_DATES,
    id: 'sub_acme',
    startDate: SAMPLE_DATES.createdAt,
    endDate: null,
    status: 'active',
    allowCustomerChanges: true,
    autoChargeInvoice: false,
    autoSyncInvoice: true,
    autoSendInvoice: true,
    paymentGateway: 'stripe',
    isTrial: false,
    chargeForUsageBasedPricesDuringTrial: false,
    customerId: SAMPLE_CUSTOMER.id,
    planId: 'plan_scale',
    merchantId,
    billingCadence: 'monthly',
    currency: 'USD',
    netTerms: 'net30',
    plan: samplePlan(merchantId),
    ...fields,
  }
}
