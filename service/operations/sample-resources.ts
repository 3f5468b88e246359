import type { Billable } from '@/contract/billing/billable'
import type { Invoice } from '@/contract/billing/invoice'
import type { Plan } from '@/contract/billing/plan'
import { PriceTerms, type Price } from '@/contract/billing/price'
import type { ExpandedSubscription } from '@/contract/billing/subscription'
import type { Transaction } from '@/contract/billing/transaction'
import type { Whole } from '@/contract/billing/whole'
import { z } from 'zod'
import { readImportLine, writeImportLine, type ImportLine } from '../data/import-line'
import { writeBatch } from '../data/write-batch'
import type { Store } from '../store/open'

/*
 * For tests: whole resources of one merchant, of which a test states only what it is about. Amounts are such that a
 * float would lose them.
 */

export const CREATED_AT = '2026-01-31T00:00:00.000Z'
const dates = { createdAt: CREATED_AT, updatedAt: CREATED_AT }

const sampleBillable = (fields: Partial<Billable> = {}): Billable => ({
  id: 'bil_tokens',
  ...dates,
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
    conditions: [[{ key: 'name', rule: 'equals', value: 'tokens_used' }], []],
    calculation: 'sum',
    overProperty: 'data.quantity',
  },
  ...fields,
})

const priceFields = (merchantId: string, id: string) => ({
  ...dates,
  id,
  merchantId,
  billableId: 'bil_tokens',
  customPricingUnitId: null,
  name: null,
  billingCadence: 'monthly' as const,
  billingMode: 'arrears' as const,
  blockOverage: false,
  entityType: 'metric' as const,
  status: 'active' as const,
  usesCustomPricingUnit: false,
  billable: sampleBillable(),
  limit: '12345678901234567890.123456789012',
  maxUsage: null,
})

/** A price of each type that is understood. */
export function samplePrices(merchantId: string): Price[] {
  const bounds = { minimum: '19.990', maximum: '100' }
  const tiers = [
    { start: '0', end: '1000', price: '0.0000025' },
    { start: '1000', end: null, price: '-0.5' },
  ]
  const price = (id: string, terms: PriceTerms) => ({ ...priceFields(merchantId, id), ...z.encode(PriceTerms, terms) })
  return [
    price('price_tier', { priceType: 'tier', rules: { tiers, ...bounds } }),
    price('price_unit', { priceType: 'unit', rules: { quantity: '1000', price: '0.0000025' } }),
    price('price_fixed', { priceType: 'fixed', rules: { price: '19.990', quantity: '1', cadence: 'monthly' } }),
    { ...price('price_none', { priceType: 'none', rules: {} }), billable: null, billableId: null },
  ]
}

/** A plan, and a subscription to one, with every field there is. */
export type SamplePlan = Whole<Plan, 'prices'>
export type SampleSubscription = Omit<Whole<ExpandedSubscription, 'updatedAt'>, 'plan'> & { plan: SamplePlan }

