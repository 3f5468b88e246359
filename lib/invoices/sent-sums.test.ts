import { describe, expect, it } from 'vitest'
import { invoiceFile } from '@/testing/console/invoice-file'
import { invoiceFindingLabel } from './finding-label'
import { isProblem } from './finding-kinds'
import { ENGLISH } from '@/lib/text/english'
import { invoiceReply } from './invoice-reply'

const LINE = { amount: '100', details: { quantity: '400', unitPrice: '0.25' } }
const HIDDEN = { price: { id: 'price_1', rules: { quantity: '1', price: '0.25' }, billable: { hidden: true } } }

/** An invoice with one line of $100.00, due in the past. */
const sent = (head: object, lines: object[] = [LINE]) =>
  invoiceFile(lines, { vanityIdString: '7', dueDate: '2026-11-20T00:00:00.000Z', ...head }).invoice
const replyTo = (head: object, lines?: object[]) => invoiceReply(sent(head, lines), 'USD', ENGLISH)
/** The words of the findings about sums, and of notes in brackets. */
const found = (head: object, lines?: object[]) =>
  sent(head, lines)
    .own.findings.filter(({ kind }) => kind === 'sentSum')
    .map((finding) => [finding, invoiceFindingLabel(finding, 'USD')] as const)
    .map(([finding, words]) => (isProblem(finding) ? words : `(${words})`))

const DUE = ' Payment was due on 20 Nov 2026. Your invoice has the details.'
const WITHOUT_AMOUNT = 'Invoice 7 has the due date 20 Nov 2026.'

describe('sums of the API that its other amounts explain', () => {
  it.each<[object, string[], string]>([
    [{ subtotal: 100, total: 100, amountDue: 100 }, [], `Invoice 7 is for USD 100.00.${DUE}`],
    [
      { subtotal: 100, tax: 19, total: 119, amountDue: 119 },
      ['(The API’s total is $119.00: its subtotal, $100.00, plus $19.00 tax)'],
      `Invoice 7 is for USD 119.00.${DUE}`,
    ],
    [
      { amount_due: '119', tax_amount: '19' },
      ['(The API’s amount due is $119.00: the lines, $100.00, plus $19.00 tax)'],
      `Invoice 7 is for USD 119.00.${DUE}`,
    ],
    [
      { total: 100, amountPaid: 60, amountDue: 40 },
      ['(The API’s amount due is $40.00: its total, $100.00, less $60.00 paid)'],
      `Invoice 7 is for USD 100.00, of which USD 40.00 is open.${DUE}`,
    ],
    [
      { total: 100, creditApplied: 100, amountDue: 0 },
      ['(The API’s amount due is $0.00: its total, $100.00, less $100.00 credit)'],
      'Invoice 7 for USD 100.00 needs no payment.',
    ],
    [
      { total: 0, discount: 100 },
      ['(The API’s total is $0.00: the lines, $100.00, less $100.00 discount)'],
      'Invoice 7 for USD 0.00 needs no payment.',
    ],
    [
      { total: 100, amountPaid: 60, amountDue: 100, amountRemaining: 40 },
      ['(The API’s open amount is $40.00: its amount due, $100.00, less $60.00 paid)'],
      `Invoice 7 is for USD 100.00, of which USD 40.00 is open.${DUE}`,
    ],
    [
      { total: 100, amountPaid: 120, amountDue: 0 },
      ['(The API’s amount due is $0.00: its total, $100.00, less $120.00 paid)'],
      'Invoice 7 for USD 100.00 needs no payment.',
    ],
    [
      { subtotal: 100, stateTax: 9.5, cityTax: 9.5, discount: 20, total: 99 },
      ['(The API’s total is $99.00: its subtotal, $100.00, plus $9.50 tax, plus $9.50 tax, less $20.00 discount)'],
      `Invoice 7 is for USD 99.00.${DUE}`,
    ],
    [{ total: 100, taxIncluded: 15.97 }, [], `Invoice 7 is for USD 100.00.${DUE}`],
  ])('%j', (head, words, reply) => {
    expect(found(head)).toEqual(words)
    expect(replyTo(head)).toBe(reply)
  })

  it('accepts sums that are rounded', () => {
    const lines = [LINE, { amount: '0.005', details: { quantity: '1', unitPrice: '0.005' } }]
    expect(found({ total: 100.01, subtotal: '100.005', amountDue: 100.01 }, lines)).toEqual([])
    expect(found({ total: 100.01, amountDue: 100 }, lines)).toHaveLength(1)
    expect(found({ total: 102.29, tax: 2.28 }, lines)).toHaveLength(1)
    expect(replyTo({ total: 102.29, tax: 2.28 }, lines)).toContain('is for USD 102.29. ')
  })

  it('takes a total that is rounded in another way, or a line at a time, and asks for that', () => {
    const half = [{ amount: '20257.975', details: { quantity: '1', unitPrice: '20257.975' } }]
    expect(found({ total: '20257.97', amountDue: '20257.97' }, half)).toEqual([
      '(The API’s total is $20,257.97: the lines, $20,257.975, rounded in another way)',
    ])
    expect(replyTo({ total: '20257.97', amountDue: '20257.97' }, half)).toContain('is for USD 20,257.97. ')
    const each = Array.from({ length: 3 }, (_, nth) => ({
      id: `l${nth}`,
      description: `Calls ${nth}`,
      amount: '0.335',
    }))
    expect(found({ total: '1.02', amountDue: '1.02' }, each)).toHaveLength(1)
    expect(replyTo({ total: '1.02' }, each)).toContain('is for USD 1.02. ')
    expect(found({ total: '1.01' }, each)).toEqual([])
  })

  it('finds a total a cent off, which no rounding gives', () => {
    const lines = [{ amount: '20257.971', details: { quantity: '1', unitPrice: '20257.971' } }]
    expect(found({ total: '20257.98', amountDue: '20257.98' }, lines)).toEqual([
      'The API’s total is $20,257.98; the lines add up to $20,257.971.',
    ])
    expect(replyTo({ total: '20257.98', amountDue: '20257.98' }, lines)).toBe(WITHOUT_AMOUNT)
  })

  it('finds nothing in a paid or void invoice, or a credit, with nothing due', () => {
    for (const status of ['paid', 'void']) expect(found({ status, total: 100, amountDue: 0 })).toEqual([])
    const credit = [{ ...LINE, amount: '-100', details: { quantity: '-400', unitPrice: '0.25' } }]
    expect(found({ total: -119, tax: -19, amountDue: 0 }, credit)).toEqual([
      '(The API’s total is −$119.00: the lines, −$100.00, less $19.00 tax)',
    ])
    expect(replyTo({ total: -119, tax: -19, amountDue: 0 }, credit)).toBe(
      'Invoice 7 is a credit of USD 119.00. You have nothing to pay.',
    )
  })

  it('asks for the total without hidden lines, and for no amount when the API’s total has them', () => {
    const lines = [LINE, { ...LINE, ...HIDDEN }]
    expect(replyTo({ total: 119, tax: 19 }, lines)).toBe(`Invoice 7 is for USD 119.00.${DUE}`)
    expect(replyTo({ total: 200 }, lines)).toBe(WITHOUT_AMOUNT)
    expect(replyTo({}, lines)).toBe(`Invoice 7 is for USD 100.00.${DUE}`)
  })
})

