import { describe, expect, it } from 'vitest'
import type { InvoiceFinding } from './finding'
import { parseExactJson } from '@/contract/exact-json'
import { invoiceFindingLabel, lineFindingLabel } from './finding-label'
import { readableList } from '@/lib/billing-api/unreadable'
import { outsideOf } from './against-subscription'
import { isAboutInvoice, isProblem } from './finding-kinds'
import { invoiceFindings } from './invoice-findings'
import { invoiceView } from '@/testing/console/whole-views'

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
  priceId?: string | null
  [field: string]: unknown
}

let lineCount = 0

/** A line of November as the API sends it; `details` are `[quantity, unitPrice]`. */
function line([quantity, unitPrice]: (number | string | undefined)[], amount: number | string, more: Sent = {}) {
  const { rules, priceType, priceId = 'price_1', ...rest } = more
  const price = rules === null ? null : { id: priceId, rules: rules ?? { price: unitPrice, quantity: 1 }, priceType }
  return {
    id: `line_${(lineCount += 1)}`,
    priceId,
    amount,
    description: 'Calls',
    details: { quantity, unitPrice },
    ...NOVEMBER,
    price,
    ...rest,
  }
}

/** Returns the words of all findings, and of notes in brackets. */
function found(
  lines: object[],
  head: object = {},
  subscription: {
    startDate?: string
    endDate?: string
    isTrial?: boolean
    cadence?: string
    netTerms?: string
    isUsageChargedInTrial?: boolean
  } = {},
  compared: InvoiceFinding[] = [],
) {
  const sent = JSON.stringify({ id: 'inv_1', status: 'issued', invoiceLineItems: lines, ...head })
  const { startDate = null, endDate = null, isTrial = false, cadence, ...terms } = subscription
  const invoice = invoiceView(parseExactJson(sent), {
    amountUnit: 'major',
    asOf: '2026-12-02T00:00:00.000Z',
    billing: startDate !== null && cadence !== undefined ? { startDate, cadence } : null,
    ...terms,
  })
  const all = readableList(invoice.invoiceLineItems)
  const checked = invoiceFindings(invoice.own, {
    isTrial,
    outside: outsideOf(invoice, { startDate, endDate, isTrial: false, isUsageCharged: true }),
    compared,
  })
  const wide = checked.findings
    .filter(isAboutInvoice)
    .map((finding) => ({ finding, text: invoiceFindingLabel(finding, 'USD') }))
  const beside = all.flatMap((each, index) =>
    checked
      .checkLine(each, index + 1)
      .about.filter((finding) => !isAboutInvoice(finding))
      .map((finding) => ({ finding, text: `${index + 1} ${lineFindingLabel(finding, each, 'USD')}` })),
  )
  return {
    words: [...wide, ...beside].map(({ finding, text }) => (isProblem(finding) ? text : `(${text})`)),
    checks: checked.checks,
  }
}

const split = (...parts: [number, number, number | string][]) =>
  parts.map(([quantity, unitPrice, amount]) => line([quantity, unitPrice], amount, { rules: TIERS, priceType: 'tier' }))

const tierFindings = (priceType: string, amount: number, unitPrice = 0.12) =>
  found([line([848, unitPrice], amount, { rules: TIERS, priceType })]).words.length

const seat = (day: string, more: Sent = {}) => line([1, 12], 12, { startDate: `2026-11-${day}T00:00:00.000Z`, ...more })

const ISSUED = '2026-11-05T09:00:00.000Z'
const wordsOf = (head: object, subscription = {}) => found([line([1, 12], 12)], head, subscription).words
const dueFindings = (dueDate: string) => wordsOf({ issueDate: ISSUED, dueDate })
const net30 = (dueDate: string) => wordsOf({ issueDate: ISSUED, dueDate }, { netTerms: 'net30' })

const twoInOneTier = (bounds: object) =>
  [100, 150].map((units) =>
    line([units, 0.1], units / 10, { rules: { tiers: [{ start: 0, end: null, price: 0.1 }], ...bounds } }),
  )

const volumeFindings = (tiers: object[] | undefined, quantity: number, unitPrice: number) =>
  found([line([quantity, unitPrice], (quantity * unitPrice).toFixed(2), { rules: { tiers }, priceType: 'volume' })])
    .words.length

