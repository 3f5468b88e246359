import { buffer } from 'node:stream/consumers'
import { Big } from 'big.js'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { volume } from '@/scripts/test/volume.mjs'
import { formatAmount } from '@/lib/money/amount'
import { invoiceFile } from '@/testing/console/invoice-file'
import { printedText } from '@/testing/console/printed-text'
import { readCsv } from '@/testing/console/read-csv'
import { csvBytes } from '@/lib/core/server/csv/csv-download'
import { invoiceCsv } from './invoice-csv'
import type { InvoiceFile } from './invoice-file'
import { internalCopy } from './print-invoice'

const csvOf = async (file: InvoiceFile) => readCsv((await buffer(csvBytes(invoiceCsv(file)))).toString())

it('holds one row per line, with all fields of the line and the invoice, and the check', async () => {
  const file = invoiceFile([
    {
      createdAt: '2026-11-01T00:00:01.000Z',
      details: { quantity: '100', unitPrice: '0.25', subItems: [{ name: 'a', amount: '25' }], appliedMinimum: '25' },
    },
    { amount: '-40.50', description: '=HYPERLINK("x")', price: { rules: {}, billable: { hidden: true } } },
  ])
  const { rows, partial } = await csvOf(file)
  expect(rows).toMatchObject([
    {
      'Invoice number': '1042',
      'As of (UTC)': '2026-11-22T14:05:09.000Z',
      Currency: 'USD',
      'Invoice lines': '-15.5',
      'Invoice lines that the customer sees': '25',
      'Invoice total': '-15.5',
      'Due date (UTC)': '2026-12-01T23:30:00.000Z',
      Plan: 'Pro',
      Status: 'issued',
      Line: '1',
      Check: 'Adds up',
      'Period ends (last UTC day)': '2026-11-30',
      Amount: '25',
      'Applied minimum': '25',
      'Sub items (JSON)': expect.stringContaining('"amount":"25"'),
      'Price rules (JSON)': expect.stringContaining('"price":"0.25"'),
      'Line created (UTC)': '2026-11-01T00:00:01.000Z',
      'Seen by the customer': 'yes',
      'Unit, many': 'calls',
    },
    {
      Line: '2',
      Amount: '-40.50',
      Description: `'=HYPERLINK("x")`,
      'Seen by the customer': 'no',
      Check: 'Needs a look',
      Findings: expect.stringContaining('charges nothing'),
    },
  ])
  expect(partial).toBeNull()
})

it('keeps the findings of an invoice without lines in a row of its own', async () => {
  const { rows } = await csvOf(invoiceFile([], { dueDate: '2026-10-01T00:00:00.000Z' }))
  expect(rows).toMatchObject([
    {
      'Invoice findings': 'The due date, 1 Oct 2026, is before the issue date, 1 Nov 2026',
      'Invoice number': '1042',
      Line: '',
      Check: '',
      Amount: '',
      'Seen by the customer': '',
    },
  ])
  expect((await csvOf(invoiceFile([]))).rows).toEqual([])
})

async function sumsOf(head: object) {
  const { rows } = await csvOf(invoiceFile([{}], { ...head }))
  return [rows[0]?.['Invoice total'], rows[0]?.['Invoice due'], rows[0]?.['Sums by']]
}

it('has the total and what is due by the API’s sums, and by the lines when those contradict each other', async () => {
  expect(await sumsOf({ total: 25, amountPaid: 5, amountDue: 20 })).toEqual(['25', '20', 'The API’s sums'])
  expect(await sumsOf({ total: 25, amountPaid: 5, amountDue: 25 })).toEqual([
    '25',
    '25',
    'The lines: the API’s other amounts don’t agree or could not be read',
  ])
  expect(await sumsOf({})).toEqual(['25', '25', 'The lines'])
  expect(await sumsOf({ status: 'paid' })).toEqual(['25', '0', 'The lines'])
})

it('ends with a line that gives the reason when the lines are missing or unreadable', async () => {
  const reasons = [
    [null, 'the billing API sent no line items'],
    ['none', 'the line items could not be read'],
  ]
  for (const [invoiceLineItems, why] of reasons)
    expect(await csvOf(invoiceFile([], { invoiceLineItems }))).toMatchObject({
      rows: [],
      partial: `Partial: 0 of an unknown number, because ${why}`,
    })
  expect(await csvOf(invoiceFile([]))).toMatchObject({ rows: [], partial: null })
})

it('has each ID in one column', async () => {
  const file = invoiceFile([{ id: 'line_1', invoiceId: 'inv_1', merchantId: 'm', priceId: 'p', price: { id: 'p' } }], {
    id: 'inv_1',
    merchantId: 'm',
  })
  const [row = {}] = (await csvOf(file)).rows
  const columnsOf = (id: string) => Object.keys(row).filter((header) => row[header] === id)
  expect(['line_1', 'inv_1', 'm', 'p', '1042'].map(columnsOf)).toEqual([
    ['Line ID'],
    ['Invoice ID'],
    ['Merchant ID'],
    ['Price ID'],
    ['Invoice number'],
  ])
})

const Cents = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => new Big(cents).div(100).toFixed())
const Line = fc.record({ amount: Cents, hidden: fc.boolean() })

it('adds up to the total of the page and the printed copy, for any lines', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Line, { minLength: 1, maxLength: 8 }), async (lines) => {
      const file = invoiceFile(lines.map(({ amount, hidden }) => ({ amount, price: { billable: { hidden } } })))
      const total = file.invoice.totals?.total ?? ''
      const customerTotal = file.invoice.totals?.customerTotal ?? ''
      const { rows } = await csvOf(file)
      const sum = (some: typeof rows) => some.reduce((all, row) => all.plus(row.Amount || 0), new Big(0)).toFixed()
      expect([rows[0]?.['Invoice lines'], rows[0]?.['Invoice lines that the customer sees']]).toEqual([
        total,
        customerTotal,
      ])
      expect(sum(rows)).toBe(total)
      expect(sum(rows.filter((row) => row['Seen by the customer'] === 'yes'))).toBe(customerTotal)
      const printed = printedText(await internalCopy(file, new Date())).split('\n')
      expect(printed).toContain(`Total ${formatAmount(total, 'USD')}`)
      const seen = printed.filter((line) => line.startsWith('Lines that the customer sees'))
      expect(seen).toEqual(
        total === customerTotal ? [] : [`Lines that the customer sees ${formatAmount(customerTotal, 'USD')}`],
      )
    }),
    { numRuns: volume({ test: 8, prove: 200 }), examples: [[[{ amount: '0', hidden: false }]]] },
  )
})
