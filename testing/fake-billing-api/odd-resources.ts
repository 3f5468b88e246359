import { HOSTILE } from './hostile-text'
import { SCENARIO_IDS } from './ids'
import type { RequestedPage } from './scenario'

/*
 * Resources of an API that differs from ours in every open point: numbers as text, unknown values and fields, other
 * shapes of dates, missing and null fields.
 */

const billable = {
  id: 77,
  name: 'Calls',
  description: null,
  slug: 'calls',
  status: 'beta',
  billableType: 'meter',
  displayOrder: '3',
  isPrivate: false,
  showOnInvoice: true,
  eventQueryRules: {
    conditions: [[{ key: 'event', rule: 'equals', value: 'call' }], [{ key: 'data.seconds', rule: 'gt', value: 0 }]],
    calculation: 'sum',
    overProperty: 'data.seconds',
  },
  vendorExtension: { nested: [1, 2, 3] },
}

const prices: readonly object[] = [
  { price: { id: 'preis-unit', name: 'Per call', priceType: 'unit', rules: { price: '0.0000025' }, billable } },
  {
    id: 'preis-bare',
    name: 'Bare price',
    priceType: 'fixed',
    rules: { price: '49.90', quantity: 1, cadence: 'weekly' },
  },
  { price: { id: 'preis-volume', priceType: 'volume', rules: { bands: [{ upTo: 10, flat: '9.99' }] } } },
  { price: null },
]

export function manyPrices(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    price: {
      id: `preis-${index}`,
      name: `Price ${index}`,
      priceType: 'unit',
      rules: { quantity: '1', price: `${index}.25` },
      status: index % 3 === 0 ? 'archived' : 'active',
      billable: { ...billable, id: `leistung-${index}`, name: `Billable ${index}` },
    },
  }))
}

export const oddSubscription = (id: string): object => ({
  id,
  createdAt: '2026-01-05T09:30:00Z',
  updatedAt: '2026-02-01T02:00:00.5+02:00',
  startDate: '2026-01-05',
  status: 'active',
  allowCustomerChanges: null,
  autoChargeInvoice: false,
  paymentGateway: 'braintree',
  isTrial: false,
  customerId: 4711,
  planId: 'plan-odd',
  billingCadence: 'weekly',
  currency: 'EUR',
  netTerms: 'net45',
  riskScore: { value: 0.5, model: 'v2' },
  plan: {
    id: 'plan-odd',
    name: 'Odd plan',
    description: null,
    status: 'sunset',
    createdAt: 1767605400,
    isPrivate: 'yes',
    purchasable: true,
    requestPricingUrl: 'https://example.com/pricing',
    prices,
    basePlanPriceId: 'preis-base',
    basePlanPrice: { id: 'preis-base', priceType: 'unit', rules: { price: '199.00' } },
    basePlanPriceQuarterlyStatus: 'retired',
  },
})

/** The sum of its lines is 130.30000000000000004, or 30.30000000000000004 without the hidden line. */
export const oddInvoice = (id: string): object => ({
  id,
  status: 'disputed',
  vanityId: '2042',
  dueDate: '2026-03-01',
  issueDate: null,
  customerId: 4711,
  subscriptionId: SCENARIO_IDS.subscription.active,
  paymentGateway: 'braintree',
  taxes: [{ rate: '0.19' }],
  invoiceLineItems: [
    {
      id: 'zeile-1',
      amount: '10',
      description: 'Tiered calls',
      details: { quantity: '3', unitPrice: '3.3333333333333333', appliedMinimum: '10' },
      price: { id: 'preis-tier', rules: { tiers: [{ start: 0, end: null, price: '4' }] } },
    },
    { id: 'zeile-2', amount: '20.30000000000000004', description: null, price: { rules: { bands: [] } } },
    { id: 'zeile-3', amount: 100, price: { rules: {}, billable: { id: 'leistung-3', hidden: true } } },
    { id: 'zeile-4', amount: 'free', price: null },
  ],
})

/** Returns a page of a ledger of `count` entries, without count and pages. */
export function oddLedger(count: number, { page, pageSize, order }: RequestedPage): object {
  const rows = Array.from({ length: count }, (_, index) => oddEntry(index))
  const ordered = order === 'asc' ? rows : rows.toReversed()
  return { results: ordered.slice((page - 1) * pageSize, page * pageSize), currentPage: String(page), hasMore: true }
}

/** Returns an entry without balances, with the plan inside the invoice. */
function oddEntry(index: number): object {
  const amount = index % 2 === 0 ? `-${index}.5` : `${index}`
  const createdAt = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().replace('.000', '')
  const { active, bare } = SCENARIO_IDS.invoice
  const subscription = { billingCadence: 'weekly', plan: { name: 'Odd plan' } }
  const kinds = [
    {
      type: 'usage',
      billable: { id: 'leistung-1', name: HOSTILE.image },
      allocationBlock: {
        id: 'block-1',
        amount: '100000',
        customPricingUnit: { displayName: 'Credits' },
        invoice: { id: active, vanityId: '2042', subscription },
      },
    },
    { type: 'promotion', allocationBlock: null, note: HOSTILE.bidi },
    { type: null, allocationBlock: { id: 'block-2', invoice: { id: bare } } },
    { type: 'manualDeduction', billable: 'leistung-3', eventId: 17 },
    { type: HOSTILE.script, allocationBlock: { subscription: { plan: {} } } },
  ]
  return { id: index + 1, createdAt, amount, ...kinds[index % kinds.length] }
}