const day = (text: string) => `${text}T00:00:00.000Z`

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

  it('notes one line at the price of a paid tier: its units may be those beyond the free tier', () => {
    expect(found(split([848, 0.12, 101.76])).words).toEqual(['(1 Right if the 100 free units are not among its units)'])
    expect(found(split([900, 0.12, 108], [100, 0.085, 8.5])).words).toHaveLength(2)
  })

  it('names both ways to count where neither fits and no type says which', () => {
    const untyped = line([848, 0.2], '169.60', { rules: TIERS })
    expect(found([untyped]).words).toEqual(['1 Price tiers give $89.76 (graduated) or $101.76 (volume)'])
    expect(found([line([848, 0.12], 101.76, { rules: TIERS })]).words, 'volume').toEqual([])
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
      const paid = { tiers: TIERS.tiers.map((tier, nth) => (nth === 0 ? { ...tier, price: 0.2 } : tier)) }
      const lines = [line([900, 0.12], 108, { rules: paid, priceType: 'tier' }), line([100, 0.12], 12, { rules })]
      expect(found(lines).words).toEqual([])
      expect(found(lines).checks.withoutPriceCheck).toBeGreaterThan(0)
    }
  })

  it('finds lines above the maximum, and does not check lines below the minimum', () => {
    expect(found(twoInOneTier({ maximum: 15 })).words).toEqual([
      'Lines 1 and 2: the price tiers give $15.00 for 250 units: $10.00 more charged',
    ])
    expect(found(twoInOneTier({ minimum: 30 }))).toMatchObject({
      words: [],
      checks: { agrees: 2, withoutPriceCheck: 2, priceGaps: { bounds: 2 } },
    })
    expect(found(twoInOneTier({ minimum: 20, maximum: 25 }))).toMatchObject({
      words: [],
      checks: { withoutPriceCheck: 0 },
    })
  })

  it('accepts a line that raises the lines to the minimum, and a credit beside them', () => {
    const rules = { ...TIERS, minimum: 100 }
    const lines = [line([100, 0], 0, { rules }), line([500, 0.12], 60, { rules }), line([1, 40], 40, { rules })]
    expect(found(lines).words).toEqual([])
    expect(found([...lines.slice(0, 2), line([1, -5], -5, { rules })]).words).toEqual([])
  })
})

describe('a volume price', () => {
  it('has either price where a tier ends and the next begins at the quantity', () => {
    const [shared, next] = [100, 101].map((start) => [
      { start: 0, end: 100, price: 0.1 },
      { start, end: null, price: 0.05 },
    ])
    expect([
      volumeFindings(shared, 100, 0.1),
      volumeFindings(shared, 100, 0.05),
      volumeFindings(shared, 99, 0.05),
    ]).toEqual([0, 0, 1])
    expect([volumeFindings(next, 100, 0.1), volumeFindings(next, 100, 0.05), volumeFindings(next, 101, 0.05)]).toEqual([
      0, 1, 0,
    ])
  })
})

describe('the order of findings', () => {
  it('stays the same when one is reviewed, and notes are last', () => {
    const sent = { id: 'inv_1', invoiceLineItems: [line([5, 8], 39), line([2, 12], 25, { priceId: 'price_2' })] }
    const dates = { issueDate: '2026-11-05T09:00:00.000Z', dueDate: '2026-11-01T00:00:00.000Z' }
    const { own } = invoiceView(parseExactJson(JSON.stringify({ ...sent, ...dates })), {
      amountUnit: 'major',
      asOf: '2026-12-02T00:00:00.000Z',
    })
    const note: InvoiceFinding = { severity: 'note', lines: [1], kind: 'roundedDown', roundedUp: 2 }
    const review = { by: 'Ann', at: '2026-12-02T00:00:00.000Z', reason: 'agreed', isCurrent: true }
    const kinds = (reviewed: InvoiceFinding[]) =>
      invoiceFindings(own, {
        isTrial: false,
        outside: [],
        compared: [note],
        reviews: reviewed.map((finding) => ({ finding, review })),
      }).findings.map(({ kind, lines }) => [kind, ...lines])
    expect(kinds([])).toEqual([['dueBeforeIssue'], ['amount', 1], ['amount', 2], ['roundedDown', 1]])
    expect(kinds(own.findings.slice(0, 2))).toEqual(kinds([]))
  })
})

