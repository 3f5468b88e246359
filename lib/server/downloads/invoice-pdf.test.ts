import { describe, expect, it } from 'vitest'
import { invoiceFile } from '../../testing/invoice-file'
import { readPdf } from '../../testing/read-pdf'
import type { InvoiceFile } from './invoice-file'
import { invoicePdf } from './invoice-pdf'

async function made(file: InvoiceFile, copy: 'customer' | 'internal'): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of invoicePdf(file, copy)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** What is read out, in order; without what only belongs to the pages. */
async function textOf(file: InvoiceFile, copy: 'customer' | 'internal'): Promise<string> {
  const { pages } = readPdf(await made(file, copy))
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

describe('the customer’s copy', () => {
  it('holds the lines a customer sees and their sum, and none of our remarks', async () => {
    const text = await textOf(PLANTED, 'customer')
    expect(text).toContain('Invoice 1042\nCustomer copy · as of 22 Nov 2026, 14:05 UTC · all dates are UTC')
    expect(text).toContain('Issue date: 1 Nov 2026\nDue date: 1 Dec 2026')
    expect(text).toContain('Customer total $104.01\nsum of 4 lines a customer sees')
    expect(text).toContain('Line 1\n1 Nov 2026 – 1 Dec 2026\n100 calls\n$0.25\n$25.00\nFour dollars too much')
    expect(text).toContain('End: 4 lines.')
    expect(text).not.toMatch(/hidden|free|look|agree|internal|\$144\.01|\$40/i)
  })

  it('leaves out a line of which it cannot be known whether the customer sees it, and claims no sum and no end', async () => {
    const file = invoiceFile([{}, { price: { billable: { hidden: 'perhaps' } } }])
    const text = await textOf(file, 'customer')
    expect(text).toContain('Customer total Not known')
    expect(text).toContain('Not complete: 1 line.')
    expect(text).not.toMatch(/End:|left out|could not be read|whether/i)
    expect(await textOf(file, 'internal')).toContain('whether a customer sees 1 line could not be read')
  })

  it('does not say why its currency is not known, which the internal one does', async () => {
    const file = { ...invoiceFile([{}]), currency: null, currencyNote: 'Currency not known: its subscription …' }
    expect(await textOf(file, 'customer')).not.toContain('Currency')
    expect(await textOf(file, 'internal')).toContain(file.currencyNote)
  })
})

describe('the internal copy', () => {
  it('holds all lines, each with its check, and how the two sums differ', async () => {
    const text = await textOf(PLANTED, 'internal')
    expect(text).toContain('Internal copy, not for the customer')
    expect(text).toContain('Total $144.01\nsum of 5 lines\n− Hidden lines $40.00\n= Customer total $104.01')
    expect(text).toContain('3 of 5 lines need a look')
    expect(text.replaceAll('\n', ' ')).toMatch(
      /Four dollars too much Needs a look \$4\.00 more .* A cent too much Needs a look \$0\.01 more .* Free, hidden, charged Hidden from the customer Needs a look Not zero, although .* After the end Agrees Covers a period after the subscription’s end/,
    )
  })
})

describe('a line with a long description', () => {
  it('keeps what is remarked on it, on the same page', async () => {
    const file = invoiceFile([{ ...FREE_HIDDEN, amount: '40', description: 'a long word '.repeat(2000) }])
    const text = (await textOf(file, 'internal')).replaceAll('\n', ' ')
    expect(text).toMatch(
      /a … cut here: the CSV holds it whole Hidden from the customer Needs a look .* Not zero, although/,
    )
    expect(readPdf(await made(file, 'internal')).pages).toHaveLength(2)
  })
})

describe('any copy', () => {
  it('is the same bytes for the same input', async () => {
    const [once, again] = [await made(PLANTED, 'internal'), await made(PLANTED, 'internal')]
    expect(once.equals(again)).toBe(true)
  })

  it('is tagged: a program reads its heading, its table and whose cells are heads', async () => {
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

  it('numbers its pages, and repeats whose they are and the table’s head', async () => {
    const { pages } = readPdf(await made(invoiceFile(Array.from({ length: 120 }, () => ({}))), 'customer'))
    expect(pages.length).toBeGreaterThan(2)
    const texts = pages.map((page) => page.filter(({ isArtifact }) => isArtifact).map(({ text }) => text))
    const foot = 'Invoice 1042 · Customer copy · as of 22 Nov 2026, 14:05 UTC'
    const head = ['Description', 'Period (UTC)', 'Quantity', 'Unit price', 'Amount']
    expect(texts).toEqual(texts.map((_, index) => [foot, `Page ${index + 1}`, ...(index === 0 ? [] : head)]))
  })

  it('draws any text: other scripts, codes for what its font lacks, long words, hostile ones', async () => {
    const names = ['Łódź Ελλάδα Україна', '漢 😀', 'a'.repeat(5000), '<b>&"\u202E', 'line\nbreak', '']
    const file = invoiceFile(
      names.map((description) => ({ description })),
      { vanityIdString: '<script>&\u202E漢' },
    )
    const text = await textOf(file, 'customer')
    expect(text).toContain('A code such as [U+6F22] stands for a character that could not be drawn')
    for (const part of [
      'Łódź Ελλάδα Україна',
      '[U+6F22] [U+1F600]',
      'aaaa\n… cut here',
      '<b>&"[U+202E]',
      'line\nbreak',
    ])
      expect(text).toContain(part)
  })

  it('says what it could not read, and invents nothing', async () => {
    const text = await textOf(invoiceFile([{ amount: 'free', details: null, startDate: 'soon' }]), 'customer')
    expect(text).toContain('Unreadable: free')
    expect(text).toContain('Customer total Not known')
    expect(text).not.toMatch(/\$0\.00/)
    expect(await textOf(invoiceFile([], { invoiceLineItems: null }), 'customer')).toContain(
      'The billing API sent no line items.',
    )
  })
})
