import { expect, test } from 'vitest'
import type { InvoiceFinding } from './finding'
import { findingKey, reviewedChecks, untilOpen, withReviewOf } from './finding-review'

const review = { by: 'Ann', at: '2027-01-01T00:00:00.000Z', reason: 'agreed', isCurrent: true }
const amount = (line: number, difference = '4'): InvoiceFinding => ({
  severity: 'finding',
  lines: [line],
  kind: 'amount',
  difference,
})
const CHECKS = { agrees: 1, look: 2, unchecked: 0, withoutPriceCheck: 0, nothingCharged: 0 }

const end = (subscriptionEnd: string): InvoiceFinding => ({
  severity: 'finding',
  lines: [1],
  kind: 'afterEnd',
  subscriptionEnd,
})

test('a finding keeps its key in the index: with other order of fields, a review, and the last moment of its day', () => {
  const stored: InvoiceFinding = {
    subscriptionEnd: '2026-12-31T23:59:59.999Z',
    kind: 'afterEnd',
    review,
    lines: [1],
    severity: 'finding',
  }
  expect(findingKey(end('2026-12-31'))).toBe(findingKey(stored))
  expect(findingKey(end('2026-12-31'))).not.toBe(findingKey(end('2026-12-30')))
})

test('a finding has the same key where the list of findings or the check of its line made it: only the list marks a line that charges nothing', () => {
  expect(findingKey({ ...amount(1), isNothingCharged: true })).toBe(findingKey(amount(1)))
})

test('a finding of an amount has the key that it had before it named its calculation', () => {
  const calculation = { amount: '41.5', quantity: '3', unitPrice: '12.5', expected: '37.5' }
  const named: InvoiceFinding = { severity: 'finding', lines: [1], kind: 'amount', difference: '4', calculation }
  expect(findingKey(named)).toBe(findingKey(amount(1)))
})

test('adds a review to its finding only, and never to a note', () => {
  const add = withReviewOf([{ finding: amount(1), review }])
  expect([amount(1), amount(1, '5'), amount(2), { ...amount(1), severity: 'note' as const }].map(add)).toEqual([
    { ...amount(1), review },
    amount(1, '5'),
    amount(2),
    { ...amount(1), severity: 'note' },
  ])
})

test('keeps a reviewed finding among those that are listed first, beside as many that need a look as before', () => {
  const findings = [1, 2, 3, 4].map((line) => amount(line))
  const reviewed = findings.map((finding, nth) => (nth === 0 ? { ...finding, review } : finding))
  expect(untilOpen(findings, 2)).toEqual(findings.slice(0, 2))
  expect(untilOpen(reviewed, 2)).toEqual(reviewed.slice(0, 3))
  expect(untilOpen(reviewed, 4)).toEqual(reviewed)
})

test('counts a line apart when all its findings are reviewed, and never while some are not listed', () => {
  const reviewed = { ...amount(1), review }
  expect(reviewedChecks(CHECKS, [reviewed, amount(2)], 0)).toEqual({ ...CHECKS, look: 1, reviewed: 1 })
  expect(reviewedChecks(CHECKS, [reviewed, amount(1, '5'), amount(2)], 0)).toEqual(CHECKS)
  expect(reviewedChecks(CHECKS, [reviewed], 1)).toEqual(CHECKS)
  const lapsed = { ...amount(2), review: { ...review, isCurrent: false } }
  expect(reviewedChecks(CHECKS, [reviewed, lapsed], 0)).toEqual({ ...CHECKS, look: 1, reviewed: 1 })
})
