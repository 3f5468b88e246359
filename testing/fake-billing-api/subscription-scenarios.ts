import { SCENARIO_IDS } from './ids'
import { plainBillable, plainPlan, plainPrice, plainSubscription } from './plain-resources'
import { manyPrices, oddSubscription } from './odd-resources'
import { jsonResponse } from './response'
import type { Scenario } from './scenario'

const { subscription } = SCENARIO_IDS
const MANY_PRICES = 3_000

/** Returns a scenario for the plain subscription with `changes` applied. */
function withChanges(name: string, changes: object, expected: Partial<Scenario>): Scenario {
  const id = `subscription: ${name}`
  return { name, kind: 'subscription', id, sent: jsonResponse({ id, ...plainSubscription, ...changes }), ...expected }
}

const ruled = (id: string, changes: object) => ({ price: { ...plainPrice, id, ...changes } })
const counting = (id: string, eventQueryRules: object) =>
  ruled(id, { billable: { ...plainBillable, billableType: 'seatPool', eventQueryRules } })

export const SUBSCRIPTION_SCENARIOS: readonly Scenario[] = [
  {
    name: 'nothing but its ID, which is a number',
    kind: 'subscription',
    id: subscription.bare,
    sent: jsonResponse({ id: Number(subscription.bare) }),
    shows: ['Status not sent', '17 fields not sent', 'sent no plan'],
  },
  withChanges(
    'objects and lists of other types',
    { isTrial: 'maybe', plan: 'plan-plain', unheardOf: { nested: [null] } },
    {
      shows: [
        'Unreadable: maybe',
        'Unreadable: plan-plain',
        'Whether it is a trial could not be read.',
        'The list of prices could not be read',
        'is a field this console does not know',
      ],
      never: [/\b0 prices|No prices sent/],
    },
  ),
  withChanges(
    'prices of every type and shape',
    {
      currency: 'EUR',
      plan: {
        ...plainPlan,
        currency: 'EUR',
        basePlanPrice: { ...plainPrice, rules: { price: 77 } },
        prices: [
          ruled('unit', { rules: { price: '0.0000025', minimum: '1', maximum: null }, limit: null, maxUsage: '1e3' }),
          // Bare, without { price }.
          {
            ...plainPrice,
            id: 'fixed',
            priceType: 'fixed',
            rules: { price: '49.90', quantity: '2', cadence: 'weekly' },
          },
          ruled('tier', {
            priceType: 'tier',
            rules: {
              tiers: [
                { start: '0', end: '100', price: '1.5' },
                { start: 101, end: null, price: 1e-7 },
              ],
            },
          }),
          ruled('none', { priceType: 'none', rules: {}, billingMode: 'onDemand', entityType: 'seatPack' }),
          ruled('stairs', { priceType: 'volumeStairs', rules: { bands: [{ upTo: 10, flat: '9.99' }] } }),
          ruled('misfit', { rules: { price: '5', discountPercent: 20 } }),
          ruled('custom', { usesCustomPricingUnit: false, customPricingUnitId: 'unit-1', rules: { price: 500 } }),
          counting('groups', { conditions: [[], [{ key: 'a', rule: '=~', value: null }, {}], { key: 'flat' }, null] }),
          counting('no groups', { conditions: 'all', calculation: 'p95' }),
          { price: null },
          {},
        ],
      },
    },
    {
      shows: [
        '€0.0000025',
        '€49.90',
        '€0.0000001',
        '€77.00',
        'No upper end sent',
        'No charge',
        'Rules not sent',
        'discountPercent',
        'Rules of a kind this console does not know',
        'in a custom pricing unit',
        '500.00 per call',
        'Group 1',
        'value not sent',
        'Calculation not sent',
        'Unreadable: all',
      ],
      unknown: ['volumeStairs', 'onDemand', 'seatPack', 'seatPool'],
      never: [/\$|€5\b|€500|No conditions|\bGroup 1\s+(and|or)\b/],
    },
  ),
  {
    name: '3,000 prices',
    kind: 'subscription',
    id: subscription.large,
    sent: () => jsonResponse({ ...oddSubscription(subscription.large), plan: { prices: manyPrices(MANY_PRICES) } }),
    shows: ['3,000 prices'],
  },
]
