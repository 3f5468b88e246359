import { Big } from 'big.js'
import { describe, expect, it } from 'vitest'
import { parseExactJson } from '@/contract/exact-json'
import type { BridgePart, InvoiceBridge } from './invoice-comparison'
import { runToEnd } from '@/contract/pieces'
import { volume } from '@/scripts/test/volume.mjs'
import { generatedInvoice, sumOf } from '@/testing/console/generated-invoices'
import { seededRandom, type SeededRandom } from '@/testing/console/seeded-random'
import { bridgeBetween } from './invoice-bridge'
import { invoiceView } from '@/testing/console/whole-views'

interface SentLine {
  priceId?: string | null
  description?: string | null
  amount: unknown
  details?: { quantity?: unknown; unitPrice?: unknown; appliedMinimum?: unknown } | null
  startDate?: string | null
  endDate?: string | null
  price?: object | null
}
type Sent = Record<string, unknown>

const viewOf = (lines: readonly SentLine[], head: Sent = {}, currency = 'USD') =>
  invoiceView(
    parseExactJson(
      JSON.stringify({
        id: 'inv_1',
        status: 'issued',
        customerId: 'cus_1',
        subscriptionId: 'sub_1',
        invoiceLineItems: lines.map((line, index) => ({ id: `li_${index}`, ...line })),
        ...head,
      }),
    ),
    {
      amountUnit: 'major',
      asOf: '2026-12-02T00:00:00.000Z',
      currency,
      billing: { startDate: '2026-01-01T00:00:00.000Z', cadence: 'monthly' },
    },
  )

/** The days of a half of October. */
const half = (day: string) => ({
  startDate: `2026-10-${day}T00:00:00.000Z`,
  endDate: day === '01' ? '2026-10-15T00:00:00.000Z' : '2026-11-01T00:00:00.000Z',
})

const compare = (before: ReturnType<typeof viewOf>, after: ReturnType<typeof viewOf>, currency = 'USD') =>
  runToEnd(bridgeBetween({ invoice: before, currency }, { invoice: after, currency }))

function bridgeOf(
  before: readonly SentLine[],
  after: readonly SentLine[],
  heads: [Sent, Sent] = [{}, {}],
): InvoiceBridge {
  const bridge = compare(viewOf(before, heads[0]), viewOf(after, heads[1]))
  if (typeof bridge === 'string') throw new TypeError(bridge)
  expectToAddUp(bridge)
  return bridge
}

/** Expects parts without a zero, the largest first, whose sum is the difference of the totals. */
function expectToAddUp({ before, after, difference, parts }: InvoiceBridge, about = 'written by hand'): void {
  const sizes = parts.filter(({ kind }) => kind !== 'smaller').map(({ amount }) => new Big(amount).abs())
  const found = {
    sum: parts.reduce((total, { amount }) => total.plus(amount), new Big(0)).toFixed(),
    between: new Big(after).minus(before).toFixed(),
    zeros: sizes.filter((size) => size.eq(0)),
    isSorted: sizes.every((size, index) => index === 0 || sizes[index - 1]?.gte(size)),
  }
  expect(found, `invoices ${about}`).toEqual({ sum: difference, between: difference, zeros: [], isSorted: true })
}

const partsOf = (...[before, after, heads]: Parameters<typeof bridgeOf>) =>
  bridgeOf(before, after, heads).parts.map(({ kind, amount }: BridgePart) => `${kind} ${amount}`)

const OCTOBER = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-11-01T00:00:00.000Z' }
const NOVEMBER = { startDate: '2026-11-01T00:00:00.000Z', endDate: '2026-12-01T00:00:00.000Z' }
const TIERS = [
  { start: '0', end: '1000', price: '0.10' },
  { start: '1000', end: null, price: '0.05' },
]

/** Returns a line of a price with units, for October. */
const seats = (quantity: number | string, unitPrice = '10', more: Partial<SentLine> = {}): SentLine => ({
  priceId: 'price_seats',
  description: 'Seats',
  amount: new Big(quantity).times(unitPrice).toFixed(),
  details: { quantity: String(quantity), unitPrice },
  price: { id: 'price_seats', rules: { price: unitPrice, quantity: '1' } },
  ...OCTOBER,
  ...more,
})

