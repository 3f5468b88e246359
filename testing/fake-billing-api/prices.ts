import { HOSTILE } from './hostile-text'

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

/** Prices with and without a `{ price }` wrapper, numbers as text, and rules of known, unknown and broken shapes. */
export const oddPrices: readonly object[] = [
  {
    price: {
      id: 'preis-unit',
      name: 'Per call',
      priceType: 'unit',
      rules: { price: '0.0000025' },
      status: 'active',
      billable,
    },
  },
  {
    id: 'preis-bare',
    name: 'Bare price',
    priceType: 'fixed',
    rules: { price: '49.90', quantity: 1, cadence: 'weekly' },
  },
  {
    price: {
      id: 'preis-tier',
      priceType: 'tier',
      rules: {
        tiers: [
          { start: '0', end: '100', price: '1.5' },
          { start: 101, price: 1e-3 },
        ],
        minimum: '10',
      },
      limit: '1000',
      maxUsage: null,
    },
  },
  { price: { id: 'preis-volume', priceType: 'volume', rules: { bands: [{ upTo: 10, flat: '9.99' }] } } },
  { price: { id: 'preis-misfit', priceType: 'unit', rules: { price: '5', discountPercent: 20 } } },
  { price: { id: 'preis-none', priceType: 'none', rules: {}, billingMode: 'onDemand', billable: null } },
  { price: { id: 'preis-unpriced', priceType: 'unit' } },
  { price: null },
]

export const hostilePrices: readonly object[] = [
  { price: { id: HOSTILE.script, name: HOSTILE.image, priceType: HOSTILE.bidi, rules: { [HOSTILE.closing]: 1 } } },
  { price: { id: 'preis-text', name: HOSTILE.long, priceType: 'unit', rules: HOSTILE.script } },
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
