import { afterEach, describe, expect, it } from 'vitest'
import { invoiceFile } from '@/testing/console/invoice-file'
import { printedText } from '@/testing/console/printed-text'
import { settings } from '@/lib/core/server/settings'
import type { InvoiceFile } from './invoice-file'
import { customerCopy, internalCopy } from './print-invoice'

const NOW = new Date('2026-11-22T15:00:00.000Z')
const made = (file: InvoiceFile, copy: 'customer' | 'internal', externalId: string | null = null) =>
  copy === 'internal' ? internalCopy(file, NOW) : customerCopy(file, externalId)
const textOf = async (...given: Parameters<typeof made>) => printedText(await made(...given))

afterEach(() => {
  Object.assign(settings(), { CONSOLE_INVOICE_ISSUER: undefined, CONSOLE_INVOICE_FOOTER: undefined })
})

const FREE_HIDDEN = { price: { id: 'price_0', rules: {}, billable: { hidden: true } } }
const PLANTED = invoiceFile(
  [
    {},
    { amount: '29', description: 'Four dollars too much' },
    { amount: '25.01', description: 'A cent too much' },
    { ...FREE_HIDDEN, amount: '40', details: { quantity: '1', unitPrice: '40' }, description: 'Free, hidden, charged' },
    { startDate: '2026-12-01T00:00:00.000Z', endDate: '2027-01-01T00:00:00.000Z', description: 'After the end' },
  ],
  { subscriptionEnd: '2026-11-30T09:30:00.000Z' },
)

const customerText = (head: object) => textOf(invoiceFile([{}], { ...head }), 'customer')