describe('sums of the API that contradict each other or the lines', () => {
  it.each<[object, string]>([
    [{ total: 250 }, 'The API’s total is $250.00; the lines add up to $100.00.'],
    [{ total: 250, amountDue: 250 }, 'The API’s total is $250.00; the lines add up to $100.00.'],
    [{ grandTotal: 250 }, 'The API’s total is $250.00; the lines add up to $100.00.'],
    [{ total: 81, tax: 19 }, 'The API’s total is $81.00; the lines add up to $100.00.'],
    [{ subtotal: 100, tax: 19, total: 100 }, 'The API’s total is $100.00; its subtotal is $100.00, tax $19.00.'],
    [{ subtotal: 119, tax: 19, total: 119 }, 'The API’s subtotal is $119.00; the lines add up to $100.00.'],
    [
      { subtotal: 100, tax: 19, taxAmount: 19, total: 138 },
      'The API’s total is $138.00; its subtotal is $100.00, tax $19.00.',
    ],
    [
      { total: 100, amountPaid: 60, amountDue: 160 },
      'The API’s amount due is $160.00; its total is $100.00, paid $60.00.',
    ],
    [
      { total: 100, amountPaid: 60, amountDue: 100 },
      'The API’s amount due is $100.00; its total is $100.00, paid $60.00.',
    ],
    [{ subtotal: 100, tax: 19, total: 119, amountDue: 138 }, 'The API’s amount due is $138.00; its total is $119.00.'],
  ])('%j: one finding, and a reply that asks for no amount', (head, words) => {
    expect(found(head).filter((each) => !each.startsWith('('))).toEqual([words])
    expect(replyTo(head)).toBe(WITHOUT_AMOUNT)
    for (const status of ['overdue', 'paymentFailed', 'paymentActionRequired'])
      expect(replyTo({ ...head, status })).toBe(WITHOUT_AMOUNT)
  })

  it('finds an amount due of a paid invoice', () => {
    expect(found({ status: 'paid', amountDue: 100 })).toEqual([
      'The API’s amount due is $100.00, but its status is paid',
    ])
    expect(found({ status: 'paid', total: 100, amountPaid: 100, amountDue: 100 })).toHaveLength(1)
    expect(replyTo({ status: 'paid', amountDue: 100 })).toBe('Invoice 7 was paid.')
  })

  it('finds a paid invoice of which only a part was paid, unless a credit may be the rest', () => {
    const words = ['The API’s status is paid, but it says that $50.00 of $100.00 was paid']
    for (const head of [{ amountPaid: 50 }, { total: 100, amountPaid: 50, amountDue: 0 }])
      expect(found({ status: 'paid', ...head })).toEqual(words)
    expect(replyTo({ status: 'paid', amountPaid: 50 })).toBe('Invoice 7 was paid.')
    for (const head of [
      { amountPaid: 100 },
      { amountPaid: 50, creditApplied: 50 },
      { amountPaid: 50, prepaidAmount: 50 },
    ])
      expect(found({ status: 'paid', ...head })).toEqual([])
    // A payment may be below zero, and nothing says whether hidden lines are charged.
    expect(found({ status: 'paid', total: 100, amountPaid: -100, amountDue: 0 })).toEqual([
      '(The API’s amount due is $0.00: its total, $100.00, less $100.00 paid)',
    ])
    expect(found({ status: 'paid', amountPaid: 100 }, [LINE, { ...LINE, ...HIDDEN }])).toEqual([])
  })
})