export function samplePlan(merchantId: string, fields: Partial<SamplePlan> = {}): SamplePlan {
  const prices = samplePrices(merchantId)
  const [, , fixed = null] = prices
  return {
    ...dates,
    id: 'plan_scale',
    merchantId,
    externalId: 'scale',
    crossEnvironmentId: null,
    name: 'Scale',
    description: null,
    currency: 'USD',
    netTerms: 'net30',
    isPrivate: false,
    purchasable: true,
    requestPricingText: null,
    requestPricingUrl: 'https://example.com/pricing',
    status: 'available',
    prices: prices.map((price) => ({ price })),
    basePlanPriceId: 'price_fixed',
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

export function sampleSubscription(merchantId: string, fields: Partial<SampleSubscription> = {}): SampleSubscription {
  return {
    ...dates,
    id: 'sub_1',
    startDate: CREATED_AT,
    endDate: null,
    status: 'active',
    allowCustomerChanges: false,
    autoChargeInvoice: false,
    autoSyncInvoice: true,
    autoSendInvoice: false,
    paymentGateway: 'xero',
    isTrial: false,
    chargeForUsageBasedPricesDuringTrial: false,
    customerId: 'cus_1',
    planId: 'plan_scale',
    merchantId,
    billingCadence: 'monthly',
    currency: 'USD',
    netTerms: 'net30',
    plan: samplePlan(merchantId),
    ...fields,
  }
}

export type SampleInvoice = Whole<Invoice, 'invoiceLineItems'>

export function sampleInvoice(merchantId: string, fields: Partial<SampleInvoice> = {}): SampleInvoice {
  const line = {
    ...dates,
    invoiceId: 'inv_1',
    merchantId,
    priceId: 'price_unit',
    startDate: CREATED_AT,
    endDate: '2026-02-28T00:00:00.000Z',
    price: {
      id: 'price_unit',
      entityType: 'metric',
      rules: z.encode(PriceTerms, { priceType: 'unit', rules: { quantity: '1000', price: '0.0000025' } }).rules,
      billable: {
        id: 'bil_tokens',
        showOnInvoice: true,
        hidden: false,
        singleUnitLabel: 'token',
        multipleUnitLabel: null,
      },
    },
  }
  return {
    ...dates,
    id: 'inv_1',
    dueDate: '2026-03-30T00:00:00.000Z',
    issueDate: '2026-02-28T00:00:00.000Z',
    pendingDate: '2026-02-28T00:00:00.001Z',
    externalId: null,
    status: 'overdue',
    vanityId: '1042',
    vanityIdString: '1042',
    customerId: 'cus_1',
    merchantId,
    subscriptionId: 'sub_1',
    autoSyncInvoice: null,
    autoSendInvoice: true,
    autoChargeInvoice: false,
    paymentGateway: 'quickbooks',
    invoiceLineItems: [
      {
        ...line,
        id: 'line_z',
        description: 'Tokens',
        amount: '0.0000025',
        details: { quantity: '1', unitPrice: '0.0000025' },
      },
      {
        ...line,
        id: 'line_a',
        description: 'Credit',
        amount: '-19.990',
        details: { quantity: '12345678901234567890.123456789012', unitPrice: '0' },
      },
    ],
    ...fields,
  }
}

export function sampleTransaction(merchantId: string, fields: Partial<Transaction> = {}): Whole<Transaction> {
  return {
    ...dates,
    id: 'txn_1',
    merchantId,
    customerId: 'cus_1',
    type: 'planAllocation',
    amount: '12345678901234567890.123456789012',
    previousBalance: '0.0000025',
    newBalance: '19.990',
    allocationBlockId: 'block_1',
    billableId: 'bil_tokens',
    eventId: null,
    operationId: 'op_1',
    billable: { id: 'bil_tokens', name: 'Tokens' },
    allocationBlock: {
      id: 'block_1',
      amount: '19.990',
      customPricingUnitId: 'unit_credits',
      customPricingUnit: { displayName: 'Credits' },
      invoice: { id: 'inv_1', vanityId: '1042' },
      subscription: { billingCadence: 'monthly', plan: { name: 'Scale' } },
    },
    ...fields,
  }
}

/** The customer `cus_1`, known to the caller as `acme/köln 7%`. */
export const SAMPLE_CUSTOMER = {
  id: 'cus_1',
  externalId: 'acme/köln 7%',
  name: 'Acme',
  email: null,
}

/** Stores resources as an import does. */
export async function loadSamples({ db }: Pick<Store, 'db'>, merchantId: string, lines: ImportLine[]): Promise<void> {
  const read = lines.map((line, index) => readImportLine(writeImportLine(line), index + 1, merchantId))
  await db.transaction((tx) => writeBatch(tx, merchantId, read, { now: CREATED_AT }))
}
