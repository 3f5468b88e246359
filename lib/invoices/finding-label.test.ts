import { expect, it } from 'vitest'
import type { InvoiceFinding, LineCalculation, LineChecks } from './finding'
import { checksLabel, invoiceFindingLabel } from './finding-label'

const label = (agrees: number, look: number, unchecked: number, withoutPriceCheck = 0) => {
  const shown = checksLabel({ agrees, look, unchecked, withoutPriceCheck, nothingCharged: 0 })
  return shown && [shown.look, shown.agreement, shown.note, shown.isWhole && 'tick'].filter(Boolean).join(' | ')
}

it('checksLabel leads with the lines that need a look, then says how many add up', () => {
  expect(label(6, 0, 0)).toBe('All 6 lines add up | tick')
  expect(label(3, 3, 0)).toBe('3 of 6 lines need a look | 3 of 6 lines add up')
  expect(label(3, 1, 2)).toBe('1 of 6 lines needs a look | 3 of 6 lines add up · 2 not checked')
  expect(label(0, 6, 0)).toBe('6 of 6 lines need a look')
  expect(label(0, 0, 0)).toBeNull()
})

it('checksLabel has a tick only when every line and unit price was checked', () => {
  expect(label(6, 0, 2)).toBe('6 of 8 lines add up · 2 not checked')
  expect(label(20_000, 0, 0, 1_200)).toBe('All 20,000 lines add up | 1,200 unit prices not checked')
  expect(label(0, 0, 6)).toBe('No line can be checked')
  expect([label(1, 0, 0), label(0, 1, 0), label(0, 0, 1), label(1, 0, 1)]).toEqual([
    'The line adds up | tick',
    '1 of 1 line needs a look',
    'The line cannot be checked',
    '1 of 2 lines adds up · 1 not checked',
  ])
})

const note = (withoutPriceCheck: number, priceGaps: LineChecks['priceGaps']) =>
  checksLabel({ agrees: 6, look: 0, unchecked: 0, withoutPriceCheck, priceGaps, nothingCharged: 0 })?.note

it('checksLabel says why unit prices were not checked, of credits alone and beside other reasons', () => {
  expect(note(1, { credit: 1 })).toBe('1 unit price not checked: a credit, which follows no price')
  expect(note(2, { credit: 2 })).toBe('2 unit prices not checked: credits, which follow no price')
  expect(note(2, { credit: 1, notSent: 1 })).toBe(
    '2 unit prices not checked: the price rules were not sent; a credit, which follows no price',
  )
})

const words = (difference: string, calculation?: LineCalculation) => {
  const finding: InvoiceFinding = { severity: 'finding', lines: [2], kind: 'amount', difference, calculation }
  return invoiceFindingLabel(finding, 'USD')
}

it('invoiceFindingLabel names the amount, the expected amount and the difference, also of credits and findings without them', () => {
  const seats = { amount: '384.01', quantity: '32', unitPrice: '12', expected: '384' }
  expect(words('0.01', seats)).toBe('Line 2: $384.01, but 32 × $12.00 = $384.00 ($0.01 too much)')
  const credit = { amount: '-99.99', quantity: '1', unitPrice: '-99', expected: '-99' }
  expect(words('-0.99', credit)).toBe('Line 2: −$99.99, but 1 × −$99.00 = −$99.00 ($0.99 too much credited)')
  expect(words('0.01')).toBe('Line 2: $0.01 more than quantity × unit price')
})
