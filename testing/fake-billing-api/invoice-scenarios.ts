import { LINE_COUNTS } from './ids'
import { type ScenarioResponse, jsonResponse } from './response'
import { HOSTILE } from './hostile-text'
import { invoice, withLines } from './invoice-scenario'
import { nulls, plainInvoice, plainLine, plainSubscription } from './plain-resources'
import { type ReadScenario, scenarioId } from './scenario'

/** Returns a subscription that an invoice takes its currency from. */
function subscriptionIn(currency: unknown) {
  const id = `subscription in ${typeof currency === 'string' ? currency : currency === null ? 'no currency' : 'some currency'}`
  return {
    subscriptionId: id,
    besides: [{ kind: 'subscription', id, response: jsonResponse({ id, ...plainSubscription, currency, plan: null }) }],
  } as const
}
const inEuro = subscriptionIn('EUR')
const inNothing = subscriptionIn(null)
const inSomething = subscriptionIn({ code: 'EUR' })

export const INVOICE_SCENARIOS: readonly ReadScenario[] = [
  {
    ...invoice('Nullable fields', 'nothing but its id', {}),
    response: jsonResponse({ id: scenarioId('invoice', 'Nullable fields', 'nothing but its id') }),
    shows: ['Status not sent', 'Total not known: the API sent no line items'],
  },
  invoice('Nullable fields', 'every field without a value', nulls(plainInvoice), {
    shows: ['Status not sent', 'Total not known: the API sent no line items'],
  }),
  invoice('Nullable fields', 'no lines', { invoiceLineItems: [] }, { shows: ['0.00'] }),
  invoice(
    'Nullable fields',
    'fields of another type',
    {
      status: 12,
      vanityId: {},
      vanityIdString: ['1'],
      dueDate: 99,
      issueDate: 'yesterday',
      autoChargeInvoice: 'no',
      invoiceLineItems: 'none',
      paymentGateway: 3,
    },
    { unknown: ['12', '3'], shows: ['The line items could not be read. Unreadable: none'] },
  ),
  withLines(
    'Nullable fields',
    'lines of nulls and lines that are none',
    [
      nulls(plainLine),
      {},
      null,
      'line',
      7,
      [],
      { ...plainLine, price: nulls(plainLine.price) },
      { ...plainLine, price: { ...plainLine.price, billable: {} } },
    ],
    { shows: ['without a readable amount', '25.00'] },
  ),
  invoice(
    'Nullable fields',
    'the number as text only, unknown fields',
    { vanityId: undefined, vanityIdString: 'RE-2026/00042', taxes: [{ rate: '0.19' }] },
    { shows: ['RE-2026/00042', 'taxes'] },
  ),
  invoice('Nullable fields', 'two numbers that differ', { vanityId: '1043' }, { shows: ['1042', '1043'] }),
  invoice(
    'Nullable fields',
    'an unknown status',
    { status: 'disputed_Chargeback' },
    { unknown: ['disputed_Chargeback'], never: [/days? overdue/i] },
  ),
  invoice(
    'Nullable fields',
    'overdue without dates',
    { status: 'overdue', dueDate: null, issueDate: null, pendingDate: null },
    { shows: ['Overdue'], never: [/\d+ days? overdue/i] },
  ),
  invoice('Gateways', 'another gateway', { paymentGateway: 'lexOffice' }, { unknown: ['lexOffice'] }),

  withLines(
    'Line `details`',
    'absent',
    [
      { ...plainLine, details: undefined },
      { ...plainLine, details: null },
      { ...plainLine, details: [] },
      { ...plainLine, details: 'text' },
    ],
    { shows: ['Not sent', '50.00'] },
  ),
  withLines(
    'Line `details`',
    'subItems, appliedMinimum, appliedMaximum',
    [
      {
        ...plainLine,
        amount: '10',
        details: {
          quantity: '3',
          unitPrice: '3.3333333333333333',
          subItems: [
            { name: 'First 100', quantity: 2, price: '4', amount: '8' },
            { quantity: '1', price: 2, amount: 2 },
            null,
            {},
          ],
          appliedMinimum: '10',
          appliedMaximum: '11.5',
        },
      },
    ],
    { shows: ['First 100', '3.3333333333333333', '11.5'] },
  ),
  withLines('Line `details`', 'no list of subItems', [
    { ...plainLine, details: { subItems: { 0: 'x' }, quantity: true } },
  ]),
  withLines(
    'Price types',
    'lines with rules of every shape',
    [
      { tiers: [{ start: 0, end: null, price: '4' }] },
      { price: 5, cadence: 'weekly' },
      {},
      { bands: [] },
      null,
      [],
      'free',
    ].map((rules) => ({ ...plainLine, price: { ...plainLine.price, rules, entityType: 'seatPack' } })),
    { shows: ['bands', '87.50'], unknown: ['seatPack'] },
  ),
  withLines(
    'Amounts',
    'numeric strings, long tails, exponents, signs',
    ['20.30000000000000004', '-5', 1e21, 1e-7, '007', '-0'].map((amount) => ({ ...plainLine, amount })),
    { shows: ['1,000,000,000,000,000,000,022.30000010000000004'.slice(0, 20)] },
  ),
  withLines(
    'Amounts',
    'amounts that are none',
    ['free', '', null, true, '1,5', '0x10', 'NaN', '1'.repeat(100)].map((amount) => ({ ...plainLine, amount })),
    { shows: ['7 lines without a readable amount', 'Unreadable: free', 'Unreadable: ""', 'Unreadable: 1,5'] },
  ),
  withLines(
    'Amounts',
    'quantities and labels missing',
    [
      {
        ...plainLine,
        details: { quantity: '1.0', unitPrice: null },
        price: { ...plainLine.price, billable: { id: 'b', multipleUnitLabel: 'sheep' } },
      },
    ],
    { shows: ['sheep'] },
  ),
  withLines(
    'Nested objects',
    'copies of a price that differ',
    [plainLine, { ...plainLine, price: { ...plainLine.price, rules: { price: 3 } } }],
    { shows: ['2.50 per', '3.00 per'] },
  ),
  invoice('Invoice currency', 'of an unknown subscription', {}, { shows: ['12.50'], never: [/[$€]/] }),
  invoice(
    'Invoice currency',
    'of a subscription without one',
    { subscriptionId: inNothing.subscriptionId },
    { besides: inNothing.besides, never: [/[$€]/] },
  ),
  invoice(
    'Invoice currency',
    'of a subscription in euro',
    { subscriptionId: inEuro.subscriptionId },
    { besides: inEuro.besides, shows: ['€12.50'], never: [/\$/] },
  ),
  invoice(
    'Invoice currency',
    'no subscription',
    { subscriptionId: null },
    { shows: ['the invoice names no subscription'], never: [/[$€]/] },
  ),
  invoice(
    'Invoice currency',
    'a subscription that cannot be read',
    { subscriptionId: { id: 'x' } },
    { shows: ['the invoice names a subscription that could not be read'], never: [/names no subscription/, /[$€]/] },
  ),
  invoice(
    'Invoice currency',
    'of a subscription whose own cannot be read',
    { subscriptionId: inSomething.subscriptionId },
    {
      besides: inSomething.besides,
      shows: ['the currency of its subscription could not be read'],
      never: [/states none/, /[$€]/],
    },
  ),

  invoice(
    'Hostile strings',
    'in every text',
    {
      status: HOSTILE.openBidi,
      vanityId: undefined,
      vanityIdString: HOSTILE.openBidi,
      externalId: HOSTILE.openBidi,
      paymentGateway: HOSTILE.openBidi,
      customerId: HOSTILE.unbroken,
      merchantId: HOSTILE.link,
      subscriptionId: HOSTILE.openBidi,
      [HOSTILE.openBidi]: HOSTILE.openBidi,
      invoiceLineItems: [
        {
          ...plainLine,
          id: HOSTILE.openBidi,
          description: HOSTILE.openBidi,
          price: {
            ...plainLine.price,
            entityType: HOSTILE.openBidi,
            rules: { [HOSTILE.openBidi]: HOSTILE.openBidi },
            billable: {
              ...plainLine.price.billable,
              singleUnitLabel: HOSTILE.openBidi,
              multipleUnitLabel: HOSTILE.openBidi,
            },
          },
          details: { quantity: 2, unitPrice: 1, subItems: [{ name: HOSTILE.openBidi }] },
        },
        {
          ...plainLine,
          price: {
            ...plainLine.price,
            billable: {
              ...plainLine.price.billable,
              singleUnitLabel: HOSTILE.openBidi,
              multipleUnitLabel: HOSTILE.openBidi,
            },
          },
        },
      ],
    },
    { unknown: [HOSTILE.openBidi] },
  ),
  withLines(
    'Hostile strings',
    'scripts, formulas, links and long texts in lines',
    [
      HOSTILE.script,
      HOSTILE.closing,
      HOSTILE.image,
      HOSTILE.attribute,
      HOSTILE.template,
      HOSTILE.link,
      HOSTILE.formula,
      HOSTILE.unbroken,
      HOSTILE.long,
      HOSTILE.lineSeparators,
      ...HOSTILE.formulas,
    ].map((description) => ({ ...plainLine, description })),
    { shows: [HOSTILE.script, HOSTILE.formula, '-2+3'] },
  ),

  // Built on the first request, so the other tests of this server do not wait for it.
  {
    ...invoice('Sizes', '20,000 lines', {}),
    response: () => (largeResponse ??= jsonResponse(longInvoice(LARGE_ID, LINE_COUNTS.large))),
    shows: ['200.00', '20,000 lines'],
  },
]

let largeResponse: ScenarioResponse | undefined

const LARGE_ID = scenarioId('invoice', 'Sizes', '20,000 lines')

/** Returns an invoice with `length` lines; 20,000 lines are 12 MB. */
export function longInvoice(id: string, length: number): object {
  const tail = 'of a very long invoice, and its description is as long as descriptions tend to be'
  const invoiceLineItems = Array.from({ length }, (_, index) => ({
    ...plainLine,
    id: `line-${index}`,
    amount: '0.01',
    description: `Line ${index + 1} ${tail}`,
  }))
  return { ...plainInvoice, id, invoiceLineItems }
}
