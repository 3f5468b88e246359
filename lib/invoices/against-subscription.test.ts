import { describe, expect, test } from 'vitest'
import { runToEnd } from '@/contract/pieces'
import type { RulesView } from '@/lib/billing-api/price'
import { bareLine } from '@/testing/console/bare-views'
import { charge, day } from '@/testing/console/charge'
import { type Charge, numberedLines } from './invoice-lines'
import { againstTerms, outsideSubscription, type SubscriptionDates, subscriptionDates } from './against-subscription'

const dates = (startDate: string | null, endDate: string | null) => ({
  ...subscriptionDates(undefined),
  startDate,
  endDate,
})
const credit = (amount: string) => charge('11-01', '12-01', { amount })

describe('outsideSubscription', () => {
  const paid = { status: 'paid', goneAt: null, issueDate: null }
  const found = (charges: Charge[], of: SubscriptionDates) => outsideSubscription(charges, of, paid)
  const ended = dates(day('10-01'), day('11-01'))
  const late = [charge('10-01', '11-01'), charge('11-01', '12-01')]

  test('finds charges for a time at or after the end, and for a day before the start', () => {
    const about = { severity: 'finding' }
    expect(found(late, ended)).toEqual([{ ...about, kind: 'afterEnd', lines: [2], subscriptionEnd: day('11-01') }])
    expect(found(late, dates(day('10-02'), null))).toEqual([
      { ...about, kind: 'beforeStart', lines: [1], subscriptionStart: day('10-02') },
    ])
    expect(found(late, dates('2026-10-01T09:30:00.000Z', null)), 'the same UTC day').toEqual([])
  })

  test('finds nothing on an invoice that is void or gone', () => {
    for (const cancelled of [
      { ...paid, status: 'void' },
      { ...paid, goneAt: day('12-01') },
    ])
      expect(outsideSubscription(late, ended, cancelled)).toEqual([])
  })

  test('ignores a charge that a credit settles, a credit, and a charge of zero', () => {
    expect(found([...late, credit('-100')], ended)).toEqual([])
    expect(found([...late, credit('-99')], ended)).toMatchObject([{ lines: [2] }])
    expect(found([credit('-99'), credit('0.00')], ended)).toEqual([])
  })

  test.each([
    ['without dates', dates(null, null)],
    ['with a later end', dates(null, day('11-02'))],
    ['with a placeholder for its dates', dates('9999-12-31T00:00:00.000Z', '0001-01-01T00:00:00.000Z')],
    ['that is not known', subscriptionDates(undefined)],
  ])('finds nothing for a subscription %s', (_, subscription) => {
    expect(found(late, subscription)).toEqual([])
    expect(found([charge('11-01', '12-01', { start: null })], ended)).toEqual([])
  })
})

const isOtherPrice = (rules: RulesView, ofSubscription: RulesView) => {
  const lines = runToEnd(numberedLines([bareLine({ priceId: 'price_1', price: { rules, inCustomUnit: false } })]))
  const prices = new Map([['price_1', { priceType: null, rules: ofSubscription }]])
  return runToEnd(againstTerms(lines, {}, { prices })).length > 0
}
const unit = (price: string, more = {}): RulesView => ({ kind: 'unit', price, quantity: '1', ...more })
const fixed = (price: string): RulesView => ({ kind: 'fixed', price, cadence: 'monthly' })

describe('againstTerms', () => {
  test('notes a line whose price charges otherwise than that of the subscription', () => {
    expect(isOtherPrice(unit('8'), unit('9'))).toBe(true)
    expect(isOtherPrice(unit('8'), unit('8', { minimum: '5' }))).toBe(true)
    expect(isOtherPrice(unit('8'), unit('8.00'))).toBe(false)
  })

  test('notes nothing when one unit of the line costs as much as the fixed price of the subscription', () => {
    expect(isOtherPrice(unit('8'), fixed('8.00'))).toBe(false)
    expect(isOtherPrice(unit('8'), fixed('9'))).toBe(true)
  })
})
