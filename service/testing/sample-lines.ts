import { BadLine } from '../data/bad-line'
import { readImportLine } from '../data/import-line'

/** For tests: an ordinary object of each kind as a line of an import has it, and what becomes of one. */

export const AT = '2026-03-01T00:00:00.000Z'

export const billable = {
  id: 'bil_tokens',
  name: 'Tokens',
  createdAt: AT,
  updatedAt: AT,
  status: 'available',
  billableType: 'metric',
  isPrivate: false,
  showOnInvoice: true,
  hidden: false,
}

export const price = {
  id: 'price_tokens',
  merchantId: 'm1',
  createdAt: AT,
  updatedAt: AT,
  billingCadence: 'monthly',
  billingMode: 'arrears',
  blockOverage: false,
  entityType: 'metric',
  priceType: 'unit',
  rules: { price: 0.0000025 },
  status: 'active',
  usesCustomPricingUnit: false,
  billable,
}

export const subscription = {
  id: 'sub_1',
  createdAt: AT,
  updatedAt: AT,
  startDate: AT,
  status: 'active',
  allowCustomerChanges: true,
  autoChargeInvoice: true,
  autoSyncInvoice: false,
  autoSendInvoice: false,
  isTrial: false,
  chargeForUsageBasedPricesDuringTrial: false,
  customerId: 'cus_1',
  planId: 'plan_1',
  merchantId: 'm1',
  billingCadence: 'monthly',
  currency: 'USD',
  plan: {
    id: 'plan_1',
    merchantId: 'm1',
    createdAt: AT,
    updatedAt: AT,
    name: 'Scale',
    currency: 'USD',
    isPrivate: false,
    purchasable: true,
    status: 'available',
    prices: [{ price }],
  },
}

export const transaction = {
  id: 'txn_1',
  merchantId: 'm1',
  customerId: 'cus_1',
  createdAt: AT,
  updatedAt: AT,
  type: 'usage',
  amount: -12.5,
}

export const invoice = {
  id: 'inv_1',
  createdAt: AT,
  updatedAt: AT,
  dueDate: AT,
  issueDate: AT,
  pendingDate: AT,
  status: 'paid',
  vanityId: 1042,
  vanityIdString: '1042',
  customerId: 'cus_1',
  merchantId: 'm1',
  subscriptionId: 'sub_1',
  invoiceLineItems: [lineItem({ price: 0.1 })],
}

export function lineItem(rules: object) {
  return {
    id: 'li_1',
    invoiceId: 'inv_1',
    merchantId: 'm1',
    priceId: 'price_tokens',
    amount: 12,
    description: 'Tokens',
    details: { quantity: 120, unitPrice: 0.1 },
    startDate: AT,
    endDate: AT,
    createdAt: AT,
    updatedAt: AT,
    price: { id: 'price_tokens', entityType: 'metric', rules, billable },
  }
}

/** Reads it as line 7 of an import for merchant `m1`. */
export const readLine = (kind: string, data: object) => readImportLine(JSON.stringify({ kind, data }), 7, 'm1')

/** Why it is refused. */
export function refusal(kind: string, data: object) {
  try {
    readLine(kind, data)
  } catch (error) {
    if (error instanceof BadLine) return error.message
    throw error
  }
  return 'was accepted'
}
