import { jsonResponse, textResponse } from './response'
import { HOSTILE } from './hostile-text'
import { nulls, plainBillable, plainPlan, plainPrice, plainSubscription } from './plain-resources'
import { manyPrices } from './prices'
import { type ReadScenario, scenarioId } from './scenario'
import { subscription, withPrice } from './subscription-scenario'

const MANY_PRICES = 3_000
const FAR = '2091-01-01T00:00:00.000Z'

const emptyPlan = {
  ...nulls(plainPlan),
  prices: [nulls({ price: null }), {}, { price: {} }, { price: nulls(plainPrice) }],
}

export const SUBSCRIPTION_SCENARIOS: readonly ReadScenario[] = [
  {
    ...subscription('Nullable fields', 'nothing but its id', {}),
    response: jsonResponse({ id: scenarioId('subscription', 'Nullable fields', 'nothing but its id') }),
    shows: ['Status not sent', '17 fields not sent', 'sent no plan'],
  },
  subscription('Nullable fields', 'every field without a value', nulls(plainSubscription), {
    shows: ['Status not sent', 'sent no plan'],
  }),
  subscription(
    'Nullable fields',
    'a plan of nulls, prices of nulls',
    { plan: emptyPlan },
    { shows: ['Plan without a name', 'Price without a name', 'Rules not sent'], never: [/unlimited/i] },
  ),
  subscription('Nullable fields', 'an empty plan', { plan: {} }, { shows: ['No prices sent'] }),
  withPrice(
    'Nullable fields',
    'without limit, maximum and billable',
    { limit: null, maxUsage: undefined, billable: null, blockOverage: null },
    { shows: ['5 fields not sent', 'Limit · Maximum usage · Overage'], never: [/unlimited|no limit|infinite|∞/i] },
  ),
  subscription(
    'Nullable fields',
    'fields of another type',
    {
      startDate: 1767605400,
      endDate: {},
      status: 7,
      isTrial: 'maybe',
      customerId: ['x'],
      plan: 'plan-plain',
      netTerms: true,
    },
    {
      shows: [
        'Unreadable: {}',
        'Unreadable: maybe',
        'Unreadable: plan-plain',
        'Whether it is a trial could not be read.',
        'The list of prices could not be read',
      ],
      never: [/\b0 prices|No prices sent/],
      unknown: ['7'],
    },
  ),
  subscription(
    'Nullable fields',
    'a plan of other types',
    { plan: { ...plainPlan, prices: { 0: plainPrice }, name: 12, basePlanPrice: [], status: {} } },
    { shows: ['12', 'Unreadable: {"0":', 'Unreadable: {}', 'Unreadable: []'] },
  ),
  subscription(
    'Nullable fields',
    'unknown fields everywhere',
    {
      extra: { nested: [1, null, { deep: true }] },
      plan: { ...plainPlan, prices: [{ price: { ...plainPrice, ['toString']: 'x', constructor: 1 }, note: null }] },
    },
    { shows: ['extra', 'is a field this console does not know'] },
  ),
  {
    ...subscription('Nullable fields', 'names of the prototype', {}),
    response: textResponse(
      `{"id":${JSON.stringify(scenarioId('subscription', 'Nullable fields', 'names of the prototype'))},"__proto__":{"status":"active"},"constructor":{"prototype":{"owned":1}},"plan":{"name":"Proto plan","hasOwnProperty":1}}`,
    ),
    shows: ['Proto plan', 'Status not sent'],
  },

  subscription(
    'Upcoming',
    'pending, its start ahead',
    { status: 'pendingActivation', startDate: FAR },
    { shows: ['It starts on 1 Jan 2091.'] },
  ),
  subscription(
    'Upcoming',
    'pending, its start passed',
    { status: 'pendingActivation' },
    { shows: ['its start date has passed: it may be running by now'] },
  ),
  subscription(
    'Upcoming',
    'pending, no start',
    { status: 'pendingActivation', startDate: null },
    { shows: ['no start date was sent', 'What happens next is unknown.'] },
  ),
  subscription(
    'Upcoming',
    'a draft, its start ahead',
    { status: 'draft', startDate: FAR },
    { shows: ['set to start on 1 Jan 2091'] },
  ),
  subscription(
    'Upcoming',
    'a draft, no start',
    { status: 'draft', startDate: undefined },
    { shows: ['It is a draft, but no start date was sent.'] },
  ),
  subscription('Upcoming', 'active, its start ahead', { startDate: FAR }, { shows: ['its start date is still ahead'] }),
  subscription(
    'Upcoming',
    'an unknown status',
    { status: 'paused_by_Dunning' },
    { shows: ['What happens next is unknown.'], unknown: ['paused_by_Dunning'] },
  ),
  subscription(
    'Active past its endDate',
    'active, its end passed',
    { endDate: '2026-02-05T00:00:00Z' },
    { shows: ['The API says active, but its last day was 4 Feb 2026.'] },
  ),
  subscription(
    'Active past its endDate',
    'ended, its end ahead',
    { status: 'ended', endDate: FAR },
    {
      shows: ['The API says ended, although its last day is 31 Dec 2090.'],
      never: [/Ended 1 Jan/],
    },
  ),
  subscription(
    'Billing period',
    'an unknown cadence',
    { billingCadence: 'everyTenDays' },
    { unknown: ['everyTenDays'], shows: ['does not know the billing interval'] },
  ),
  subscription(
    'Billing period',
    'dates of other shapes',
    {
      createdAt: '2026-01-05',
      updatedAt: '2026-02-30T00:00:00Z',
      startDate: '2026-01-05T11:30:00+02:00',
      endDate: '2091-03-01 00:00',
    },
    { shows: ['5 Jan 2026', 'It ends on 28 Feb 2091.', 'It renews on', 'Estimated from the start date.'] },
  ),
  subscription(
    '`endDate` of an open subscription',
    'no end date at all',
    { endDate: undefined },
    { shows: ['1 field not sent', 'It renews on'], never: [/never ends|forever/i] },
  ),
  subscription(
    '`endDate` of an open subscription',
    'an end that is no date',
    { endDate: 'soon' },
    { shows: ['Whether it renews is unknown: its end date could not be read'] },
  ),
  subscription(
    'Gateways',
    'another gateway, automatic charging',
    { paymentGateway: 'brainTree', autoChargeInvoice: true },
    { unknown: ['brainTree'] },
  ),
  subscription(
    'Gateways',
    'other terms and currency',
    { netTerms: 'net45', currency: 'EUR', plan: { ...plainPlan, currency: 'EUR' } },
    { unknown: ['net45'], shows: ['€199.00'], never: [/\$/] },
  ),
  subscription(
    'Gateways',
    'a currency that is none',
    { currency: 'credits', plan: { ...plainPlan, currency: 'credits' } },
    { shows: ['credits', '199.00'], never: [/\$/] },
  ),

  subscription(
    'Plan / price / billable status',
    'others',
    {
      plan: {
        ...plainPlan,
        status: 'sunset',
        basePlanPriceMonthlyStatus: 'retired',
        prices: [{ price: { ...plainPrice, status: 'ACTIVE', billable: { ...plainBillable, status: 'beta' } } }],
      },
    },
    { unknown: ['sunset', 'retired', 'ACTIVE', 'beta'] },
  ),
  subscription(
    'Nested objects',
    'two copies of a price that differ',
    {
      plan: {
        ...plainPlan,
        basePlanPriceId: 'price-plain',
        basePlanPrice: { ...plainPrice, rules: { price: 77 } },
        prices: [
          { price: { ...plainPrice, rules: { price: 88 } } },
          { price: { ...plainPrice, rules: { price: 99 } } },
        ],
      },
    },
    { shows: ['$77.00', '$88.00', '$99.00'] },
  ),
  subscription(
    'Hostile strings',
    'in every text of the subscription',
    {
      status: HOSTILE.openBidi,
      paymentGateway: HOSTILE.image,
      netTerms: HOSTILE.openBidi,
      billingCadence: HOSTILE.bidi,
      currency: HOSTILE.openBidi,
      customerId: HOSTILE.openBidi,
      autoChargeInvoice: true,
      [HOSTILE.closing]: HOSTILE.lineSeparators,
      [HOSTILE.openBidi]: HOSTILE.openBidi,
    },
    { unknown: [HOSTILE.openBidi, HOSTILE.bidi, HOSTILE.image] },
  ),
  subscription(
    'Hostile strings',
    'in every text of the plan',
    {
      plan: {
        ...plainPlan,
        id: HOSTILE.formula,
        name: HOSTILE.openBidi,
        description: HOSTILE.openBidi,
        currency: HOSTILE.openBidi,
        externalId: HOSTILE.unbroken,
        status: HOSTILE.openBidi,
        requestPricingText: HOSTILE.openBidi,
        requestPricingUrl: HOSTILE.link,
        prices: [
          {
            price: {
              ...plainPrice,
              id: HOSTILE.script,
              name: HOSTILE.openBidi,
              priceType: HOSTILE.openBidi,
              rules: { [HOSTILE.openBidi]: HOSTILE.openBidi },
              status: HOSTILE.openBidi,
              billable: {
                ...plainBillable,
                name: HOSTILE.bidi,
                description: HOSTILE.openBidi,
                slug: HOSTILE.template,
                singleUnitLabel: HOSTILE.openBidi,
                multipleUnitLabel: HOSTILE.openBidi,
                includedLabel: HOSTILE.attribute,
                billableType: HOSTILE.openBidi,
                eventQueryRules: {
                  conditions: [[{ key: HOSTILE.openBidi, rule: HOSTILE.openBidi, value: HOSTILE.openBidi }]],
                  calculation: HOSTILE.openBidi,
                  overProperty: HOSTILE.openBidi,
                },
              },
            },
          },
          {
            price: {
              ...plainPrice,
              id: 'labels',
              billable: { ...plainBillable, singleUnitLabel: HOSTILE.openBidi, multipleUnitLabel: HOSTILE.openBidi },
            },
          },
        ],
      },
    },
    { shows: [HOSTILE.formula, HOSTILE.link, HOSTILE.attribute], unknown: [HOSTILE.openBidi] },
  ),
  subscription(
    'Hostile strings',
    'a plan named with a script, its link data',
    { plan: { ...plainPlan, name: HOSTILE.script, description: HOSTILE.long, requestPricingUrl: HOSTILE.dataLink } },
    { shows: [HOSTILE.script, HOSTILE.dataLink] },
  ),
  subscription(
    'Hostile strings',
    'formulas',
    {
      plan: {
        ...plainPlan,
        name: HOSTILE.formula,
        description: HOSTILE.formulas.join(' '),
        requestPricingUrl: ' https://user:pw@example.com/\u202E ',
      },
    },
    { shows: [HOSTILE.formula, ...HOSTILE.formulas.map((text) => text.trim())] },
  ),

  // Built on the first request, so the other tests of this server do not wait for it.
  {
    ...subscription('Sizes', '3,000 prices', {}),
    response: () =>
      jsonResponse({
        id: scenarioId('subscription', 'Sizes', '3,000 prices'),
        ...plainSubscription,
        plan: { ...plainPlan, prices: manyPrices(MANY_PRICES) },
      }),
    shows: ['3,001 prices'],
  },
]
