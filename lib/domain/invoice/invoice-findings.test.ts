import { describe, expect, it } from 'vitest'
import { parseExactJson } from '@/contract/exact-json'
import { formatAmount } from '../../format/amount'
import { invoiceFindingLabel, lineFindingLabel } from '../../format/finding-label'
import { readableList } from '../../format/unreadable'
import { invoiceView } from '../../server/billing-api/tolerant/invoice-view'
import { outsideOf } from './charged-wrongly'
import { isAboutInvoice, isProblem } from './finding-kinds'
import { invoiceFindings } from './invoice-findings'

const TIERS = {
  tiers: [
    { start: 0, end: 100, price: 0 },
    { start: 100, end: 1_000, price: 0.12 },
    { start: 1_000, end: null, price: 0.085 },
  ],
}
const NOVEMBER = { startDate: '2026-11-01T00:00:00.000Z', endDate: '2026-12-01T00:00:00.000Z' }

interface Sent {
  rules?: object | null
  priceType?: string
  priceId?: string
  [field: string]: unknown
}

/** A line of November as the API sends it; `details` are `[quantity, unitPrice]`. */
function line([quantity, unitPrice]: (number | string | undefined)[], amount: number | string, more: Sent = {}) {
  const { rules, priceType, priceId = 'price_1', ...rest } = more
  const price = rules === null ? null : { id: priceId, rules: rules ?? { price: unitPrice, quantity: 1 }, priceType }
  return {
    id: 'line',
    priceId,
    amount,
    description: 'Calls',
    details: { quantity, unitPrice },
    ...NOVEMBER,
    price,
    ...rest,
  }
}

const money = (amount: string) => formatAmount(amount, 'USD')

/** Returns the words of all findings, and of notes in brackets. */
function found(
  lines: object[],
  head: object = {},
  subscription: { startDate?: string; endDate?: string; isTrial?: boolean } = {},
) {
  const sent = JSON.stringify({ id: 'inv_1', status: 'issued', invoiceLineItems: lines, ...head })
  const invoice = invoiceView(parseExactJson(sent), { amountUnit: 'major', asOf: '2026-12-02T00:00:00.000Z' })
  const { startDate = null, endDate = null, isTrial = false } = subscription
  const all = readableList(invoice.invoiceLineItems)
  const checked = invoiceFindings(invoice.own, {
    isTrial,
    outside: outsideOf(invoice, { startDate, endDate }),
    compared: [],
  })
  const wide = checked.findings
    .filter(isAboutInvoice)
    .map((finding) => ({ finding, text: invoiceFindingLabel(finding, money) }))
  const beside = all.flatMap((each, index) =>
    checked
      .checkLine(each, index + 1)
      .about.filter((finding) => !isAboutInvoice(finding))
      .map((finding) => ({ finding, text: `${index + 1} ${lineFindingLabel(finding, each, money)}` })),
  )
  return {
    words: [...wide, ...beside].map(({ finding, text }) => (isProblem(finding) ? text : `(${text})`)),
    checks: checked.checks,
  }
}

const split = (...parts: [number, number, number | string][]) =>
  parts.map(([quantity, unitPrice, amount]) => line([quantity, unitPrice], amount, { rules: TIERS }))

const tierFindings = (priceType: string, amount: number, unitPrice = 0.12) =>
  found([line([848, unitPrice], amount, { rules: TIERS, priceType })]).words.length

const seat = (day: string, more: Sent = {}) => line([1, 12], 12, { startDate: `2026-11-${day}T00:00:00.000Z`, ...more })

const dueFindings = (dueDate: string) =>
  found([line([1, 12], 12)], { issueDate: '2026-11-05T09:00:00.000Z', dueDate }).words

const sumFindings = (head: object) => found([line([1, 12], 12), line([1, 0.005], 0.005)], head).words

