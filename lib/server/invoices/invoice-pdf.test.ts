import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { findOnPath } from '@/scripts/machine/machine.mjs'
import { invoiceFile } from '@/testing/console/invoice-file'
import { readPdf } from '@/testing/console/read-pdf'
import type { Letterhead } from './customer-copy'
import type { InvoiceFile } from './invoice-file'
import { invoicePdf } from './invoice-pdf'

type Copy = 'customer' | 'internal'

const made = (file: InvoiceFile, copy: Copy, letterhead?: Letterhead): Promise<Buffer> =>
  buffer(invoicePdf(file, copy, letterhead))

/** Returns the text for screen readers, in order, without page decoration. */
async function textOf(file: InvoiceFile, copy: Copy, letterhead?: Letterhead): Promise<string> {
  const { pages } = readPdf(await made(file, copy, letterhead))
  return pages
    .flat()
    .filter(({ isArtifact }) => !isArtifact)
    .map(({ text }) => text)
    .join('\n')
}

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
      /Sum of the lines \$25\.00\nTax \$4\.75\nTotal \$29\.75\nPaid −\$9\.75\nAmount due \$20\.00$/,
    )
    expect(await customerText({ total: 25, creditApplied: 25, amountDue: 0 })).toMatch(
      /Total \$25\.00\nCredit −\$25\.00\nAmount due \$0\.00$/,
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
    const file = invoiceFile(
      Array.from({ length: 120 }, () => ({})),
      { status },
    )
    const text = await textOf(file, 'customer')
    expect(text).toMatch(new RegExp(`^${word}\nInvoice 1042\n`))
    expect(text).toContain(`${why}\nLine items`)
    expect(text).toMatch(new RegExp(`Total \\$3,000\\.00\n${why}$`))
    expect(text).not.toContain('Due date')
    for (const page of readPdf(await made(file, 'customer')).pages) {
      const artifacts = page.filter(({ isArtifact }) => isArtifact).map((drawn) => drawn.text)
      expect(artifacts).toContain(word)
      expect(artifacts).toContain(`${word} · Invoice 1042 · as of 22 Nov 2026, 14:05 UTC · dates are UTC`)
    }
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

  it('contains the known issuer, external ID and footer', async () => {
    const text = await textOf(invoiceFile([{}]), 'customer', {
      issuer: ['Example GmbH', 'Hauptstraße 1', '50667 Köln'],
      footer: ['IBAN DE02 1203 0000 0000 2020 51', 'VAT DE123456789'],
      externalId: 'acme-inc',
    })
    expect(text).toMatch(/^Example GmbH\nHauptstraße 1\n50667 Köln\nInvoice 1042\nBill to: acme-inc\n/)
    expect(text).toMatch(/Total \$25\.00\nIBAN DE02 1203 0000 0000 2020 51\nVAT DE123456789$/)
    expect(text).not.toContain('cus_1')
  })

  it('keeps all of a footer that takes more than a page', async () => {
    const footer = Array.from({ length: 12 }, (_, index) => `${index} ${'😀'.repeat(160)}`)
    const letterhead = { issuer: [], footer, externalId: null }
    const text = await textOf(invoiceFile([{}]), 'customer', letterhead)
    expect(text.replaceAll(/\s/g, '').match(/\[U\+1F600\]/g)?.length).toBe(12 * 160)
    expect(readPdf(await made(invoiceFile([{}]), 'customer', letterhead)).pages.length).toBeGreaterThan(1)
  })

  it('does not show the ID of an invoice without a number', async () => {
    const file = invoiceFile([{}], { vanityIdString: null })
    expect(await textOf(file, 'customer')).toMatch(/^Invoice\nIssue date/)
    expect(readPdf(await made(file, 'customer')).objects.join('\n')).not.toContain('inv_1')
    expect(await textOf(file, 'internal')).toMatch(/^Invoice inv_1\n/)
  })

  it('keeps a long number on one line', async () => {
    const details = { quantity: '1', unitPrice: '3.3333333333333333' }
    const text = await textOf(invoiceFile([{ amount: '123456789012.34', details }]), 'customer')
    expect(text).toContain('\n$3.3333333333333333\n$123,456,789,012.34\n')
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
      'Total $144.01\nsum of 5 lines\n− Hidden lines $40.00\n= Customer total $104.01\nsum of 4 lines a customer sees · the amount on the customer’s copy',
    )
    expect(text).toMatch(
      /3 of 5 lines need a look\n1 line after the subscription’s end\n2 of 5 lines add up\nNo other invoice .*\nTotal/,
    )
    expect(text.replaceAll('\n', ' ')).toMatch(
      /Four dollars too much Needs a look \$29\.00, but 100 × \$0\.25 = \$25\.00 \(\$4\.00 too much\) .* A cent too much Needs a look \$25\.01, .* \(\$0\.01 too much\) .* Free, hidden, charged Hidden from the customer Needs a look Not zero, although .* After the end Agrees Covers 1 Dec–31 Dec, after the end/,
    )
  })
})

