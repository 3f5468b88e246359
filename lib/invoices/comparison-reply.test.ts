import { describe, expect, it } from 'vitest'
import type { BridgePart, InvoiceBridge, InvoiceComparison } from './invoice-comparison'
import { ENGLISH, type Sentences } from '@/lib/text/english'
import { GERMAN } from '@/lib/text/german'
import { sumOf } from '@/lib/money/decimal'
import { comparisonReply, higherReply } from './comparison-reply'

const part = (kind: BridgePart['kind'], amount: string, more: Partial<BridgePart> = {}): BridgePart => ({
  kind,
  name: 'Seats',
  amount,
  isHidden: false,
  ...more,
})
const more = (before: string, after: string, unit?: string) => ({
  quantity: { before, after, labels: { singleUnitLabel: unit, multipleUnitLabel: unit } },
})

const OCTOBER = { periodStart: '2026-10-01T00:00:00.000Z', periodEnd: '2026-11-01T00:00:00.000Z' }
const named = (number: string, period = OCTOBER) => ({
  id: number,
  number,
  issueDate: null,
  subscriptionId: null,
  ...period,
  asOf: '',
})

function comparisonOf(parts: BridgePart[], change: Partial<InvoiceBridge> = {}): InvoiceComparison {
  const difference = sumOf(parts.map(({ amount }) => amount)).toFixed()
  const seen = sumOf(parts.filter(({ isHidden }) => !isHidden).map(({ amount }) => amount))
  const bridge: InvoiceBridge = {
    before: '1000',
    after: sumOf(['1000', difference]).toFixed(),
    difference,
    parts,
    prices: [],
    morePrices: 0,
    customer: { before: '1000', after: seen.plus(1000).toFixed() },
    ...change,
  }
  return {
    invoice: named('1014'),
    other: named('1013'),
    otherId: '1013',
    currency: 'USD',
    bridge,
    others: [],
  }
}

const reply = (parts: BridgePart[], change: Partial<InvoiceBridge> = {}, say: Sentences = ENGLISH) =>
  comparisonReply(comparisonOf(parts, change), say)

describe('comparisonReply', () => {
  it('says in two sentences by how much and why, in both languages', () => {
    const parts = [
      part('quantity', '150', { name: 'API calls', ...more('900', '2100', 'calls') }),
      part('price', '40'),
      part('quantity', '-5.80', { name: 'Storage', ...more('20', '10', 'GB') }),
    ]
    expect(reply(parts)).toBe(
      'Invoice 1014 for USD 1,184.20 is USD 184.20 higher than invoice 1013. What changed: 1,200 more API calls (+USD 150.00), the new price of Seats (+USD 40.00) and 10 fewer GB of Storage (−USD 5.80).',
    )
    expect(reply(parts, {}, GERMAN)).toBe(
      'Rechnung 1014 über 1.184,20 USD ist um 184,20 USD höher als Rechnung 1013. Das hat sich geändert: 1.200 API-Aufrufe mehr (+150,00 USD), der neue Preis von Seats (+40,00 USD) und 10 GB Storage weniger (−5,80 USD).',
    )
  })

  it('names the three largest parts and sums up the others, or four when there are no more', () => {
    const parts = [9, 8, 7, 6, -5].map((size) => part('added', String(size), { name: `P${size}` }))
    expect(reply(parts)).toContain(
      'charges for P9 (+USD 9.00), charges for P8 (+USD 8.00), charges for P7 (+USD 7.00) and other changes (+USD 1.00).',
    )
    expect(reply(parts.slice(0, 4))).toContain('and charges for P6 (+USD 6.00).')
  })

  it.each([
    [part('credit', '-10'), 'more credit for Seats'],
    [part('credit', '10'), 'less credit for Seats'],
    [part('beside', '10', { name: null, role: 'tax' }), 'tax (+USD 10.00)'],
    [part('gone', '-10', { name: null }), 'no charges for an item without a name'],
    [part('quantity', '10'), 'the quantity of Seats'],
  ])('names a part: %j', (only, words) => {
    expect(reply([only])).toContain(`What changed: ${words}`)
  })

  it('leaves out lines that the customer does not see', () => {
    const parts = [part('gone', '-20', { isHidden: true }), part('added', '5', { name: 'Calls' })]
    expect(reply(parts)).toBe(
      'Invoice 1014 for USD 1,005.00 is USD 5.00 higher than invoice 1013. What changed: charges for Calls (+USD 5.00).',
    )
  })

  it('says that the totals are the same', () => {
    expect(reply([])).toBe('Invoice 1014 for USD 1,000.00 has the same total as invoice 1013.')
    expect(reply([part('price', '5'), part('quantity', '-5')])).toContain(
      'the same total as invoice 1013. What changed: ',
    )
  })

  it('returns null when the customer’s totals are not known, do not follow from the parts, or are too long to write', () => {
    expect(reply([part('price', '5')], { customer: null })).toBeNull()
    expect(reply([part('price', '5')], { customer: { before: '1', after: '2' } })).toBeNull()
    expect(reply([part('price', '9'.repeat(60))])).toBeNull()
  })
})

describe('higherReply', () => {
  const parts = [
    part('gone', '-200'),
    part('quantity', '150', { name: 'API calls', ...more('900', '2100', 'calls') }),
    part('price', '140'),
  ]

  it('says by how much an invoice is higher and its largest reason, in both languages', () => {
    expect(higherReply(comparisonOf(parts), ENGLISH)).toBe(
      'It is USD 90.00 higher than invoice 1013. The largest reason: 1,200 more API calls (+USD 150.00).',
    )
    expect(higherReply(comparisonOf(parts), GERMAN)).toBe(
      'Sie ist um 90,00 USD höher als Rechnung 1013. Der größte Grund: 1.200 API-Aufrufe mehr (+150,00 USD).',
    )
  })

  it('returns null for an invoice that covers another length of time', () => {
    const other = named('1013', { ...OCTOBER, periodStart: '2026-08-01T00:00:00.000Z' })
    expect(higherReply({ ...comparisonOf(parts), other }, ENGLISH)).toBeNull()
  })

  it('returns null for an invoice that is not higher, and when the customer’s totals are not known', () => {
    expect(higherReply(comparisonOf(parts.slice(0, 2)), ENGLISH)).toBeNull()
    expect(higherReply(comparisonOf(parts, { customer: null }), ENGLISH)).toBeNull()
  })
})
