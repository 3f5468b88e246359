import { plainBillable, plainPrice } from './plain-resources'
import type { ReadScenario } from './scenario'
import { withPrice, withPrices } from './subscription-scenario'

/** The plan prices that other billing APIs send. */
export const PRICE_SCENARIOS: readonly ReadScenario[] = [
  withPrices(
    'Price types',
    'every known type, numbers as text',
    [
      {
        price: {
          ...plainPrice,
          id: 'p1',
          priceType: 'unit',
          rules: { price: '0.0000025', minimum: '1', maximum: null },
        },
      },
      {
        ...plainPrice,
        id: 'p2',
        priceType: 'fixed',
        rules: { price: '49.90', quantity: '2', cadence: 'everyOtherWeek' },
      },
      {
        price: {
          ...plainPrice,
          id: 'p3',
          priceType: 'tier',
          rules: {
            tiers: [
              { start: '0', end: '100', price: '1.5' },
              { start: 101, end: null, price: 1e-7 },
            ],
          },
        },
      },
      { price: { ...plainPrice, id: 'p4', priceType: 'none', rules: {} } },
    ],
    { shows: ['$0.0000025', '$49.90', '$0.0000001', 'No upper end sent', 'No charge'] },
  ),
  withPrice(
    'Price types',
    'an unknown type',
    { priceType: 'volumeStairs', rules: { bands: [{ upTo: 10, flat: '9.99' }] } },
    { unknown: ['volumeStairs'], shows: ['Rules of a kind this console does not know', '9.99'] },
  ),
  withPrice(
    'Price types',
    'rules that do not fit',
    { rules: { price: '5', discountPercent: 20 } },
    { shows: ['discountPercent'] },
  ),
  withPrices(
    'Price types',
    'rules of every wrong shape',
    [null, [], 'free', 0, false, { tiers: 'x' }].map((rules, index) => ({
      price: { ...plainPrice, id: `wrong-${index}`, rules },
    })),
    { shows: ['Rules not sent'] },
  ),
  withPrice(
    '`billingMode`, `entityType`',
    'others',
    { billingMode: 'onDemand', entityType: 'seatPack', billingCadence: 'weekly' },
    { unknown: ['onDemand', 'seatPack', 'weekly'] },
  ),
  withPrice(
    'Open strings',
    'a billable of another type, another calculation',
    {
      billable: {
        ...plainBillable,
        billableType: 'seatPool',
        eventQueryRules: {
          conditions: [[{ key: 'name', rule: '=~', value: 7 }]],
          calculation: 'p95',
          overProperty: null,
        },
      },
    },
    { unknown: ['seatPool'], shows: ['p95', '=~'] },
  ),
  withPrice(
    '`conditions`',
    'groups of every shape',
    {
      billable: {
        ...plainBillable,
        eventQueryRules: {
          conditions: [
            [],
            [{ key: 'a', rule: 'is', value: null }, {}],
            { key: 'flat' },
            null,
            'text',
            [[{ key: 'deep' }]],
          ],
        },
      },
    },
    { shows: ['Group 1', 'Empty', 'value not sent', 'Calculation not sent'], never: [/\bGroup 1\s+(and|or)\b/i] },
  ),
  withPrice(
    '`conditions`',
    'no list',
    { billable: { ...plainBillable, eventQueryRules: { conditions: 'all', calculation: 'sum' } } },
    { shows: ['Unreadable: all'], never: [/No conditions/] },
  ),
  withPrice(
    'Amounts',
    'numeric strings, exponents, long tails',
    { limit: '1000.5', maxUsage: '1e3', rules: { quantity: '3', price: '0.30000000000000004' } },
    { shows: ['$0.30000000000000004', '1,000.5'] },
  ),
  withPrice(
    'Amounts',
    'numbers that are none',
    { limit: 'many', maxUsage: '', rules: { price: 'cheap' }, billable: { ...plainBillable, displayOrder: 'first' } },
    { shows: ['cheap', 'Unreadable: many', 'Unreadable: ""', 'Unreadable: first'], never: [/unlimited/i] },
  ),
  withPrice(
    'Amounts',
    'a custom pricing unit',
    { usesCustomPricingUnit: true, customPricingUnitId: 'unit-1', rules: { price: 5 } },
    { shows: ['in a custom pricing unit', '5.00 per call'], never: [/\$5/] },
  ),
  withPrice(
    'Amounts',
    'a custom pricing unit that a flag denies',
    { usesCustomPricingUnit: false, customPricingUnitId: 'unit-1', rules: { price: 500 } },
    { shows: ['in a custom pricing unit', '500.00 per call'], never: [/\$5/] },
  ),
]