/** Returns the lines of a graduated price: one for each tier. */
const calls = (quantity: number, tiers = TIERS, bounds: Sent = {}): SentLine[] => {
  const reached = [Math.min(quantity, 1000), Math.max(0, quantity - 1000)]
  const price = { id: 'price_calls', priceType: 'tier', rules: { tiers, ...bounds } }
  return reached.flatMap((units, index) => {
    const unitPrice = tiers[index]?.price ?? '0'
    const line = seats(units, unitPrice, { priceId: 'price_calls', price, description: `API calls, tier ${index + 1}` })
    return units > 0 ? line : []
  })
}
const topUp = (amount: string, price: object | null | undefined): SentLine =>
  seats(1, amount, { priceId: 'price_calls', price: price ?? null, description: 'API calls, up to the minimum' })

const packs = (quantity: string, amount: string, size = '100') =>
  seats(quantity, '5', { amount, price: { id: 'price_seats', rules: { price: '5', quantity: size } } })
const month = (start: string, end: string) => ({
  startDate: `2026-${start}-01T00:00:00.000Z`,
  endDate: `2026-${end}-01T00:00:00.000Z`,
})
const namesOf = (lines: SentLine[]) => bridgeOf([], lines).parts.map(({ name }) => name)

describe('bridgeBetween', () => {
  it('returns no parts for equal invoices', () => {
    expect(partsOf([seats(5), ...calls(1200)], [seats(5), ...calls(1200)])).toEqual([])
  })

  it('returns one part when only the quantity, the unit price or a line changed', () => {
    expect(partsOf([seats(5)], [seats(7, '10', NOVEMBER)])).toEqual(['quantity 20'])
    expect(partsOf([seats(5)], [seats(5, '12.50', NOVEMBER)])).toEqual(['price 12.5'])
    expect(partsOf([], [seats(5)])).toEqual(['added 50'])
    expect(partsOf([seats(5)], [])).toEqual(['gone -50'])
    expect(bridgeOf([seats(5)], [seats(7)]).parts[0]?.quantity).toMatchObject({ before: '5', after: '7' })
    expect(bridgeOf([seats(5)], [seats(5, '12.5')]).parts[0]?.unitPrice).toEqual({ before: '10', after: '12.5' })
  })

  it('charges a new quantity at the old price, and the new price for the new quantity', () => {
    expect(partsOf([seats(5)], [seats(7, '12')])).toEqual(['quantity 20', 'price 14'])
    expect(partsOf([seats(10, '5')], [seats(5, '10')]), 'in opposite directions').toEqual(['quantity -25', 'price 25'])
  })

  it('compares the lines of one price together, also the same price on several lines', () => {
    expect(partsOf([seats(5), seats(2)], [seats(4), seats(3), seats(2)])).toEqual(['quantity 20'])
  })

  it('compares prices of one period to the last of more than 20 decimals', () => {
    const [before, after] = ['10.1234567890123456789012345', '20.1234567890123456789012346']
    expect(partsOf([seats(1, before)], [seats(1, after)])).toEqual(['price 10.0000000000000000000000001'])
  })

  it('separates the tiers from the quantity, graduated and volume', () => {
    expect(partsOf(calls(400), calls(900))).toEqual(['quantity 50'])
    expect(partsOf(calls(900), calls(1400))).toEqual(['quantity 50', 'tiers -20'])
    const byVolume = (quantity: number, unitPrice: string) =>
      seats(quantity, unitPrice, { price: { id: 'price_seats', priceType: 'volume', rules: { tiers: TIERS } } })
    expect(partsOf([byVolume(900, '0.10')], [byVolume(1400, '0.05')])).toEqual(['tiers -70', 'quantity 50'])
    const dearer = TIERS.map((tier) => ({ ...tier, price: new Big(tier.price).times(2).toFixed() }))
    expect(partsOf(calls(900), calls(900, dearer)), 'other prices of the tiers').toEqual(['price 90'])
    const untyped = (quantity: number, unitPrice: string) =>
      seats(quantity, unitPrice, { price: { id: 'price_seats', rules: { tiers: TIERS } } })
    expect(partsOf([untyped(900, '0.10')], [untyped(1400, '0.05')]), 'volume without a type').toEqual([
      'tiers -70',
      'quantity 50',
    ])
  })

  it('separates a minimum charge from the quantity', () => {
    const bounds = { minimum: '100' }
    const raised = [...calls(400, TIERS, bounds), topUp('60', calls(400, TIERS, bounds)[0]?.price)]
    expect(partsOf(raised, calls(1400, TIERS, bounds))).toEqual(['quantity 100', 'bounds -60', 'tiers -20'])
    const less = [...calls(100, TIERS, bounds), topUp('90', calls(100, TIERS, bounds)[0]?.price)]
    expect(partsOf(raised, less), 'both at the minimum').toEqual([])
    const applied = seats(5, '7', {
      amount: '100',
      price: null,
      details: { quantity: 5, unitPrice: 7, appliedMinimum: 100 },
    })
    expect(partsOf([applied], [seats(20, '7', { price: null })])).toEqual(['quantity 105', 'bounds -65'])
  })

  it('compares whole packages of units', () => {
    expect(partsOf([packs('150', '10')], [packs('210', '15')])).toEqual(['quantity 5'])
    expect(partsOf([packs('150', '10')], [packs('210', '5', '1000')]), 'the same price for more units').toEqual([
      'price -10',
      'quantity 5',
    ])
  })

  it('separates the proration from the quantity', () => {
    const added = seats(2, '10', { amount: '7.10', startDate: '2026-10-21T00:00:00.000Z' })
    const bridge = bridgeOf([seats(5)], [seats(5), added])
    expect(bridge.parts).toMatchObject([
      { kind: 'quantity', amount: '20', quantity: { before: '5', after: '7' } },
      { kind: 'proration', amount: '-12.9', prorated: { before: null, after: { days: 11, of: 31 } } },
    ])
    expect(partsOf([seats(5), added], [seats(7, '10', NOVEMBER)])).toEqual(['proration 12.9'])
    const first = seats(5, '10', { amount: '22.58', endDate: '2026-10-15T00:00:00.000Z' })
    const second = seats(7, '10', { amount: '38.39', startDate: '2026-10-15T00:00:00.000Z' })
    expect(partsOf([seats(5)], [first, second]), 'more units from a day on').toEqual(['quantity 20', 'proration -9.03'])
  })

  it('separates more or longer periods', () => {
    const quarter = [month('10', '11'), month('11', '12')].map((period) => seats(5, '10', period))
    expect(partsOf([seats(5, '10', month('09', '10'))], quarter)).toEqual(['period 50'])
    const twoMonths = seats(5, '18', month('10', '12'))
    expect(partsOf([seats(5, '10', month('09', '10'))], [twoMonths])).toEqual(['period 50', 'price -10'])
    const byDay = seats(5, '10', { amount: '46.43', ...month('02', '03') })
    expect(partsOf([seats(5)], [byDay]), 'an error of the invoice').toEqual(['finding -3.57'])
    const halves = ['01', '15'].map((day, nth) => seats(nth + 2, '10', half(day)))
    expect(partsOf([seats(5, '10', month('09', '10'))], halves), 'two parts of one period').toEqual([])
  })

  it('says that a price is charged when a trial listed it for nothing', () => {
    const inTrial = { ...seats(5), amount: '0' }
    expect(partsOf([inTrial], [seats(7)])).toEqual(['added 70'])
    expect(partsOf([seats(5)], [inTrial])).toEqual(['gone -50'])
  })

  it('has credits, taxes and amounts that nothing explains as parts of their own', () => {
    const credit = seats(1, '-12.50', { description: 'Seats, service credit' })
    expect(partsOf([seats(5)], [seats(5), credit])).toEqual(['credit -12.5'])
    const manual = seats(5, '10', { amount: '51' })
    expect(partsOf([seats(5)], [manual]), 'an error that the check of the invoice finds').toEqual(['finding 1'])
    const taxed = bridgeOf([seats(5)], [seats(5)], [{}, { total: '59.50', tax: '9.50' }])
    expect(taxed.parts).toMatchObject([{ kind: 'beside', role: 'tax', amount: '9.5' }])
    // A total that contradicts the lines is a finding of its invoice, and no basis of a sum.
    expect(partsOf([seats(5)], [seats(5)], [{}, { total: '55.55' }])).toEqual([])
  })

  it('names lines by what their descriptions have in common, and those without a price by their description', () => {
    expect(namesOf(calls(1200))).toEqual(['API calls'])
    const free = { priceId: null, price: null, details: null }
    const texts = ['Setup', 'Setup', 'Travel', null]
    expect(
      namesOf(texts.map((description, index) => ({ amount: String(10 ** (3 - index)), ...free, description }))),
    ).toEqual(['Setup', 'Travel', null])
    expect(namesOf([seats(1, '1', { description: null })])).toEqual(['price_seats'])
  })

  it('marks hidden lines, and compares them apart from visible ones', () => {
    const hidden = seats(5, '10', { price: { id: 'price_seats', billable: { hidden: true, showOnInvoice: false } } })
    const { parts, customer } = bridgeOf([seats(5)], [hidden])
    expect(parts).toMatchObject([
      { kind: 'gone', amount: '-50', isHidden: false },
      { kind: 'added', amount: '50', isHidden: true },
    ])
    expect(customer).toEqual({ before: '50', after: '0' })
  })

  it('keeps the sum when it lists only the largest parts', () => {
    const lines = Array.from({ length: 150 }, (_, nth) =>
      seats(nth + 1, '1', { priceId: `price_${nth}`, description: `Line ${nth}` }),
    )
    const { parts, prices, morePrices } = bridgeOf([], lines)
    expect(parts).toHaveLength(100)
    expect(parts.at(-1)).toMatchObject({ kind: 'smaller', count: 51, amount: '1326' })
    expect([prices.length, morePrices]).toEqual([100, 50])
  })

  it('returns why there is no bridge', () => {
    expect(compare(viewOf([seats(5)]), viewOf([{ ...seats(5), amount: 'many' }]))).toBe('unreadable')
    expect(compare(viewOf([seats(5)]), viewOf([{ ...seats(5), amount: '9'.repeat(150) }]))).toBe('unreadable')
    expect(compare(viewOf([seats(5)]), viewOf([], { invoiceLineItems: undefined }))).toBe('noLines')
    expect(compare(viewOf([seats(5)]), viewOf([], { total: '500' })), 'a total without lines').toBe('unreadable')
    const other = viewOf([seats(5)], { subscriptionId: 'sub_2' })
    const between = (one: string | null, two: string | null) =>
      runToEnd(bridgeBetween({ invoice: viewOf([seats(5)]), currency: one }, { invoice: other, currency: two }))
    expect([between('USD', 'EUR'), between(null, null)]).toEqual(['currencies', 'currencies'])
    expect(between('USD', 'USD')).toMatchObject({ difference: '0' })
  })
})