describe('amounts of the API that could not be read', () => {
  it.each<[object, string]>([
    [{ amountDue: { odd: 1 } }, WITHOUT_AMOUNT],
    [{ total: 100, amountDue: { odd: 1 } }, WITHOUT_AMOUNT],
    [{ total: 100, amountDue: '9'.repeat(400) }, WITHOUT_AMOUNT],
    [{ total: 'many', amountDue: 100 }, WITHOUT_AMOUNT],
    [{ total: 100, amountPaid: 'some' }, WITHOUT_AMOUNT],
    [{ tax: [{ amount: 19 }] }, WITHOUT_AMOUNT],
    [{ status: 'paid', total: 'many', amountDue: 0 }, 'Invoice 7 was paid.'],
    // The sums say all that the reply needs.
    [{ total: 100, amountDue: 100, tax: 'none' }, `Invoice 7 is for USD 100.00.${DUE}`],
    // None of these is an amount.
    [
      { paid: false, discounts: [], total_tax_amounts: [], taxBehavior: 'exclusive' },
      `Invoice 7 is for USD 100.00.${DUE}`,
    ],
    [{ amountDue: null }, `Invoice 7 is for USD 100.00.${DUE}`],
  ])('%j: the reply asks for an amount only when the others say it', (head, reply) => {
    expect(replyTo(head)).toBe(reply)
  })

  it('are named by a finding that they could explain, and decide no other', () => {
    expect(found({ subtotal: 100, total: 119, tax: 'many' })).toEqual([
      'The API’s total is $119.00; its subtotal is $100.00, tax not known.',
    ])
    expect(found({ subtotal: 100, total: 119, tax: 'many', taxAmount: 'many' })).toEqual([
      'The API’s total is $119.00; its subtotal is $100.00, tax not known.',
    ])
    expect(found({ status: 'paid', total: 'many', amountPaid: 50 })).toEqual([])
  })
})

describe('amounts of the API without a sum that says what is due', () => {
  it('the reply asks for no amount', () => {
    for (const head of [{ tax: 19 }, { amountPaid: 60 }, { total: 100, amountPaid: 60 }, { discountAmount: 5 }])
      expect(replyTo(head)).toBe(WITHOUT_AMOUNT)
    for (const head of [{ tax: 0 }, { taxRate: 0.19 }, { tax_rate: 8.25 }, { startingBalance: 50 }])
      expect(replyTo(head)).toBe(`Invoice 7 is for USD 100.00.${DUE}`)
    expect(replyTo({ status: 'paid', amountPaid: 100 })).toBe('Invoice 7 for USD 100.00 was paid.')
  })

  it('an amount without a known meaning explains a difference, but the reply does not rely on it', () => {
    expect(found({ total: 90, adjustment: 10 })).toEqual([
      '(The API’s total is $90.00: the lines, $100.00, less $10.00 other amounts)',
    ])
    expect(replyTo({ total: 90, adjustment: 10 })).toBe(WITHOUT_AMOUNT)
  })

  it('the reply says nothing about payment without lines', () => {
    expect(replyTo({}, [])).toBe(WITHOUT_AMOUNT)
    expect(replyTo({ total: 119 }, [])).toBe(WITHOUT_AMOUNT)
  })
})