describe('the customer’s copy', () => {
  it('holds the visible lines and their sum, without IDs and internal remarks', async () => {
    const text = await textOf(PLANTED, 'customer')
    expect(text).toMatch(/^Invoice 1042\nIssue date: 1 Nov 2026\nDue date: 1 Dec 2026\nCurrency: USD\nLine items\n/)
    expect(text).toContain('Line 1\n1 Nov 2026 – 30 Nov 2026\n100 calls\n$0.25\n$25.00\nFour dollars too much')
    expect(text).toMatch(/\$25\.00\nTotal \$104\.01$/)
    expect(text).not.toMatch(
      /hidden|free|look|agree|internal|sum of|\$144\.01|\$40|cus_1|sub_1|inv_1|Pro\b|Status|billing API/i,
    )
  })

  it('shows amounts in cents, mentions rounding, and keeps the digits of a unit price', async () => {
    const lines = [
      { amount: '536.709008125' },
      { amount: '0.004', details: { quantity: '1600', unitPrice: '0.0000025' } },
    ]
    const text = await textOf(invoiceFile(lines), 'customer')
    expect(text).toContain('$0.0000025\n$0.004')
    expect(text).toMatch(
      /\$536\.71\n[\s\S]*Total \$536\.71\nAmounts are rounded half up to cents\. The total is the sum of the exact amounts, rounded once\.$/,
    )
    expect(text).not.toContain('536.709')
    const internal = await textOf(invoiceFile(lines), 'internal')
    expect(internal).toContain('Total $536.713008125')
    expect(internal).toContain('$536.71 on the customer’s copy, rounded half up to cents')
    expect(internal).toContain('$536.709008125')
  })

  it('shows the amounts that lead from its lines to the total and the amount due of the API', async () => {
    expect(await customerText({ subtotal: 25, tax: 4.75, total: 29.75, amountPaid: 9.75, amountDue: 20 })).toMatch(
      /Lines \$25\.00\nTax \$4\.75\nTotal \$29\.75\nPaid −\$9\.75\nDue \$20\.00$/,
    )
    expect(await customerText({ total: 25, creditApplied: 25, amountDue: 0 })).toMatch(
      /Total \$25\.00\nCredit −\$25\.00\nDue \$0\.00$/,
    )
    expect(await customerText({ total: 25, amountDue: 25 })).toMatch(/\$25\.00\nTotal \$25\.00$/)
    const paid = { dueDate: '2026-11-20T00:00:00.000Z', total: 25, creditApplied: 25, amountDue: 0 }
    expect(await customerText(paid)).not.toContain('Overdue')
  })

  it.each([
    ['void', 'VOID', 'Void: nothing to pay.'],
    ['draft', 'DRAFT', 'Draft: not issued, nothing to pay.'],
    ['test', 'TEST', 'Test: nothing to pay.'],
  ])('does not look payable on any page when the invoice is %s', async (status, word, why) => {
    const file = invoiceFile([{}], { status })
    const text = await textOf(file, 'customer')
    expect(text).toMatch(new RegExp(`^${word}\nInvoice 1042\n`))
    expect(text).toContain(`${why}\nLine items`)
    expect(text).toMatch(new RegExp(`Total \\$25\\.00\n${why}$`))
    expect(text).not.toContain('Due date')
    const part = invoiceFile([{}], { status, total: 25, amountPaid: 5, amountDue: 20 })
    expect(await textOf(part, 'customer')).not.toMatch(/^Due/m)
    const { stamp, pageFoot } = await made(file, 'customer')
    expect(stamp).toMatchObject({ word, isOnEveryPage: true })
    expect(pageFoot).toBe(`${word} · Invoice 1042 · as of 22 Nov 2026, 14:05 UTC · dates are UTC`)
    expect(await textOf(file, 'internal')).not.toContain(word)
  })

  it('has a stamp when the invoice is paid, and names a status that requests no payment', async () => {
    expect(await textOf(invoiceFile([{}], { status: 'paid' }), 'customer')).toMatch(/^PAID\nInvoice 1042/)
    for (const [status, name] of [
      ['pending', 'Pending'],
      ['deletedFromPaymentGateway', 'Deleted from payment gateway'],
      ['disputed', 'disputed'],
    ])
      expect(await textOf(invoiceFile([{}], { status }), 'customer')).toContain(`Status: ${name}`)
    expect(await textOf(invoiceFile([{}], { status: 'paymentFailed' }), 'internal')).toContain('Status: Payment failed')
    for (const status of ['issued', 'paymentFailed'])
      expect(await textOf(invoiceFile([{}], { status }), 'customer')).not.toMatch(/Status|PAID|VOID/)
  })

  it('says that an invoice is overdue, whatever status tells it, and names the currency', async () => {
    const dueDate = '2026-11-20T00:00:00.000Z'
    for (const file of [invoiceFile([{}], { status: 'overdue' }), invoiceFile([{}], { status: 'issued', dueDate })])
      expect(await textOf(file, 'customer')).toMatch(/\nCurrency: USD\nStatus: Overdue\nLine items/)
    for (const status of ['paid', 'void'])
      expect(await textOf(invoiceFile([{}], { status, dueDate }), 'customer')).not.toContain('Overdue')
  })

  it('is stamped as a credit, not as paid or payable, when the customer total is below zero', async () => {
    for (const status of ['paid', 'issued', 'overdue']) {
      const text = await textOf(
        invoiceFile([{ quantity: '1', unitPrice: '-12.5', amount: '-12.5' }], { status }),
        'customer',
      )
      expect(text).toMatch(/^CREDIT\nInvoice 1042/)
      expect(text).toContain('Credit: nothing to pay.')
      expect(text).not.toMatch(/PAID|Due date/)
    }
  })

  it('is stamped as a credit when the API’s sums give one', async () => {
    const file = invoiceFile([{}], { status: 'issued', discount: 35, total: -10 })
    const text = await textOf(file, 'customer')
    expect(text).toMatch(/^CREDIT\nInvoice 1042/)
    expect(text).not.toContain('Due date')
  })

  it('writes a total below half a cent as the page does', async () => {
    const text = await textOf(invoiceFile([{ quantity: '1', unitPrice: '0.0042', amount: '0.0042' }]), 'customer')
    expect(text).toContain('Total $0.0042')
  })

  it('contains the seller, the external ID and the footer', async () => {
    const seller = ['Example GmbH', 'Hauptstraße 1', '50667 Köln']
    const footer = ['IBAN DE02 1203 0000 0000 2020 51', 'VAT DE123456789']
    Object.assign(settings(), { CONSOLE_INVOICE_ISSUER: seller, CONSOLE_INVOICE_FOOTER: footer })
    const text = await textOf(invoiceFile([{}]), 'customer', 'acme-inc')
    expect(text).toMatch(/^Example GmbH\nHauptstraße 1\n50667 Köln\nInvoice 1042\nBill to: acme-inc\n/)
    expect(text).toMatch(/Total \$25\.00\nIBAN DE02 1203 0000 0000 2020 51\nVAT DE123456789$/)
    expect(text).not.toContain('cus_1')
    const internal = await made(invoiceFile([{}]), 'internal')
    expect([internal.seller, internal.footer]).toEqual([undefined, undefined])
  })

  it('lacks the seller until it is set', async () => {
    expect((await made(invoiceFile([{}]), 'customer')).seller).toEqual([])
  })

  it('does not show the ID of an invoice without a number', async () => {
    const file = invoiceFile([{}], { vanityIdString: null })
    expect(await textOf(file, 'customer')).toMatch(/^Invoice\nIssue date/)
    expect(JSON.stringify(await made(file, 'customer'))).not.toContain('inv_1')
    expect(await textOf(file, 'internal')).toMatch(/^Invoice inv_1\n/)
  })

  it('omits a line of unknown visibility, and then claims neither a sum nor completeness', async () => {
    const file = invoiceFile([{}, { price: { billable: { hidden: 'perhaps' } } }])
    const text = await textOf(file, 'customer')
    expect(text).toContain('Total unknown')
    expect(text).toContain('Not complete: 1 line.')
    expect(text).not.toMatch(/End:|left out|could not be read|whether/i)
    expect(await textOf(file, 'internal')).toContain('whether a customer sees 1 line could not be read')
  })

  it('does not explain an unknown currency; the internal copy does', async () => {
    const file = { ...invoiceFile([{}]), currency: null, currencyNote: 'Currency not known: its subscription …' }
    expect(await textOf(file, 'customer')).not.toContain('Currency')
    expect(await textOf(file, 'internal')).toContain(file.currencyNote)
  })
})