describe('a line with a long description', () => {
  it('keeps its remarks on the same page', async () => {
    const file = invoiceFile([{ ...FREE_HIDDEN, amount: '40', description: 'a long word '.repeat(2000) }])
    const text = (await textOf(file, 'internal')).replaceAll('\n', ' ')
    expect(text).toMatch(
      /(?:a|long|word) … cut here: the CSV has the full text Hidden from the customer Needs a look .* Not zero, although/,
    )
    expect(readPdf(await made(file, 'internal')).pages).toHaveLength(2)
  })
})

describe('any copy', () => {
  it('has the same bytes for the same input', async () => {
    const [once, again] = [await made(PLANTED, 'internal'), await made(PLANTED, 'internal')]
    expect(once.equals(again)).toBe(true)
  })

  it('is tagged, so that programs can read its heading, table and header cells', async () => {
    const { objects } = readPdf(await made(PLANTED, 'customer'))
    const count = (tag: string) => objects.filter((object) => object.includes(`/S /${tag}\n`)).length
    expect({ H1: count('H1'), Table: count('Table'), TR: count('TR'), TH: count('TH'), TD: count('TD') }).toEqual({
      H1: 1,
      Table: 1,
      TR: 5,
      TH: 5,
      TD: 20,
    })
    const whole = objects.join('\n')
    expect(whole).toMatch(/\/Marked true/)
    expect(whole).toMatch(/\/Lang \(en\)/)
    expect(whole).toMatch(/\/DisplayDocTitle true/)
    expect(whole).toContain('(Invoice 1042)')
    expect(objects.filter((object) => object.includes('/Scope /Column'))).toHaveLength(5)
  })

  it('numbers its pages, and repeats the title and the table head', async () => {
    const { pages } = readPdf(await made(invoiceFile(Array.from({ length: 120 }, () => ({}))), 'customer'))
    expect(pages.length).toBeGreaterThan(2)
    const texts = pages.map((page) => page.filter(({ isArtifact }) => isArtifact).map(({ text }) => text))
    const foot = 'Invoice 1042 · as of 22 Nov 2026, 14:05 UTC · dates are UTC'
    const head = ['Description', 'Period (UTC)', 'Quantity', 'Unit price', 'Amount']
    expect(texts).toEqual(texts.map((_, index) => [foot, `Page ${index + 1}`, ...(index === 0 ? [] : head)]))
  })

  it('draws any text: other scripts, codes for missing glyphs, long words, hostile text', async () => {
    const names = ['Łódź Ελλάδα Україна', '漢 ন 😀', 'a'.repeat(5000), '<b>&"\u202E', 'line\nbreak', '']
    const file = invoiceFile(
      names.map((description) => ({ description })),
      { vanityIdString: '<script>&\u202E漢😀' },
    )
    const text = await textOf(file, 'customer')
    expect(text).toContain('A code such as [U+1F600] stands for a character that cannot be printed')
    for (const part of [
      'Łódź Ελλάδα Україна',
      '[U+09A8] [U+1F600]',
      'aaaa\n… cut here',
      '<b>&"[U+202E]',
      'line\nbreak',
    ])
      expect(text).toContain(part)
  })

  it('draws Thai, Devanagari, Chinese, Japanese and Korean, and programs read them back', async () => {
    const names = ['ค่าน้ำรายเดือน', 'मासिक शुल्क क्षत्रिय', '企业版订阅', '月額サービス（東京）', '월간 구독 요금']
    const file = invoiceFile(names.map((description) => ({ description })))
    const lines = (await textOf(file, 'customer')).replaceAll('\n', '')
    for (const name of names) expect(lines).toContain(name)
    const letterhead = { issuer: ['株式会社サンプル'], footer: ['北京市'], externalId: 'acme-東京' }
    const text = await textOf(file, 'customer', letterhead)
    for (const part of ['株式会社サンプル', '北京市', 'Bill to: acme-東京'])
      expect(text.replaceAll('\n', '')).toContain(part)
  })

  it('draws no box for a joiner of Persian', async () => {
    const letterhead = { issuer: ['شركة المثال'], footer: [], externalId: null }
    const text = await textOf(invoiceFile([{ description: 'می\u200Cخواهم' }]), 'customer', letterhead)
    expect(text).toContain('مهاوخیم')
  })

  it.skipIf(findOnPath('pdftotext') === null)('is read by pdftotext, Arabic and Hebrew included', async () => {
    const names = ['شهر نوفمبر', 'בנובמבר', 'น้ำ', 'मासिक शुल्क', '企业版订阅服务费', 'サービス', '월간 구독']
    const path = join(await mkdtemp(join(tmpdir(), 'pdf-')), 'invoice.pdf')
    await writeFile(path, await made(invoiceFile(names.map((description) => ({ description }))), 'customer'))
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    await rm(dirname(path), { recursive: true })
    for (const name of names) expect(text).toContain(name)
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
