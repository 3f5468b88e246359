import type { Invoice, InvoiceLineItem } from '@/contract/billing/invoice'
import type { ExpandedSubscription } from '@/contract/billing/subscription'
import type { Transaction } from '@/contract/billing/transaction'
import type { Whole } from '@/contract/billing/whole'

/** Requires every field of the contract but `NotHere`, so that a new field gets its odd values here as well. */
type EveryField<Resource, NotHere extends string = never> = Record<
  Exclude<keyof Whole<Resource>, 'id' | NotHere>,
  unknown
> & { id?: string }

/** Resources as the interface document shows them. Each scenario changes the fields that it tests. */

const date = '2026-01-05T09:30:00.000Z'

export const plainBillable = {
  id: 'billable-plain',
  name: 'Calls',
  description: 'Calls to the API',
  slug: 'calls',
  createdAt: date,
  updatedAt: date,
  status: 'available',
  billableType: 'metric',
  externalFlagId: 'flag-1',
  includedLabel: 'Calls included',
  singleUnitLabel: 'call',
  multipleUnitLabel: 'calls',
  isPrivate: false,
  showOnInvoice: true,
  hidden: false,
  displayOrder: 1,
  eventQueryRules: {
    conditions: [[{ key: 'name', rule: 'equals', value: 'call' }]],
    calculation: 'sum',
    overProperty: 'data.quantity',
  },
}

export const plainPrice = {
  id: 'price-plain',
  merchantId: 'merchant-plain',
  billableId: 'billable-plain',
  customPricingUnitId: null,
  name: 'Plain price',
  createdAt: date,
  billingCadence: 'monthly',
  billingMode: 'arrears',
  blockOverage: false,
  entityType: 'metric',
  priceType: 'unit',
  rules: { quantity: 1, price: 0.25 },
  status: 'active',
  usesCustomPricingUnit: false,
  billable: plainBillable,
  limit: 1_000,
  maxUsage: 5_000,
}

export const plainPlan = {
  id: 'plan-plain',
  merchantId: 'merchant-plain',
  externalId: 'plan-external',
  crossEnvironmentId: 'plan-cross',
  createdAt: date,
  updatedAt: date,
  name: 'Plain plan',
  description: 'A plan',
  currency: 'USD',
  netTerms: 'net30',
  isPrivate: false,
  purchasable: true,
  requestPricingText: 'Ask us',
  requestPricingUrl: 'https://example.com/pricing',
  status: 'available',
  prices: [{ price: plainPrice }],
  basePlanPriceId: 'price-base',
  basePlanPriceMonthlyStatus: 'active',
  basePlanPrice: { ...plainPrice, id: 'price-base', name: 'Base price', rules: { quantity: 1, price: 199 } },
}

export const plainSubscription = {
  createdAt: date,
  updatedAt: date,
  startDate: date,
  endDate: null,
  status: 'active',
  allowCustomerChanges: true,
  autoChargeInvoice: false,
  autoSyncInvoice: true,
  autoSendInvoice: true,
  paymentGateway: 'stripe',
  isTrial: false,
  chargeForUsageBasedPricesDuringTrial: false,
  customerId: 'customer-plain',
  planId: 'plan-plain',
  merchantId: 'merchant-plain',
  plan: plainPlan,
  billingCadence: 'monthly',
  currency: 'USD',
  netTerms: 'net30',
} satisfies EveryField<ExpandedSubscription>

export const plainLine = {
  id: 'line-plain',
  invoiceId: 'invoice-plain',
  merchantId: 'merchant-plain',
  priceId: 'price-plain',
  amount: 12.5,
  description: 'Plain line',
  details: { quantity: 5, unitPrice: 2.5 },
  startDate: date,
  endDate: '2026-02-05T09:30:00.000Z',
  createdAt: date,
  updatedAt: date,
  price: {
    id: 'price-plain',
    entityType: 'metric',
    rules: { quantity: 1, price: 2.5 },
    billable: {
      id: 'billable-plain',
      showOnInvoice: true,
      hidden: false,
      singleUnitLabel: 'call',
      multipleUnitLabel: 'calls',
    },
  },
} satisfies EveryField<InvoiceLineItem>

/** A line whose amount is its quantity times the price of its rules: all checks agree. */
export const agreeingLine = {
  id: 'line_1',
  description: 'Seats',
  amount: 80,
  details: { quantity: 10, unitPrice: 8 },
  startDate: '2026-03-01T00:00:00.000Z',
  endDate: '2026-04-01T00:00:00.000Z',
  price: { id: 'price_seats', rules: { price: 8, quantity: 1 } },
}

export const plainInvoice = {
  createdAt: date,
  updatedAt: date,
  dueDate: '2026-02-04T00:00:00.000Z',
  issueDate: date,
  pendingDate: date,
  externalId: 'in_1',
  status: 'paid',
  vanityId: 1042,
  vanityIdString: '1042',
  customerId: 'customer-plain',
  merchantId: 'merchant-plain',
  /** An unknown subscription, so the currency of the invoice is unknown too. */
  subscriptionId: 'subscription-of-nobody',
  autoSyncInvoice: true,
  autoSendInvoice: true,
  autoChargeInvoice: false,
  paymentGateway: 'stripe',
  invoiceLineItems: [plainLine],
} satisfies EveryField<Invoice>

export const plainTransaction = {
  id: 'transaction-plain',
  merchantId: 'merchant-plain',
  createdAt: date,
  updatedAt: date,
  type: 'usage',
  amount: -2.5,
  allocationBlockId: 'block-plain',
  billableId: 'billable-plain',
  eventId: 'event-plain',
  operationId: 'operation-plain',
  billable: { id: 'billable-plain', name: 'Calls' },
  allocationBlock: {
    id: 'block-plain',
    amount: 1_000,
    customPricingUnitId: 'unit-plain',
    customPricingUnit: { displayName: 'Credits' },
    invoice: { id: 'invoice-of-nobody', vanityId: 1042 },
    subscription: { billingCadence: 'monthly', plan: { name: 'Plain plan' } },
  },
} satisfies EveryField<Transaction, 'customerId' | 'previousBalance' | 'newBalance'>

const { basePlanPrice: _, ...planByItsId } = plainPlan

/** Resources with every field that the readers know. */
export const wholeSubscription = {
  ...plainSubscription,
  plan: { ...planByItsId, prices: [{ price: { ...plainPrice, updatedAt: date } }] },
}
export const wholeInvoice = {
  ...plainInvoice,
  invoiceLineItems: [
    {
      ...plainLine,
      details: {
        ...plainLine.details,
        subItems: [{ name: 'Part', quantity: 1, price: 2, amount: 2 }],
        appliedMinimum: 1,
        appliedMaximum: 2,
      },
    },
  ],
}
export const wholeRow = { ...plainTransaction, previousBalance: 1, newBalance: 2 }

/** Returns a copy with each value, but objects and lists, replaced. The path is like that of drift. */
export function everyValue(whole: object, replace: (value: unknown, path: string) => unknown): object {
  const replaced = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown, index) => replaced(item, `${path}[${index}]`))
    if (typeof value !== 'object' || value === null) return replace(value, path)
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, replaced(part, path === '' ? name : `${path}.${name}`)]),
    )
  }
  return Object(replaced(whole, ''))
}
