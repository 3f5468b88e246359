import type { PriceTerms } from '@/contract/billing/price'
import { Decimal, JsonNumber } from '@/contract/billing/scalars'
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { volume } from '../../scripts/test/volume.mjs'
import { propertiesOf } from '@/testing/service/properties-of'
import { toDecimal, toDigits } from '@/testing/service/decimal-digits'
import { chargesFor, knownTerms, priceAmount } from './price-amount'

const RUNS = { numRuns: volume({ test: 200, prove: 10_000 }) }

const unit = (rules: object): PriceTerms => ({ priceType: 'unit', rules: { price: '1', ...rules } })
const tier = (tiers: [start: string, end: string | null, price: string][], bounds: object = {}): PriceTerms => ({
  priceType: 'tier',
  rules: { tiers: tiers.map(([start, end, price]) => ({ start, end, price })), ...bounds },
})
const fixed = (price: string): PriceTerms => ({
  priceType: 'fixed',
  rules: { price, quantity: '5', cadence: 'monthly' },
})
const TIERS = tier([
  ['0', '100', '0.10'],
  ['100', '1000', '0.05'],
  ['1000', null, '0.01'],
])

describe('priceAmount', () => {
  it.each([
    ['a price for a thousand, also of a started one', unit({ quantity: '1000', price: '2' }), '1500', '3'],
    ['a third paid once, to 12 decimals', unit({ quantity: '3', price: '10' }), '1', '3.333333333333'],
    ['a minimum, also where nothing was used', unit({ price: '7', minimum: '20' }), '0', '20'],
    ['units of all tiers', TIERS, '1500', '60'],
  ] as const)('returns the amount of %s', (_, price, quantity, amount) => {
    expect(priceAmount(price, quantity)).toBe(amount)
  })

  it('refuses a negative quantity, and a price for no units', () => {
    expect(() => priceAmount(unit({}), '-1')).toThrow(RangeError)
    expect(() => priceAmount(unit({ quantity: '0' }), '1')).toThrow(RangeError)
  })
})

const number = (text: string) => new JsonNumber(text)

describe('knownTerms', () => {
  it.each<[name: string, price: object, terms: PriceTerms | null]>([
    ['a known type and shape', { priceType: 'unit', rules: { price: number('2.50') } }, unit({ price: '2.50' })],
    ['no price', { priceType: 'none', rules: {} }, { priceType: 'none', rules: {} }],
    ['no type', { rules: { price: number('1') } }, null],
    ['an unknown type', { priceType: 'package', rules: { price: number('1') } }, null],
    ['rules of another shape', { priceType: 'unit', rules: [number('1')] }, null],
    [
      'an unknown field, which may change the amount',
      {
        priceType: 'tier',
        rules: { tiers: [{ start: number('0'), end: null, price: number('1'), flatFee: number('5') }] },
      },
      null,
    ],
    ['no rules', { priceType: 'fixed' }, null],
  ])('returns the terms, or null if unknown, of %s', (_, price, terms) => {
    expect(knownTerms(price)).toEqual(terms)
  })
})

const holds = propertiesOf('Price amounts')
const anyPrice = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map(toDecimal)
/** Any quantity, also parts of a unit to 12 decimals. */
const anyQuantity = fc.bigInt({ min: 0n, max: 10n ** 27n }).map(toDecimal)

/** Tiers are generated in quarters of a unit, at prices whose quarter is exact. */
const inUnits = (quarters: number) => String(quarters / 4)
const quarterPrice = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
const quarters = fc.integer({ min: 0, max: 400 })

interface QuarterTier {
  start: number
  end: number | null
  quarterPrice: bigint
}
/** Tiers start at or after the end of the previous one, so that there may be gaps. The last may be open. */
const anyTiers = fc
  .record({
    ends: fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 }),
    prices: fc.array(fc.option(quarterPrice, { nil: null }), { minLength: 6, maxLength: 6 }),
    isOpen: fc.boolean(),
  })
  .map(({ ends, prices, isOpen }) => {
    const sorted = ends.toSorted((a, b) => a - b)
    return sorted.flatMap((end, index): QuarterTier[] => {
      const price = prices[index] ?? null
      const isLast = index === sorted.length - 1
      return price === null
        ? []
        : [{ start: sorted[index - 1] ?? 0, end: isOpen && isLast ? null : end, quarterPrice: price }]
    })
  })
  .filter((tiers) => tiers.length > 0)

