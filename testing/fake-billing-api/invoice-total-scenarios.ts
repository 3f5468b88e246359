import { textResponse } from './response'
import { invoice, withLines } from './invoice-scenario'
import { plainInvoice, plainLine } from './plain-resources'
import { type ReadScenario, scenarioId } from './scenario'

/** Invoices whose total cannot be computed. */
export const INVOICE_TOTAL_SCENARIOS: readonly ReadScenario[] = [
  {
    ...invoice('Nullable fields', 'no list of lines, behind more drift than are shown', {}),
    response: textResponse(crowdedInvoice('no list of lines, behind more drift than are shown')),
    shows: ['Total not known: the line items could not be read.', 'The line items could not be read. Unreadable: none'],
    never: [/has no line items/, /\b0\.00/],
  },
  withLines(
    'Nullable fields',
    'a line with an unreadable hidden flag',
    [plainLine, { ...plainLine, price: { ...plainLine.price, billable: { hidden: 'perhaps', showOnInvoice: true } } }],
    {
      shows: [
        '25.00',
        'Not known whether the customer sees it',
        'Lines that the customer sees not added up: whether a customer sees 1 line could not be read.',
      ],
    },
  ),
  withLines(
    'Amounts',
    'none that can be read',
    [
      { ...plainLine, amount: 'free' },
      { ...plainLine, amount: null },
    ],
    {
      shows: ['Total not known: no line has a readable amount.'],
      never: [/\b0\.00/],
    },
  ),
  invoice(
    'Amounts',
    'none that can be read, past the due date',
    { status: 'issued', invoiceLineItems: [{ ...plainLine, amount: 'free' }] },
    { shows: ['days overdue'] },
  ),
]

/** Returns JSON with more repeated names than the console lists as drift; it only counts the rest. */
function crowdedInvoice(name: string): string {
  const repeated = Array.from({ length: 250 }, (_, index) => `"name${index}":1,"name${index}":2`)
  const fields = { ...plainInvoice, id: scenarioId('invoice', 'Nullable fields', name), invoiceLineItems: 'none' }
  return `{${repeated.join(',')},${JSON.stringify(fields).slice(1)}`
}