describe('the internal copy', () => {
  it('holds all lines with their checks, and the difference of the two sums', async () => {
    const text = await textOf(PLANTED, 'internal')
    expect(text).toContain('Internal copy, not for the customer')
    expect(text).toContain(
      'Total $144.01\nsum of 5 lines\nHidden lines $40.00\nLines that the customer sees $104.01\nsum of 4 lines a customer sees · the amount on the customer’s copy',
    )
    expect(text).toMatch(
      /3 of 5 lines need a look\n1 line after the subscription’s end\n2 of 5 lines add up\nNo other invoice .*\nTotal/,
    )
    expect(text.replaceAll('\n', ' ')).toMatch(
      /Four dollars too much Needs a look \$29\.00, but 100 × \$0\.25 = \$25\.00 \(\$4\.00 too much\) .* A cent too much Needs a look \$25\.01, .* \(\$0\.01 too much\) .* Free, hidden, charged Hidden from the customer Needs a look Not zero, although .* After the end Adds up Covers 1 Dec–31 Dec, after the end/,
    )
  })
})

describe('any copy', () => {
  it('has a file name, which is the customer’s without a day and an ID', async () => {
    expect((await made(PLANTED, 'customer')).fileName).toBe('invoice-1042')
    expect((await made(PLANTED, 'internal')).fileName).toBe('invoice-1042-internal_2026-11-22')
    const unnumbered = invoiceFile([{}], { vanityIdString: null })
    expect((await made(unnumbered, 'customer')).fileName).toBe('invoice-copy')
  })

  it('has the line at the foot of every page', async () => {
    expect((await made(PLANTED, 'internal')).pageFoot).toBe(
      'Invoice 1042 · Internal copy · as of 22 Nov 2026, 14:05 UTC',
    )
    expect((await made(PLANTED, 'customer')).pageFoot).toBe(
      'Invoice 1042 · as of 22 Nov 2026, 14:05 UTC · dates are UTC',
    )
  })

  it('has the first 20,000 lines, and says so', async () => {
    const file = invoiceFile(Array.from({ length: 20_001 }, () => ({})))
    const [table] = (await made(file, 'customer')).tables
    expect(table?.groups.flatMap(({ rows }) => rows)).toHaveLength(20_000)
    expect(table?.note).toBe('Only the first 20,000 lines of 20,001 lines are included.')
    expect((await made(PLANTED, 'internal')).tables[0]?.note).toBeNull()
  })

  it('keeps any text as sent', async () => {
    const names = ['Łódź Ελλάδα', 'שלום', '漢 ন 😀', 'a'.repeat(5000), '<b>&"\u202E', 'line\nbreak', '']
    const file = invoiceFile(names.map((description) => ({ description })))
    const [table] = (await made(file, 'customer')).tables
    expect(table?.groups.flatMap(({ rows }) => rows).map(([description]) => description?.text)).toEqual(names)
  })

  it('has no due date for the customer when it stands for none; the internal copy says so', async () => {
    const file = invoiceFile([{}], { dueDate: '0001-01-01T00:00:00.000Z', issueDate: '1970-01-01T00:00:00.000Z' })
    expect(await textOf(file, 'customer')).not.toMatch(/Due date|Issue date/)
    expect(await textOf(file, 'internal')).toContain('Due date: No usable date (sent: 0001-01-01)')
  })

  it('names what could not be read, and invents nothing', async () => {
    const text = await textOf(invoiceFile([{ amount: 'free', details: null, startDate: 'soon' }]), 'customer')
    expect(text).toContain('Unreadable: free')
    expect(text).toContain('Total unknown\nNot included: 1 line without a readable amount.')
    expect(text).not.toMatch(/\$0\.00/)
    expect(await textOf(invoiceFile([], { invoiceLineItems: null }), 'internal')).toContain(
      'The billing API sent no line items.',
    )
  })
})
