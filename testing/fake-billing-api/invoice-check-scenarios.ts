import { withLines } from './invoice-scenario'
import { plainInvoice, plainLine, plainSubscription } from './plain-resources'
import { jsonResponse } from './response'
import { type ReadScenario, scenarioId } from './scenario'

const END = '2026-11-30T09:30:00.000Z'
const SUBSCRIPTION = 'subscription that has ended'
const hidden = { ...plainLine.price.billable, hidden: true }
const tiers = [
  { start: 0, end: 100, price: 0 },
  { start: 100, end: 1_000, price: 0.12 },
  { start: 1_000, end: null, price: 0.085 },
]

/** Seven lines: three are wrong, one is after the end date, three are right. Sum 711.6765. */
const FAULTY_LINES = [
  {
    ...plainLine,
    description: 'Platform fee',
    amount: 499,
    details: { quantity: 1, unitPrice: 499 },
    price: { ...plainLine.price, rules: { price: 499, quantity: 1, cadence: 'monthly' } },
  },
  { ...plainLine, description: 'Four dollars too many', amount: 16.5 },
  { ...plainLine, description: 'One cent too many', amount: 12.51 },
  {
    ...plainLine,
    description: 'A charge nobody sees',
    amount: 40,
    details: { quantity: 1, unitPrice: 40 },
    price: { ...plainLine.price, rules: {}, billable: hidden },
  },
  { ...plainLine, description: 'Another month', startDate: END, endDate: '2026-12-30T09:30:00.000Z' },
  {
    ...plainLine,
    description: 'Gigabytes in tiers',
    amount: 89.76,
    details: { quantity: 848, unitPrice: 0.105849 },
    price: { ...plainLine.price, rules: { tiers } },
  },
  {
    ...plainLine,
    description: 'Tokens',
    amount: 41.4065,
    details: { quantity: 16_562_600, unitPrice: 0.0000025 },
    price: { ...plainLine.price, rules: { price: 0.0000025 } },
  },
]

export const FAULTY_INVOICE = scenarioId('invoice', 'Line `details`', 'three faults, and a month too many')

/** Invoices with findings that the console shows on the folded page, in its first HTML. */
export const INVOICE_CHECK_SCENARIOS: readonly ReadScenario[] = [
  {
    ...withLines('Line `details`', 'three faults, and a month too many', []),
    response: jsonResponse({
      ...plainInvoice,
      id: FAULTY_INVOICE,
      subscriptionId: SUBSCRIPTION,
      invoiceLineItems: FAULTY_LINES,
    }),
    besides: [
      {
        kind: 'subscription',
        id: SUBSCRIPTION,
        response: jsonResponse({ id: SUBSCRIPTION, ...plainSubscription, status: 'ended', endDate: END }),
      },
    ],
    shows: [
      '$711.68 exactly $711.6765',
      'rounded half up to cents',
      'the amount on the customer’s copy',
      '3 of 7 lines need a look',
      '1 line after the subscription’s end',
      '$16.50, but 5 × $2.50 = $12.50 ($4.00 too much)',
      '$12.51, but 5 × $2.50 = $12.50 ($0.01 too much)',
      'Not zero, although the price charges nothing',
      'Covers 30 Nov–30 Dec, after the end',
    ],
    never: [/All \d+ lines add up/],
  },
  withLines(
    'Line `details`',
    'two lines that cannot be checked',
    [
      plainLine,
      { ...plainLine, priceId: 'price-bands', price: { ...plainLine.price, rules: { bands: [] } } },
      { ...plainLine, details: undefined, price: null },
      { ...plainLine, amount: 'free' },
    ],
    {
      shows: [
        '2 of 4 lines add up · 2 not checked',
        '1 unit price not checked',
        'Adds up, its unit price could not be checked',
        'Cannot be checked',
      ],
      never: [/need a look/i],
    },
  ),
]
