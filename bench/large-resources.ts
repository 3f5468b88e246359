import { stringifyExactJson } from '@/contract/exact-json'
import type { InvoiceLineItem } from '@/contract/billing/invoice'
import { SAMPLE_CUSTOMER, SAMPLE_DATES } from '@/testing/service/samples/sample-customer'
import { sampleInvoice } from '@/testing/service/samples/sample-invoice'
import { samplePlan, samplePrices, sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { sampleTransaction } from '@/testing/service/samples/sample-transaction'
import { MERCHANT } from './billing-service'

/** The line counts of the long invoices: 12 MB and 30 MB. */
export const LINE_COUNTS = { long: 20_000, longest: 50_000 } as const
const LEDGER_ROWS = 1_000
const PRICES = 5_000

/** The paths of the console's pages for these resources. */
export const PAGES = {
  home: '/',
  ledger: `/customers/${SAMPLE_CUSTOMER.externalId}/transactions`,
  subscription: '/subscriptions/sub_acme',
  invoice: '/invoices/inv_1042',
  manyPrices: '/subscriptions/sub_prices',
} as const

export const longInvoiceId = (lines: number) => `inv_${lines}`

/** Returns the description of a line of a long invoice. */
export const lineName = (index: number) => `Line ${index} of a very long invoice`

const line = (kind: string, data: object) => Buffer.from(`${stringifyExactJson({ kind, data })}\n`)

/** The resources that a bench can request. Each is a file to import. */
export const RESOURCES = {
  /** A customer that has a ledger, a subscription and an invoice. */
  small: async function* () {
    yield line('customer', SAMPLE_CUSTOMER)
    yield line('subscription', sampleSubscription(MERCHANT))
    yield line('invoice', sampleInvoice(MERCHANT))
    for (let row = 0; row < LEDGER_ROWS; row++) yield line('transaction', transaction(row))
  },
  manyPrices: async function* () {
    yield line('subscription', subscriptionWithPrices())
  },
  long: async function* () {
    yield line('invoice', longInvoice(LINE_COUNTS.long))
  },
  longest: async function* () {
    yield line('invoice', longInvoice(LINE_COUNTS.longest))
  },
} as const satisfies Record<string, () => AsyncGenerator<Uint8Array>>

function transaction(row: number): object {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + row * 60_000).toISOString()
  const [previousBalance, newBalance] = [String(1_000_000 - row), String(1_000_000 - row - 1)]
  const fields = { id: `txn_${row}`, createdAt, updatedAt: createdAt, type: 'usage' as const, amount: '-1' }
  return sampleTransaction(MERCHANT, { ...fields, previousBalance, newBalance })
}

function subscriptionWithPrices(): object {
  const [, unit] = samplePrices(MERCHANT)
  const prices = Array.from({ length: PRICES }, (_, index) => {
    const billable = unit.billable && { ...unit.billable, id: `bil_${index}`, name: `Billable ${index}` }
    return { price: { ...unit, id: `price_${index}`, name: `Price ${index}`, billableId: `bil_${index}`, billable } }
  })
  const plan = samplePlan(MERCHANT, { id: 'plan_prices', prices })
  return sampleSubscription(MERCHANT, { id: 'sub_prices', planId: plan.id, plan })
}

function longInvoice(count: number): object {
  const id = longInvoiceId(count)
  const invoiceLineItems = Array.from({ length: count }, (_, index) => invoiceLine(id, index))
  return sampleInvoice(MERCHANT, { id, vanityId: String(count), vanityIdString: String(count), invoiceLineItems })
}

/** Returns an invoice line of a typical size, 600 bytes. */
function invoiceLine(invoiceId: string, index: number): InvoiceLineItem {
  const priceId = `price_${index}`
  const billable = {
    id: `bil_${index}`,
    showOnInvoice: true,
    hidden: false,
    singleUnitLabel: 'call',
    multipleUnitLabel: 'calls',
  }
  return {
    ...SAMPLE_DATES,
    id: `${invoiceId}_${index}`,
    invoiceId,
    merchantId: MERCHANT,
    priceId,
    amount: '0.01',
    description: `${lineName(index)}, with a description that is as long as descriptions tend to be`,
    details: { quantity: '1', unitPrice: '0.01' },
    startDate: SAMPLE_DATES.createdAt,
    endDate: '2026-02-28T00:00:00.000Z',
    price: { id: priceId, entityType: 'metric', rules: { quantity: '1', price: '0.01' }, billable },
  }
}
