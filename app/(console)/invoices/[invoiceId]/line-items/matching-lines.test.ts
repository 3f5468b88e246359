import { describe, expect, it } from 'vitest'
import type { InvoiceLineItemView } from '@/lib/invoices/invoice'
import { readable } from '@/lib/billing-api/unreadable'
import { bareInvoice, bareLine } from '@/testing/console/bare-views'
import { outsideOf } from '@/lib/invoices/against-subscription'
import { invoiceFindings } from '@/lib/invoices/invoice-findings'
import { ownFindings } from '@/lib/invoices/own-findings'
import { runToEnd } from '@/contract/pieces'
import type { LinesSearch } from './lines-search-params'
import { firstLines, matchingLines } from './matching-lines'

const END = '2026-11-30T09:30:00.000Z'
const ALL: LinesSearch = { lines: null, find: '', order: null, page: 1, pageSize: 20 }

function line(description: string, amount: string, changes: Partial<InvoiceLineItemView> = {}): InvoiceLineItemView {
  return bareLine({
    id: `li ${description}`,
    amount,
    description,
    quantity: '1',
    unitPrice: amount,
    startDate: '2026-10-30T09:30:00.000Z',
    endDate: END,
    ...changes,
  })
}

const billable = { showOnInvoice: true, hidden: true }
const free = { inCustomUnit: false, billable, rules: { kind: 'none' as const } }
const LINES = [
  line('Platform fee', '499.00'),
  line('Seats', '41.50', { quantity: '3', unitPrice: '12.50' }),
  line('Storage', '1234.51', { unitPrice: '1234.50' }),
  line('Support', '40', { price: free }),
  line('Next month', '25.00', { startDate: END, endDate: '2026-12-30T09:30:00.000Z' }),
]

const head = { issueDate: undefined, dueDate: undefined, ofSums: [], decimals: 2, terms: {} }
const invoiceOf = (lines: InvoiceLineItemView[]) =>
  bareInvoice({ invoiceLineItems: lines, own: runToEnd(ownFindings(lines, head)) })
const subscription = (endDate: string | null) => ({ startDate: null, endDate, isTrial: false, isUsageCharged: true })
const checkedOf = (endDate: string | null) => {
  const invoice = invoiceOf(LINES)
  return invoiceFindings(invoice.own, {
    isTrial: false,
    outside: outsideOf(invoice, subscription(endDate)),
    compared: [],
  })
}

const found = (search: Partial<LinesSearch>, endDate: string | null = END) =>
  matchingLines(LINES, { ...ALL, ...search }, checkedOf(endDate)).map(
    ({ line: { description }, position }) => `${position} ${readable(description)}`,
  )

describe('matchingLines', () => {
  it('filters lines that need review, that the customer sees or not, and that start after the end', () => {
    expect(found({ lines: 'look' })).toEqual(['2 Seats', '3 Storage', '4 Support'])
    expect(found({ lines: 'hidden' })).toEqual(['4 Support'])
    expect(found({ lines: 'customer' })).toEqual(['1 Platform fee', '2 Seats', '3 Storage', '5 Next month'])
    expect(found({ lines: 'afterEnd' })).toEqual(['5 Next month'])
    expect(found({ lines: 'afterEnd' }, null), 'of an end that is not known').toEqual([])
  })

  it('finds text, a complete or partial amount, and "hidden"', () => {
    expect(found({ find: ' seats ' })).toEqual(['2 Seats'])
    expect(found({ find: 'li Sto' })).toEqual(['3 Storage'])
    expect(found({ find: 'Hidden' })).toEqual(['4 Support'])
    expect(found({ find: '$1,234.5' })).toEqual(['3 Storage'])
    for (const find of ['40.00', '040', '40.']) expect(found({ find })).toEqual(['4 Support'])
    expect(found({ find: '4.0' })).toEqual([])
    expect([found({ find: '25' }), found({ find: '25.000' })]).toEqual([['5 Next month'], ['5 Next month']])
    expect(found({ find: '4' })).toEqual(['1 Platform fee', '2 Seats', '4 Support'])
    expect(found({ find: 'seats', lines: 'hidden' })).toEqual([])
  })

  it("keeps the invoice's order, or sorts the largest difference first", () => {
    expect(found({ order: 'difference' })).toEqual([
      '4 Support',
      '2 Seats',
      '3 Storage',
      '1 Platform fee',
      '5 Next month',
    ])
  })
})

it('pageOfLines returns the last page when the URL asks for a later one', () => {
  const lines = Array.from({ length: 45 }, (_, index) => line(`${index + 1}`, '1'))
  const { shown, ...rest } = firstLines(invoiceOf(lines), { ...ALL, page: 9 }, subscription(null))
  expect(rest).toEqual({ page: 3, lastPage: 3, matches: 45, outside: [] })
  expect(shown.map(({ position }) => position)).toEqual([41, 42, 43, 44, 45])
  expect(firstLines(invoiceOf(LINES), ALL, subscription(END)).outside).toMatchObject([{ kind: 'afterEnd', lines: [5] }])
})