describe('tiers across lines', () => {
  it('finds units at the price of another tier, and names the tier', () => {
    const { words, checks } = found(split([100, 0, 0], [900, 0.085, 76.5], [11_345, 0.085, 964.33]))
    expect(words).toEqual([
      'Lines 1, 2 and 3: the price tiers give $1,072.33 for 12,345 units: $31.50 less charged, in the tier above 100 to 1,000',
    ])
    expect(checks).toMatchObject({ look: 3, agrees: 0, unchecked: 0 })
  })

  it.each([
    ['one line a tier', split([100, 0, 0], [900, 0.12, 108], [11_345, 0.085, 964.33])],
    ['in any order', split([11_345, 0.085, 964.33], [100, 0, 0], [900, 0.12, 108])],
    ['a tier in two lines', split([100, 0, 0], [400, 0.12, 48], [500, 0.12, 60], [11_345, 0.085, 964.325])],
    ['equal parts', split([100, 0, 0], [450, 0.12, 54], [450, 0.12, 54])],
  ])('agrees with a split: %s', (_, lines) => {
    expect(found(lines)).toMatchObject({ words: [], checks: { agrees: lines.length, withoutPriceCheck: 0 } })
  })

  it('finds one line at the price of one tier: tiers are graduated', () => {
    expect(found(split([848, 0.12, 101.76])).words).toEqual([
      'Line 1: the price tiers give $89.76 for 848 units: $12.00 more charged, in the tier from 0 to 100',
    ])
  })

  it('counts as volume only when the price type says so, and accepts both for an unknown type', () => {
    expect([tierFindings('volume', 101.76), tierFindings('tier', 101.76), tierFindings('stairs', 101.76)]).toEqual([
      0, 1, 0,
    ])
    expect([
      tierFindings('volume', 89.76, 0.105849),
      tierFindings('tier', 89.76, 0.105849),
      tierFindings('stairs', 89.76, 0.105849),
    ]).toEqual([1, 0, 0])
    expect(tierFindings('stairs', 72.08, 0.085)).toBe(1)
  })

  it('leaves lines unchecked when one of their prices has no tiers or other ones', () => {
    const other = { tiers: [{ start: 0, end: null, price: 0.12 }] }
    for (const rules of [null, other, { price: 0.12 }]) {
      const lines = [...split([900, 0.12, 108]), line([100, 0.12], 12, { rules })]
      expect(found(lines).words).toEqual([])
      expect(found(lines).checks.withoutPriceCheck).toBeGreaterThan(0)
    }
  })

  it('accepts a line that raises the lines to the minimum, and a credit beside them', () => {
    const rules = { ...TIERS, minimum: 100 }
    const lines = [line([100, 0], 0, { rules }), line([500, 0.12], 60, { rules }), line([1, 40], 40, { rules })]
    expect(found(lines).words).toEqual([])
    expect(found([...lines.slice(0, 2), line([1, -5], -5, { rules })]).words).toEqual([])
  })
})

describe('the same line twice', () => {
  it('is found by price, period, quantity and amount', () => {
    const { words, checks } = found([seat('01'), line([2, 12], 24), seat('01')])
    expect(words).toEqual(['Charged twice? Lines 1 and 3 have the same price, period, quantity and amount'])
    expect(checks).toMatchObject({ look: 2, agrees: 1 })
  })

  it('is not found for another day, price, quantity or amount, and when a credit settles one', () => {
    for (const other of [seat('11'), seat('01', { priceId: 'price_2' }), line([2, 6], 12), seat('01', { amount: 0 })])
      expect(found([seat('01'), other]).words.filter((words) => words.includes('twice'))).toEqual([])
    expect(found([seat('01'), seat('01'), line([1, -12], -12)]).words).toEqual([])
  })
})

