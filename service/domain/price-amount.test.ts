import { Decimal, JsonNumber } from '@/contract/billing/scalars'
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { toDecimal, toDigits } from './decimal-digits'
import { chargesFor, priceAmount, type PriceTerms } from './price-amount'

const RUNS = { numRuns: 1_000 }

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
    ['a token at its price', unit({ price: '0.0000025' }), '1', '0.0000025'],
    ['many tokens, no float', unit({ price: '0.0000025' }), '12345678901234567890', '30864197253086.419725'],
    ['a price for a thousand, also of a started one', unit({ quantity: '1000', price: '2' }), '1500', '3'],
    ['a third paid three times', unit({ quantity: '3', price: '10' }), '3', '10'],
    ['a third paid once, to 12 decimals', unit({ quantity: '3', price: '10' }), '1', '3.333333333333'],
    ['nothing used', unit({ price: '7' }), '0', '0'],
    ['a minimum, also where nothing was used', unit({ price: '7', minimum: '20' }), '0', '20'],
    ['a maximum', unit({ price: '7', maximum: '20' }), '3', '20'],
    ['a maximum below the minimum', unit({ price: '7', minimum: '30', maximum: '20' }), '1', '20'],
    ['the last unit of the first tier', TIERS, '100', '10'],
    ['the first unit of the second', TIERS, '101', '10.05'],
    ['units of all tiers', TIERS, '1500', '60'],
    ['beyond the end of the last tier nothing is charged', tier([['0', '10', '1']]), '25', '10'],
    ['tiers with a minimum', tier([['0', null, '1']], { minimum: '100' }), '30', '100'],
    ['a fixed price, however much was used', fixed('499.90'), '7000', '499.9'],
    ['no price', { priceType: 'none', rules: {} }, '7000', '0'],
  ] as const)('%s', (_, price, quantity, amount) => {
    expect(priceAmount(price, quantity)).toBe(amount)
  })

  it('refuses a negative quantity, and a price for no units', () => {
    expect(() => priceAmount(unit({}), '-1')).toThrow(RangeError)
    expect(() => priceAmount(unit({ quantity: '0' }), '1')).toThrow(RangeError)
  })
})

const anyPrice = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map(toDecimal)
const units = fc.integer({ min: 0, max: 400 })
/** Tiers that meet: from 0 up, each begins where the one before ends, the last open or not. */
const anyTiers = fc
  .record({
    ends: fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }),
    prices: fc.array(anyPrice, { minLength: 5, maxLength: 5 }),
    isOpen: fc.boolean(),
  })
  .map(({ ends, prices, isOpen }) => {
    const sorted = ends.toSorted((a, b) => a - b)
    return sorted.map((end, index) => ({
      start: sorted[index - 1] ?? 0,
      end: isOpen && index === sorted.length - 1 ? null : end,
      price: prices[index] ?? '0',
    }))
  })
const asTerms = (tiers: { start: number; end: number | null; price: string }[], bounds: object = {}) =>
  tier(
    tiers.map(({ start, end, price }) => [String(start), end === null ? null : String(end), price]),
    bounds,
  )

describe('for any rules and any quantity', () => {
  test('tiers cost what their units cost, counted one by one', () => {
    fc.assert(
      fc.property(anyTiers, units, (tiers, used) => {
        let expected = 0n
        for (let nth = 1; nth <= used; nth += 1) {
          const its = tiers.find(({ start, end }) => start < nth && (end === null || nth <= end))
          expected += its ? toDigits(its.price) : 0n
        }
        expect(toDigits(priceAmount(asTerms(tiers), String(used)))).toBe(expected)
      }),
      RUNS,
    )
  })

  test('units cost price × quantity ÷ units of the price, rounded half up at the 12th decimal', () => {
    const quantities = fc.bigInt({ min: 0n, max: 10n ** 15n })
    fc.assert(
      fc.property(anyPrice, quantities, fc.integer({ min: 1, max: 1_000_000 }), (price, used, forUnits) => {
        const product = toDigits(price) * used
        const [sign, size] = product < 0n ? [-1n, -product] : [1n, product]
        const divisor = BigInt(forUnits)
        const rounded = sign * ((2n * size + divisor) / (2n * divisor))
        expect(toDigits(priceAmount(unit({ price, quantity: String(forUnits) }), String(used)))).toBe(rounded)
      }),
      RUNS,
    )
  })

  test('the amount lies within minimum and maximum, and is the unbounded one where that does', () => {
    fc.assert(
      fc.property(anyTiers, units, anyPrice, anyPrice, (tiers, used, one, other) => {
        const [minimum = '', maximum = ''] = [one, other].toSorted((a, b) => (toDigits(a) < toDigits(b) ? -1 : 1))
        const unbounded = toDigits(priceAmount(asTerms(tiers), String(used)))
        const [least, most] = [toDigits(minimum), toDigits(maximum)]
        const expected = unbounded < least ? least : unbounded > most ? most : unbounded
        expect(toDigits(priceAmount(asTerms(tiers, { minimum, maximum }), String(used)))).toBe(expected)
      }),
      RUNS,
    )
  })

  test('the parts add up to the amount, and every part is a decimal the contract can hold', () => {
    fc.assert(
      fc.property(anyTiers, units, anyPrice, (tiers, used, minimum) => {
        const price = asTerms(tiers, { minimum })
        const charges = chargesFor(price, String(used))
        const sum = charges.reduce((before, { amount }) => before + toDigits(amount), 0n)
        expect(toDigits(priceAmount(price, String(used)))).toBe(sum)
        for (const { amount, quantity, unitPrice } of charges)
          for (const decimal of [amount, quantity, unitPrice])
            expect(z.encode(Decimal, decimal)).toEqual(new JsonNumber(decimal))
      }),
      RUNS,
    )
  })
})
