import { describe, expect, it } from 'vitest'
import { invoiceFile } from '@/testing/console/invoice-file'
import { invoiceFacts, linesOf } from './invoice-sections'

const hidden = { price: { id: 'price_2', billable: { id: 'bil_2', showOnInvoice: true, hidden: true } } }
const file = invoiceFile([
  {},
  { amount: '25.01' },
  { ...hidden, amount: '-3', details: { quantity: '1', unitPrice: '-3' } },
])

describe('linesOf', () => {
  it('shows each line with period, unit, currency, visibility, and the expected amount of a wrong one', () => {
    expect(linesOf(file).table?.rows).toEqual([
      ['1', 'Line 1', '1 Nov 2026 – 30 Nov 2026', '100 calls', '$0.25', '$25.00', 'Agrees'],
      [
        '2',
        'Line 2',
        '1 Nov 2026 – 30 Nov 2026',
        '100 calls',
        '$0.25',
        '$25.01',
        'Needs a look. $25.01, but 100 × $0.25 = $25.00 ($0.01 too much)',
      ],
      [
        '3',
        'Line 3\nHidden from the customer',
        '1 Nov 2026 – 30 Nov 2026',
        '1',
        '−$3.00',
        '−$3.00',
        'Agrees, its unit price could not be checked: the price rules were not sent',
      ],
    ])
  })
})

describe('invoiceFacts', () => {
  it('names the invoice, its customer, subscription, plan, currency and both totals', () => {
    expect(Object.fromEntries(invoiceFacts(file, ['globex']))).toEqual({
      'Invoice number': '1042',
      'Invoice ID': 'inv_1',
      'Customer ID': 'cus_1',
      'Customer’s own ID': 'globex',
      'Subscription ID': 'sub_1',
      Plan: 'Pro',
      Status: 'Issued',
      'Issued, UTC': '2026-11-01',
      'Due, UTC': '2026-12-01',
      Currency: 'USD (from the subscription)',
      'Total, added up by the console': '$47.01',
      'Of the lines that the customer sees': '$50.01',
    })
  })

  it('leaves out what it does not know', () => {
    const facts = Object.fromEntries(invoiceFacts({ ...invoiceFile([{}]), planName: null }, []))
    expect(facts).toMatchObject({ 'Customer’s own ID': 'Not known' })
    expect(facts).not.toHaveProperty('Plan')
    expect(facts).not.toHaveProperty('Of the lines that the customer sees')
  })
})