describe('the same line twice', () => {
  it('is found by price, period, quantity and amount', () => {
    const { words, checks } = found([seat('01'), line([2, 12], 24), seat('01')])
    expect(words).toEqual(['Charged twice? Lines 1 and 3 have the same price, period, quantity and amount'])
    expect(checks).toMatchObject({ look: 2, agrees: 1 })
  })

  it('is found with the same ID, and not when an API gives one ID to lines that differ', () => {
    const id = 'line_same'
    expect(found([line([1, 0], 0, { id }), line([2, 12], 24, { id, priceId: 'price_2' })]).words).toEqual([])
    expect(found([seat('01', { id }), seat('01', { id }), seat('01')]).words).toEqual([
      'Charged twice? Lines 1 and 2 have the same ID',
      'Charged twice? Lines 1, 2 and 3 have the same price, period, quantity and amount',
    ])
  })

  it('is found at the price of a tier, unless the tiers need both lines', () => {
    const twice = 'Charged twice? Lines 1 and 2 have the same price, period, quantity and amount'
    const tiers = [
      { start: 0, end: 1_000, price: 0.1 },
      { start: 1_000, end: null, price: 0.05 },
    ]
    const two = (quantity: number, unitPrice: number, amount: number, priceType?: string) =>
      found([1, 2].map(() => line([quantity, unitPrice], amount, { rules: { tiers }, priceType }))).words
    expect(two(400, 0.1, 40)).toEqual([twice])
    expect(two(600, 0.05, 30, 'volume'), 'one line alone would cost $60.00').toEqual([])
    expect(two(500, 0.1, 50), 'the whole tier').toEqual([])
    expect(two(600, 0.0916666667, 55), 'each half of 1,200 units').toEqual([])
    expect(two(2_000, 0.05, 100, 'volume')).toEqual([twice])
  })

  it('is found without a price, and with an end that is a second or a day earlier', () => {
    const bare = { rules: null, priceId: null }
    expect(found([seat('01', bare), seat('01', bare)]).words).toEqual([
      'Charged twice? Lines 1 and 2 have the same description, period, quantity and amount',
    ])
    for (const endDate of ['2026-11-30T23:59:59.999Z', '2026-11-30T23:59:59Z', '2026-11-30'])
      expect(found([seat('01'), seat('01', { endDate })]).checks).toMatchObject({ look: 2 })
  })

  it('is found without a period, unless a credit settles it', () => {
    const undated = { startDate: null, endDate: null }
    const same = [seat('01', undated), seat('01', undated)]
    expect(found(same).words).toEqual(['Charged twice? Lines 1 and 2 have the same price, period, quantity and amount'])
    expect(found([...same, line([1, -12], -12, undated)]).words).toEqual([])
    const unreadable = ['soon', 'later'].map((endDate) => seat('01', { endDate }))
    expect(found(unreadable).words.filter((words) => words.includes('twice'))).toEqual([])
    expect(found([seat('01', { endDate: null }), seat('11', { endDate: null })]).words).toEqual([])
  })

  it('is not found in prices that only share an empty ID', () => {
    const lines = ['price_1', 'price_2'].map((id) => seat('01', { priceId: '', id, price: { id, rules: null } }))
    expect(found(lines).words.filter((words) => words.includes('twice'))).toEqual([])
  })

  it('is found for a credit, unless it settles as many charges', () => {
    const back = () => line([-1, 12], -12)
    expect(found([seat('01'), back(), back()]).words).toEqual([
      'Credited twice? Lines 2 and 3 have the same price, period, quantity and amount',
    ])
    expect(found([seat('01'), seat('01'), back(), back()]).words).toEqual([])
    expect(found([line([5, 12], 60), back(), line([-2, 12], -24)]).words).toEqual([])
  })

  it('is found in overlapping periods, and as a note when each line has another description', () => {
    expect(found([seat('01'), seat('11')]).words).toContain(
      'Charged twice? Lines 1 and 2 have the same price, quantity and amount for overlapping periods',
    )
    const [first, second] = [seat('01'), seat('11', { endDate: '2026-11-20T00:00:00.000Z' })]
    expect(found([{ ...first, endDate: '2026-11-11T00:00:00.000Z' }, second]).words).toEqual([])
    const people = ['Seat of Ann', 'Seat of Bob'].map((description) => seat('01', { description }))
    expect(found(people)).toMatchObject({
      words: ['(Charged twice? Lines 1 and 2 have the same price, period, quantity and amount)'],
      checks: { agrees: 2, look: 0 },
    })
  })

  it('is found on any day, and without periods, of a subscription that is charged once', () => {
    const once = { startDate: NOVEMBER.startDate, cadence: 'oneTime' }
    const days = ['01', '15'].map((each) => seat(each, { endDate: `2026-11-${each}T00:00:00.000Z` }))
    const words = [
      'Charged twice? Lines 1 and 2 have the same price, quantity and amount, and the subscription is charged once',
    ]
    expect(found(days, {}, once).words).toEqual(words)
    expect(found(days).words).toEqual([])
    expect(found([seat('01'), seat('01', { startDate: null, endDate: null })], {}, once).words).toEqual(words)
    const usage = days.map((each) => ({ ...each, price: { ...each.price, entityType: 'metric' } }))
    expect(found(usage, {}, once).words).toEqual([])
  })

  it('is not found for another price, quantity or amount, and when a credit settles one', () => {
    for (const other of [seat('01', { priceId: 'price_2' }), line([2, 6], 12), seat('01', { amount: 0 })])
      expect(found([seat('01'), other]).words.filter((words) => words.includes('twice'))).toEqual([])
    expect(found([seat('01'), seat('01'), line([1, -12], -12)]).words).toEqual([])
  })
})