const CURRENCIES = ['USD', 'JPY', 'KWD'] as const
const digits = (random: SeededRandom, length: number) =>
  Array.from({ length }, (_, nth) => (nth === 0 ? 1 + random.integer(9) : random.integer(10))).join('')

/** Returns the line as another invoice may have it: another number, fewer fields, another period, twice, or not at all. */
function mutated(line: SentLine, random: SeededRandom): SentLine[] {
  const amount = `${random.chance(20) ? '-' : ''}${digits(random, 1 + random.integer(30))}.${digits(random, random.integer(13) || 1)}`
  const later = { startDate: '2026-10-17T00:00:00.000Z', endDate: '2026-11-03T00:00:00.000Z' }
  const change = random.of<(of: SentLine) => SentLine[]>([
    (of) => [of],
    (of) => [{ ...of, amount }],
    (of) => [{ ...of, details: { quantity: digits(random, 1 + random.integer(30)), unitPrice: amount } }],
    (of) => [{ ...of, details: null }],
    (of) => [{ ...of, price: null, priceId: null }],
    (of) => [{ ...of, startDate: null }],
    (of) => [{ ...of, ...later }],
    (of) => [of, { ...of, ...later, amount }],
    (of) => [of, of],
    (of) => [{ ...of, description: null, price: { ...of.price, billable: { hidden: true } } }],
    () => [],
  ])
  return change(line)
}

