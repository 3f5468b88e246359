import { keepOnly, LONG, OTHER_MERCHANT, rowsOf, set } from './deviation'
import { at, exact, put, type Json, type JsonObject } from './plain-json'

/*
 * For tests: deviations of a subscription that `deviations-by-rule.ts` does not generate: what another billing API could
 * send, by the document's "seen" and "not shown" and by gaps.md. A row without a field is returned unchanged.
 */

const NEEDED = ['id', 'customerId', 'status', 'startDate', 'billingCadence']
const PRICE = ['plan', 'prices', 0, 'price']
const BILLABLE = [...PRICE, 'billable']
const DEEP = [[[[[[[[{ a: [{ b: [{ c: [null, true, exact('1.50')] }] }] }]]]]]]]]
const price = (sample: JsonObject, rules: Json, priceType: Json = 'unit') => set(PRICE, { rules, priceType })(sample)

export const deviationsOfSubscriptions = rowsOf('subscription', [
  ['every status of the document: deleted', set([], { status: 'deleted' })],
  ['a gateway of another name', set([], { paymentGateway: 'gateway_1' })],
  ['only what is needed, with a planId', keepOnly(...NEEDED, 'planId')],
  ['only what is needed, with a plan', keepOnly(...NEEDED, 'plan')],
  ['neither plan nor planId', set([], { plan: undefined, planId: undefined }), 'planId or plan'],
  ['plan and planId null', set([], { plan: null, planId: null }), 'planId or plan'],
  ['a plan that is its id alone', (sample) => set([], { plan: { id: sample.planId ?? null } })(sample)],
  ['planId is another', set([], { planId: 'plan_other' }), 'planId or plan.id'],
  ['id empty', set([], { id: '' }), 'id'],
  ['customerId empty', set([], { customerId: '' }), 'customerId'],
  ['id of 257 characters', set([], { id: 'x'.repeat(257) }), 'id'],
  ['plan.id of 257 characters', set(['plan'], { id: 'x'.repeat(257) }), 'plan.id or planId'],
  ['another merchant', set([], { merchantId: OTHER_MERCHANT }), 'merchantId'],
  ["a plan's other merchant", set(['plan'], { merchantId: OTHER_MERCHANT }), 'plan.merchantId'],
  ["a price's other merchant", set(PRICE, { merchantId: OTHER_MERCHANT }), 'plan.prices[0].price.merchantId'],
  ['endDate in the year 9999', set([], { endDate: '9999-12-31T23:59:59.999Z' })],
  ['plan.prices empty', set(['plan'], { prices: [] })],
  ['plan.prices[1] null', (sample) => put(sample, ['plan', 'prices', 1], null), 'plan.prices[1]'],
  ['plan.prices[1] a text', (sample) => put(sample, ['plan', 'prices', 1], 'price_1'), 'plan.prices[1]'],
  ['priceType unknown, rules of its own', (sample) => price(sample, { steps: [{ upTo: 10, flat: 5 }] }, 'graduated')],
  ['priceType unknown, rules as of a unit', (sample) => price(sample, { price: 1 }, 'graduated')],
  ['a unit with rules of tiers', (sample) => price(sample, { tiers: [{ start: 0, end: null, price: 1 }] })],
  ['a unit with a price in words', (sample) => price(sample, { price: 'on request' })],
  ['a unit with an exact extra', (sample) => price(sample, { price: 1, markup: exact('0.30000000000000004') })],
  ['a tier with a flat fee', set(['plan', 'prices', 1, 'price', 'rules', 'tiers', 0], { flatFee: exact('19.990') })],
  ['tiers empty', set(['plan', 'prices', 1, 'price', 'rules'], { tiers: [] })],
  ['tiers as an object', set(['plan', 'prices', 1, 'price', 'rules'], { tiers: { first: { price: 1 } } })],
  ['tiers with an end in words', set(['plan', 'prices', 1, 'price', 'rules', 'tiers', 1], { end: 'infinity' })],
  ['rules empty', (sample) => price(sample, {})],
  ['rules of type none with content', (sample) => price(sample, { reason: 'free' }, 'none')],
  ['rules a list', (sample) => price(sample, [1, 'two', { three: null }])],
  ['rules nested deeply', (sample) => price(sample, { deep: DEEP })],
  ['rules with a number larger than amounts', (sample) => price(sample, { price: exact(`${'1'.repeat(60)}.5`) })],
  ['rules with an empty field name', (sample) => price(sample, { '': 1 })],
  ['rules with __proto__', (sample) => put(sample, [...PRICE, 'rules', '__proto__'], { price: 1 })],
  ['an unknown __proto__', (sample) => put(sample, ['plan', '__proto__'], { status: 'lost?' })],
  ['an unknown constructor', set([], { constructor: 'x', toString: null })],
  ['an unknown field with NUL in its value', set(['plan'], { note: 'a\0b' }), 'plan.note'],
  ['an unknown field with half a pair', set(['plan'], { note: ['\uD800'] }), 'plan.note[0]'],
  ['an unknown name with NUL', set(['plan'], { 'a\0b': 1 }), 'plan'],
  ['an unknown list of null', set([], { tags: [null, [], {}, ''] })],
  ['an unknown 1e400', set([], { huge: exact('1e400') })],
  ['an unknown number that is no float', set([], { big: exact('12345678901234567890123.00000000000000000001') })],
  ['an unknown instant of another zone stays as it is', set([], { renewedAt: '2026-01-31T01:00:00+01:00' })],
  ['an unknown one called "unknown"', set([], { unknown: { unknown: 1 }, extra: {}, rest: [], data: 1, kind: 'x' })],
  ['an unknown position', set(PRICE, { position: 7, planId: 'elsewhere' })],
  ['beside price in prices[]', set(['plan', 'prices', 0], { sortOrder: 3, label: 'Tokens' })],
  ['price.updatedAt, which the document lacks', set(PRICE, { updatedAt: '2026-02-01T00:00:00.000Z' })],
  ['price.limit 1e400', set(PRICE, { limit: exact('1e400') }), 'plan.prices[0].price.limit'],
  ['price.limit negative', set(PRICE, { limit: -1 })],
  ['price.limit 0.0', set(PRICE, { limit: exact('0.0') })],
  ['price.limit 1e-60', set(PRICE, { limit: exact('1e-60') })],
  ['price.limit 1e-61', set(PRICE, { limit: exact('1e-61') }), 'plan.prices[0].price.limit'],
  ['price.billable null and billableId', set(PRICE, { billable: null })],
  ['price.billable and billableId null', set(PRICE, { billable: null, billableId: null })],
  ['price.billableId is another', set(PRICE, { billableId: 'bil_x' }), 'plan.prices[0].price.billableId'],
  ['billable its id alone', (sample) => put(sample, BILLABLE, { id: at(sample, [...BILLABLE, 'id']) })],
  ['billable.description of 100,000 characters', set(BILLABLE, { description: LONG })],
  ['conditions empty', set([...BILLABLE, 'eventQueryRules'], { conditions: [] })],
  [
    'conditions with more in them',
    set([...BILLABLE, 'eventQueryRules', 'conditions', 0, 0], { negate: true, values: ['a', exact('1.0')] }),
  ],
  [
    'a condition whose value is a number',
    set([...BILLABLE, 'eventQueryRules', 'conditions', 0, 0], { value: 3 }),
    'plan.prices[0].price.billable.eventQueryRules.conditions[0][0].value',
  ],
  ['basePlanPriceId is another', set(['plan'], { basePlanPriceId: 'price_x' }), 'plan.basePlanPriceId'],
  ['base prices by nothing', set(['plan'], { basePlanPrice: null, basePlanPriceId: null })],
  ['base price by an unknown id', set(['plan'], { basePlanPrice: null, basePlanPriceId: 'price_unknown' })],
])