describe('dates and sums', () => {
  it('finds a period that ends before it starts', () => {
    expect(found([line([1, 12], 12, { endDate: '2026-10-01T00:00:00.000Z' })]).words).toEqual([
      '1 The period ends before it starts',
    ])
    expect(found([line([1, 12], 12, { endDate: NOVEMBER.startDate })]).words).toEqual([])
  })

  it('finds lines after the end and before the start of the subscription', () => {
    const dates = { startDate: '2026-11-02T00:00:00.000Z', endDate: '2026-12-01T00:00:00.000Z' }
    const december = { startDate: NOVEMBER.endDate, endDate: '2027-01-01T00:00:00.000Z' }
    expect(found([line([1, 12], 12), line([1, 13], 13, december)], {}, dates).words).toEqual([
      '1 line after the subscription’s end',
      '1 line before the subscription’s start',
    ])
  })

  it('finds a due date before the issue date, but no placeholder', () => {
    expect(dueFindings('2026-11-04T23:00:00.000Z')).toEqual([
      'The due date, 4 Nov 2026, is before the issue date, 5 Nov 2026',
    ])
    for (const date of ['2026-11-05T00:00:00.000Z', '0001-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'])
      expect(dueFindings(date)).toEqual([])
  })

  it('finds a sum of the API that differs from the lines, and notes one that other amounts explain', () => {
    expect(sumFindings({ total: 12.01, subtotal: '12.005', amountDue: 12 }), 'rounded').toEqual([])
    expect(sumFindings({ total: 15 })).toEqual(['The API’s total is $15.00; the lines add up to $12.005.'])
    expect(sumFindings({ total: 14.29, tax: 2.28 })).toEqual([
      '(The API’s total is $14.29; the lines add up to $12.005.)',
    ])
    expect(sumFindings({ amountDue: 7, amountPaid: 5 })).toEqual([
      '(The API’s amount due is $7.00; the lines add up to $12.005.)',
    ])
    expect(sumFindings({ amountDue: 0, status: 'paid' })).toEqual([])
    expect(sumFindings({ subtotal: 11.99, tax: 2.28 })).toEqual([
      'The API’s subtotal is $11.99; the lines add up to $12.005.',
    ])
  })
})

describe('an explained difference', () => {
  const eleven = { startDate: '2026-11-20T00:00:00.000Z' }

  it.each<[string, object, string[]]>([
    ['a proration', line([5, 8], 14.67, eleven), ['(1 11 of 30 days would give $14.67)']],
    ['a credit of a proration', line([5, 8], -14.67, eleven), ['(1 11 of 30 days would give −$14.67)']],
    [
      'a proration that ends in the last second',
      line([5, 8], 14.67, { ...eleven, endDate: '2026-11-30T23:59:59.000Z' }),
      ['(1 11 of 30 days would give $14.67)'],
    ],
    [
      'a unit price for some days',
      line([5, '2.93'], 14.65, { ...eleven, rules: { price: 8, quantity: 1 } }),
      ['(1 11 of 30 days would give $2.93)'],
    ],
    [
      'a part of a quarter with an anchor on the 31st',
      line([1, 92], 11, { startDate: '2026-07-20T00:00:00.000Z', endDate: '2026-07-31T00:00:00.000Z' }),
      ['(1 11 of 92 days would give $11.00)'],
    ],
    [
      'whole packages',
      line([2_500, 0.4], 1.2, { rules: { price: 0.4, quantity: 1_000 } }),
      ['(1 3 packages of 1,000 at $0.40)'],
    ],
  ])('explains %s in a note', (_, sent, words) => {
    expect(found([sent])).toMatchObject({ words, checks: { agrees: 1, look: 0 } })
  })

  it.each<[string, object]>([
    ['a fraction as quantity', line(['0.387096774193548', 100], 38.71)],
    [
      'a fraction without a unit price',
      line(['0.387096774193548', undefined], 38.71, { rules: { price: 100, quantity: 1, cadence: 'monthly' } }),
    ],
    [
      'one quarter of an anchor on the 31st',
      line([1, 300], 300, { startDate: '2026-04-30T00:00:00.000Z', endDate: '2026-07-31T00:00:00.000Z' }),
    ],
  ])('finds nothing in %s', (_, sent) => {
    expect(found([sent])).toMatchObject({ words: [], checks: { agrees: 1 } })
  })

  it('flags amounts of another number of days, of another part, and of more than the whole', () => {
    for (const amount of [14.65, 14.68, 16, 25.33, 54.67])
      expect(found([line([5, 8], amount, eleven)]).checks.look).toBe(1)
    expect(found([line([5, 8], 14.67)]).checks.look, 'a whole month').toBe(1)
  })

  it('accepts lines at $0.00 in a trial only', () => {
    const free = [line([5, 8], 0), line([1, 0], 0, { rules: { price: 8, quantity: 1 }, priceId: 'price_2' })]
    expect(found(free, {}, { isTrial: true })).toEqual({
      words: ['(1 Nothing charged: the subscription is a trial)', '(2 Nothing charged: the subscription is a trial)'],
      checks: expect.objectContaining({ agrees: 2, look: 0 }),
    })
    expect(found(free).checks.look).toBe(2)
    expect(found([line([5, 8], 39)], {}, { isTrial: true }).checks.look).toBe(1)
  })
})