it('adds up to the difference to the last digit for generated pairs of invoices, and explains all of correct ones', () => {
  let compared = 0
  for (let seed = 0; seed < volume({ test: 150, prove: 10_000 }); seed += 1) {
    const random = seededRandom(seed)
    const currency = random.of(CURRENCIES)
    const seeds = [seed, random.chance(50) ? seed : seed + 1_000_000]
    const isChanged = random.chance(70)
    const change = (lines: readonly SentLine[]) => lines.flatMap((line) => mutated(line, random))
    const sides = seeds.map(generatedInvoice).map(({ head, lines: all }) => {
      // Nothing says what a tax line is of.
      const lines = all.filter(({ made }) => made !== 'tax')
      const { tax } = head
      const total =
        head.total &&
        sumOf(lines)
          .plus(tax ?? 0)
          .round(2, Big.roundHalfUp)
          .toFixed()
      return viewOf(isChanged ? change(lines) : lines, { tax, total }, currency)
    })
    const [before, after] = random.chance(50) ? sides : sides.toReversed()
    if (!before || !after) continue
    const bridge = compare(before, after, currency)
    expect(bridge, `seed ${seed}`).toBeTypeOf('object')
    if (typeof bridge === 'string') continue
    expectToAddUp(bridge, `seed ${seed}`)
    compared += 1
    // The generator rounds to cents.
    const isCorrect = !isChanged && currency === 'USD'
    const unexplained = bridge.parts.filter(({ kind }) => kind === 'other' || kind === 'total')
    expect(isCorrect ? unexplained : [], `seed ${seed}`).toEqual([])
  }
  expect(compared).toBeGreaterThan(0)
})