describe('dates and sums', () => {
  it('finds a charge beyond the end of the subscription, on an invoice that was issued after it', () => {
    const ended = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-11-16T00:00:00.000Z' }
    const of = (entityType: string | undefined, issueDate: string) => {
      const sent = line([1, 12], 12)
      return found([{ ...sent, price: { ...sent.price, entityType } }], { issueDate }, ended).words
    }
    const words = '1 line runs beyond the subscription’s end, 16 Nov 2026, although this invoice was issued after it'
    expect(of('entitlement', '2026-12-01T00:00:00.000Z')).toEqual([words])
    expect(of(undefined, '2026-12-01T00:00:00.000Z')).toEqual([`(${words})`])
    expect(of('metric', '2026-12-01T00:00:00.000Z')).toEqual([])
    expect(of('entitlement', '2026-11-01T00:00:00.000Z'), 'charged in advance').toEqual([])
  })

  it('finds two numbers of one invoice; a prefix and zeros in front are no difference', () => {
    expect(wordsOf({ vanityId: 1042, vanityIdString: 'INV-1043' })).toEqual([
      'The API sends two numbers: INV-1043 (vanityIdString) and 1042 (vanityId)',
    ])
    for (const text of ['1042', 'INV-001042', '', null])
      expect(wordsOf({ vanityId: 1042, vanityIdString: text })).toEqual([])
    expect(wordsOf({ vanityId: null, vanityIdString: 'INV-1043' })).toEqual([])
  })

  it('notes a discount and a credit that no sum subtracts, unless a line is', () => {
    const of = (head: object, lines = [line([1, 12], 12)]) => found(lines, head).words
    expect(of({ total: 12, discount: 2 })).toEqual([
      '(The API sends a discount of $2.00 that none of its sums subtracts)',
    ])
    expect(of({ total: 12, amountDue: 12, creditApplied: 5 })).toEqual([
      '(The API sends a credit of $5.00 that none of its sums subtracts)',
    ])
    expect(of({ total: 12, amountDue: 7, creditApplied: 5 }).filter((words) => words.includes('none'))).toEqual([])
    expect(of({ total: 10, discount: 2 }, [line([1, 12], 12), line([1, -2], -2, { priceId: null })])).toEqual([])
    expect(of({ total: 12, discountPercent: 2 })).toEqual([])
  })

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
})