const inTiers = (tiers: QuarterTier[]) =>
  tier(
    tiers.map(({ start, end, quarterPrice: price }) => [
      inUnits(start),
      end === null ? null : inUnits(end),
      toDecimal(4n * price),
    ]),
  )

/** Prices of the two types that can have bounds, here without bounds, with a quantity. */
const unbounded = fc.oneof(
  fc.tuple(
    fc.record({ price: anyPrice, quantity: fc.integer({ min: 1, max: 1_000 }).map(String) }).map(unit),
    anyQuantity,
  ),
  fc.tuple(anyTiers.map(inTiers), quarters.map(inUnits)),
)
const within = (
  price: PriceTerms,
  bounds: { minimum: string | undefined; maximum: string | undefined },
): PriceTerms => {
  if (price.priceType === 'unit') return { ...price, rules: { ...price.rules, ...bounds } }
  if (price.priceType === 'tier') return { ...price, rules: { ...price.rules, ...bounds } }
  throw new TypeError(`a ${price.priceType} price has no bounds`)
}
const anyBounds = fc.record({
  minimum: fc.option(anyPrice, { nil: undefined }),
  maximum: fc.option(anyPrice, { nil: undefined }),
})

// The tests compute expected amounts with integers, without big.js.
describe('priceAmount for any rules and any quantity', () => {
  test('charges each quarter of a unit at the price of its tier, and nothing outside the tiers', () =>
    holds(
      fc.property(anyTiers, quarters, (tiers, used) => {
        let expected = 0n
        for (let nth = 1; nth <= used; nth += 1)
          expected += tiers.find(({ start, end }) => start < nth && (end === null || nth <= end))?.quarterPrice ?? 0n
        expect(toDigits(priceAmount(inTiers(tiers), inUnits(used)))).toBe(expected)
      }),
      RUNS,
    ))

  test('charges units at price × quantity ÷ units of the price, rounded half up at the 12th decimal', () => {
    const forUnits = fc.oneof(
      fc.integer({ min: 1, max: 1_000_000 }).map(String),
      fc.bigInt({ min: 1n, max: 10n ** 18n }).map(toDecimal),
    )
    return holds(
      fc.property(anyPrice, anyQuantity, forUnits, (price, used, quantity) => {
        const product = toDigits(price) * toDigits(used)
        const [sign, size] = product < 0n ? [-1n, -product] : [1n, product]
        const divisor = toDigits(quantity)
        const rounded = sign * ((2n * size + divisor) / (2n * divisor))
        expect(toDigits(priceAmount(unit({ price, quantity }), used))).toBe(rounded)
      }),
      RUNS,
    )
  })

  test('charges a fixed price, or nothing for no price, whatever the quantity', () =>
    holds(
      fc.property(anyPrice, anyQuantity, (price, used) => {
        expect(toDigits(priceAmount(fixed(price), used))).toBe(toDigits(price))
        expect(priceAmount({ priceType: 'none', rules: {} }, used)).toBe('0')
      }),
      RUNS,
    ))

  test('raises the amount to the minimum, then cuts it to the maximum', () =>
    holds(
      fc.property(unbounded, anyBounds, ([price, used], bounds) => {
        const plain = toDigits(priceAmount(price, used))
        const least = bounds.minimum === undefined ? plain : toDigits(bounds.minimum)
        const raised = plain < least ? least : plain
        const most = bounds.maximum === undefined ? raised : toDigits(bounds.maximum)
        expect(toDigits(priceAmount(within(price, bounds), used))).toBe(raised > most ? most : raised)
      }),
      RUNS,
    ))

  test('returns parts that sum to the amount, each a decimal that the contract accepts', () =>
    holds(
      fc.property(unbounded, anyBounds, ([unboundedPrice, used], bounds) => {
        const price = within(unboundedPrice, bounds)
        const charges = chargesFor(price, used)
        const sum = charges.reduce((before, { amount }) => before + toDigits(amount), 0n)
        expect(toDigits(priceAmount(price, used))).toBe(sum)
        for (const { amount, quantity, unitPrice } of charges)
          for (const decimal of [amount, quantity, unitPrice])
            expect(z.encode(Decimal, decimal)).toEqual(new JsonNumber(decimal))
      }),
      RUNS,
    ))
})
