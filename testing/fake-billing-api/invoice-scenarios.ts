import { LINE_COUNTS, SCENARIO_IDS } from './ids'
import { oddInvoice } from './odd-resources'
import { plainInvoice, plainLine, plainSubscription } from './plain-resources'
import { jsonResponse, type ScenarioResponse } from './response'
import type { Scenario } from './scenario'

const { invoice, subscription } = SCENARIO_IDS
const END = '2026-11-30T09:30:00.000Z'
const tiers = [
  { start: 0, end: 100, price: 0 },
  { start: 100, end: 1_000, price: 0.12 },
  { start: 1_000, end: null, price: 0.085 },
]

/** Returns a line of the plain price with other rules, its details and its amount. */
const ruledLine = (description: string, amount: number, rules: object, details: object, billable = {}) => ({
  ...plainLine,
  description,
  amount,
  details,
  price: { ...plainLine.price, rules, billable: { ...plainLine.price.billable, ...billable } },
})

/** Seven lines: three are wrong, one is after the end date, three are right. Sum 711.6765. */
const FAULTY_LINES = [
  ruledLine('Platform fee', 499, { price: 499, quantity: 1, cadence: 'monthly' }, { quantity: 1, unitPrice: 499 }),
  { ...plainLine, description: 'Four dollars too many', amount: 16.5 },
  { ...plainLine, description: 'One cent too many', amount: 12.51 },
  ruledLine('A charge nobody sees', 40, {}, { quantity: 1, unitPrice: 40 }, { hidden: true }),
  { ...plainLine, description: 'Another month', startDate: END, endDate: '2026-12-30T09:30:00.000Z' },
  ruledLine('Gigabytes in tiers', 89.76, { tiers }, { quantity: 848, unitPrice: 0.105849 }),
  ruledLine('Tokens', 41.4065, { price: 0.0000025 }, { quantity: 16_562_600, unitPrice: 0.0000025 }),
]

/** Lines of shapes that the interface document does not have. */
const ODD_LINES = [
  plainLine,
  { ...plainLine, details: undefined, price: null },
  { ...plainLine, amount: 'free', details: [] },
  { ...plainLine, price: { ...plainLine.price, billable: { hidden: 'perhaps', showOnInvoice: true } } },
  {
    ...plainLine,
    amount: '10',
    details: {
      quantity: '3',
      unitPrice: '3.3333333333333333',
      subItems: [{ name: 'First 100', quantity: 2, price: '4', amount: '8' }, null, {}],
      appliedMinimum: '10',
      appliedMaximum: '11.5',
    },
  },
  { ...plainLine, priceId: 'bands', price: { ...plainLine.price, entityType: 'seatPack', rules: { bands: [] } } },
  null,
  'line',
]

const sent = (id: string, changes: object) => jsonResponse({ ...plainInvoice, id, ...changes })

export const INVOICE_SCENARIOS: readonly Scenario[] = [
  {
    name: 'nothing but its ID',
    kind: 'invoice',
    id: invoice.bare,
    sent: jsonResponse({ id: invoice.bare }),
    shows: ['Status not sent', 'Total not known: the API sent no line items'],
  },
  {
    name: 'no list of lines',
    kind: 'invoice',
    id: 'invoice: no list',
    sent: sent('invoice: no list', { status: 'overdue', dueDate: null, vanityId: 1043, invoiceLineItems: 'none' }),
    shows: [
      'Total not known: the line items could not be read.',
      'The line items could not be read. Unreadable: none',
      '1042',
      '1043',
      'Overdue',
    ],
    never: [/has no line items/, /\b0\.00/, /days? overdue/, /[$€]/],
  },
  {
    name: 'lines of every shape',
    kind: 'invoice',
    id: 'invoice: odd lines',
    sent: sent('invoice: odd lines', { subscriptionId: subscription.active, invoiceLineItems: ODD_LINES }),
    shows: [
      '€60.00',
      'without a readable amount',
      'bands',
      'First 100',
      '3.3333333333333333',
      '11.5',
      'Not known whether the customer sees it',
      'Cannot be checked',
      'Adds up, its unit price could not be checked',
    ],
    unknown: ['seatPack'],
    never: [/\$/],
  },
  {
    name: 'three faults, and a month too many',
    kind: 'invoice',
    id: invoice.faulty,
    sent: sent(invoice.faulty, { subscriptionId: subscription.ended, invoiceLineItems: FAULTY_LINES }),
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
  {
    name: 'of a subscription that has ended',
    kind: 'subscription',
    id: subscription.ended,
    sent: jsonResponse({ id: subscription.ended, ...plainSubscription, status: 'ended', endDate: END }),
  },
  ...(['long', 'large'] as const).map((size): Scenario => {
    const id = invoice[size]
    let response: ScenarioResponse | undefined
    const lines = () => manyLines(LINE_COUNTS[size], { unitPrice: '0.01', quantity: '1' })
    const send = () => (response ??= jsonResponse({ ...oddInvoice(id), invoiceLineItems: lines() }))
    return {
      name: `${LINE_COUNTS[size]} lines`,
      kind: 'invoice',
      id,
      sent: send,
      shows: [`€${LINE_COUNTS[size] / 100}.00`],
    }
  }),
]

/** Returns `length` lines of one cent; 20,000 lines are 12 MB. */
export function manyLines(length: number, details: object = plainLine.details): object[] {
  const tail = 'of a very long invoice, and its description is as long as descriptions tend to be'
  const price = { ...plainLine.price, rules: { quantity: 1, price: '0.01' } }
  return Array.from({ length }, (_, index) => {
    const [id, description] = [`line-${index}`, `Line ${index + 1} ${tail}`]
    return { ...plainLine, id, amount: '0.01', description, details, price }
  })
}