describe('the terms of the subscription', () => {
  it('lead to a due day: exactly for instants of one time of day, within a day for others', () => {
    expect(net30('2026-12-05T09:00:00.000Z')).toEqual([])
    expect(net30('2026-12-04T00:00:00.000Z')).toEqual([])
    expect(net30('2026-12-06T09:00:00.000Z')).toEqual([
      '(The due date is 6 Dec 2026, but the subscription’s net terms, net30, give 5 Dec 2026)',
    ])
  })

  it('find usage that a trial charges and an invoice does not', () => {
    const usage = line([5, 12], 0)
    const lines = [{ ...usage, price: { ...usage.price, entityType: 'metric' } }, line([1, 40], 0)]
    const trial = { startDate: NOVEMBER.startDate, cadence: 'monthly', isTrial: true }
    expect(found(lines, {}, trial)).toMatchObject({ checks: { agrees: 2, look: 0 } })
    const charged = found(lines, {}, { ...trial, isUsageChargedInTrial: true })
    expect(charged).toMatchObject({ checks: { agrees: 1, look: 1 } })
    expect(charged.words).toContain('1 $0.00, but 5 × $12.00 = $60.00 ($60.00 too little)')
  })

  it('do not make a free period a trial after a paid one', () => {
    const early = { startDate: NOVEMBER.startDate, cadence: 'monthly' }
    const paid: InvoiceFinding = {
      severity: 'finding',
      lines: [1, 2],
      kind: 'freeAfterPaid',
      other: { id: 'inv_0', number: '1041' },
      name: 'Seats',
    }
    const free = [line([5, 12], 0), line([1, 40], 40, { startDate: NOVEMBER.endDate, endDate: day('2027-01-01') })]
    expect(found(free, {}, early).words).toContain(
      '(1 Nothing charged at the start of the subscription, as in a trial)',
    )
    expect(found(free, {}, early, [paid]).words).toEqual([
      'Line 1: nothing charged, but Invoice 1041 charges “Seats” for an earlier period',
    ])
  })
})

describe('an explained difference', () => {
  const eleven = { startDate: '2026-11-20T00:00:00.000Z' }

  it.each<[string, object, string[]]>([
    ['a proration', line([5, 8], 14.67, eleven), ['(1 11 of 30 days would give $14.67)']],
    [
      'a credit of a proration',
      line([-5, 8], -14.67, { ...eleven, rules: { price: 8, quantity: 1 } }),
      ['(1 11 of 30 days would give −$14.67)'],
    ],
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

  it.each<[string, Sent, string[]]>([
    [
      'a date-only end, which includes its day',
      { ...eleven, endDate: '2026-11-30' },
      ['(1 11 of 30 days would give $14.67)'],
    ],
    ['a date-only end of the next day', { ...eleven, endDate: '2026-12-01' }, ['(1 11 of 30 days would give $14.67)']],
    [
      'an amount that is rounded down',
      { ...eleven, amount: 14.66 },
      ['(1 11 of 30 days would give $14.66, rounded down)'],
    ],
    [
      'a proration by time',
      { startDate: '2026-11-12T13:37:21.000Z', amount: 24.58 },
      ['(1 18.4324 of 30 days would give $24.58)'],
    ],
    [
      'the interval that needs no other rounding',
      { startDate: '2024-03-10T00:00:00.000Z', endDate: '2024-03-20T00:00:00.000Z', amount: 1.09 },
      ['(1 10 of 366 days would give $1.09)'],
    ],
  ])('names the days and the rounding that give the amount: %s', (_, more, words) => {
    expect(found([line([5, 8], 14.67, more)]).words).toEqual(words)
  })

  it.each<[string, string, string, string, string, number, string]>([
    ['an end that is clamped', 'monthly', '2026-01-30', '2026-02-10', '2026-02-28', 24.83, '18 of 29 days'],
    ['a start that is clamped', 'monthly', '2026-01-30', '2026-02-28', '2026-03-10', 13.33, '10 of 30 days'],
    ['a clamped quarter', 'quarterly', '2025-08-29', '2025-12-15', '2026-02-28', 32.97, '75 of 91 days'],
    ['a piece of a quarter', 'quarterly', '2026-01-01', '2026-02-10', '2026-02-20', 4.44, '10 of 90 days'],
  ])('knows the billing periods of the subscription: %s', (_, cadence, anchor, start, end, amount, words) => {
    const sent = line([5, 8], amount, { startDate: day(start), endDate: day(end) })
    expect(found([sent], {}, { startDate: day(anchor), cadence }).words).toEqual([`(1 ${words} would give $${amount})`])
  })

  it('does not explain a part of a year for a monthly subscription, but for a line that is longer than a month', () => {
    const monthly = { startDate: day('2025-11-01'), cadence: 'monthly' }
    expect(found([line([5, 8], 1.21, eleven)], {}, monthly).checks.look).toBe(1)
    expect(found([line([5, 8], 1.21, eleven)], {}, { ...monthly, cadence: 'annually' }).checks.look).toBe(0)
    const long = line([5, 8], 10.08, { startDate: day('2026-09-01') })
    expect(found([{ ...long, amount: 9.97 }], {}, monthly).words).toEqual(['(1 91 of 365 days would give $9.97)'])
  })

  it('takes the subscription’s own year of 366 days for a part of it', () => {
    const yearly = { startDate: day('2027-06-01'), cadence: 'annually' }
    const of = (amount: number) =>
      found([line([1, 3660], amount, { startDate: day('2028-04-01'), endDate: day('2028-06-01') })], {}, yearly)
    expect(of(610).words).toEqual(['(1 61 of 366 days would give $610.00)'])
    expect(of(611.67).words).toEqual([
      '1 $611.67, but 1 × $3,660.00 = $3,660.00, for 61 of 366 days $610.00 ($1.67 too much)',
    ])
  })

  it('explains months of a year, an end on the last day of the period, and a part of the minimum', () => {
    const yearly = { startDate: day('2026-01-01'), cadence: 'annually' }
    const months = { startDate: day('2026-08-01'), endDate: day('2027-01-01') }
    expect(found([line([1, 1200], 500, months)], {}, yearly).words).toEqual(['(1 5 of 12 months would give $500.00)'])
    const monthly = { startDate: day('2026-01-01'), cadence: 'monthly' }
    const inclusive = { startDate: day('2026-11-11'), endDate: day('2026-11-30') }
    expect(found([line([1, 30], 20, inclusive)], {}, monthly).words).toEqual(['(1 20 of 30 days would give $20.00)'])
    const part = line([3, 7], 50, { startDate: day('2026-11-16'), rules: { price: 7, minimum: 100 } })
    expect(found([part], {}, monthly).words).toEqual(['(1 15 of 30 days would give $50.00)'])
  })

  it('says what is too much against the minimum or the days of a line', () => {
    const minimum = line([3, '7.50'], 122.5, { rules: { price: '7.50', minimum: 100 } })
    expect(found([minimum]).words).toEqual(['1 $122.50, but 3 × $7.50 = $22.50, minimum $100.00 ($22.50 too much)'])
    const monthly = { startDate: day('2026-01-01'), cadence: 'monthly' }
    expect(found([line([1, 300], 101, { startDate: day('2026-11-21') })], {}, monthly).words).toEqual([
      '1 $101.00, but 1 × $300.00 = $300.00, for 10 of 30 days $100.00 ($1.00 too much)',
    ])
    expect(found([line([1, 300], 110, { startDate: day('2026-11-21') })], {}, monthly).words).toEqual([
      '1 $110.00, but 1 × $300.00 = $300.00, for 10 of 30 days $100.00 ($10.00 too much): 11 of 30 days would give it',
    ])
  })

  it('notes a line that is rounded down beside one that is rounded up', () => {
    const [up, down] = [line([1, 10.009], 10.01), line([1, 10.008], 10, { priceId: 'price_2' })]
    expect(found([up, down])).toMatchObject({
      words: ['(Rounded down: line 2; line 1 is rounded up)'],
      checks: { agrees: 2 },
    })
    expect(found([down, line([1, 10.001], 10)]).words, 'all may be rounded down').toEqual([])
  })

  it('does not explain a negative amount of a positive quantity and unit price', () => {
    expect(found([line([5, 8], -14.67, eleven)]).words).toEqual([
      '1 −$14.67, but 5 × $8.00 = $40.00 ($54.67 too little)',
    ])
  })

  it('accepts unit prices that are rounded averages when all lines agree with their tiers, but no other cent', () => {
    const tiers = [
      { start: 0, end: 150, price: 0.75 },
      { start: 150, end: 450, price: 0.6 },
      { start: 450, end: null, price: 0.375 },
    ]
    const averages = (amount: number) => [
      line([91, 0.75], 68.25, { rules: { tiers } }),
      line([404, 0.5968440594], amount, { rules: { tiers } }),
    ]
    expect(found(averages(241.13)).words).toEqual([])
    expect(found(averages(241.14)).checks.look).toBeGreaterThan(0)
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
