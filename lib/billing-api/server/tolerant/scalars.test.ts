import { Big } from 'big.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonNumber } from '@/contract/billing/scalars'
import { tally, volume } from '@/scripts/test/volume.mjs'
import { decimalText, endText, instantText, jsonText } from './scalars'

describe('decimalText', () => {
  test.each([
    ['12.50', '12.50'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['2.5e-6', '0.0000025'],
    ['-1E3', '-1000'],
    ['007.5', '7.5'],
    [' 3 ', '3'],
    ['-0', '0'],
    ['0.1e1', '1'],
    ['1.50e1', '15.0'],
    ['1E+5', '100000'],
    ['5.551115123125783e-17', '0.00000000000000005551115123125783'],
    ['0e400', '0'],
    ['1e99', `1${'0'.repeat(99)}`],
    ['1e-100', `0.${'0'.repeat(99)}1`],
    ['9'.repeat(400), '9'.repeat(400)],
  ])('reads %s as %s, from a number or a text', (sent, read) => {
    expect(decimalText(sent)).toBe(read)
    expect(decimalText(new JsonNumber(sent.trim()))).toBe(read)
  })

  test.each(['1e100', '1e400', '-1e-400', '1E+1000000', `1e-${'9'.repeat(15)}`])('keeps %s as sent', (sent) => {
    expect(decimalText(new JsonNumber(sent))).toBe(sent)
  })

  test.each([
    '',
    'free',
    '1,000',
    `1e${'9'.repeat(16)}`,
    '=1+1',
    '0x10',
    '--1',
    '٣',
    'NaN',
    'Infinity',
    '1e',
    '.5',
    null,
    true,
    {},
    1.5,
  ])('returns undefined for %s', (sent) => {
    expect(decimalText(sent)).toBeUndefined()
  })

  test('divides minor units by 100 exactly', () => {
    expect(decimalText('1999', -2)).toBe('19.99')
    expect(decimalText('-5', -2)).toBe('-0.05')
    expect(decimalText('-0.00025', -2)).toBe('-0.0000025')
    expect(decimalText('90071992547409931', -2)).toBe('900719925474099.31')
    expect(decimalText('-1.5e400', -2)).toBe('-1.5e398')
  })

  test('keeps the value of any number, and every digit of one without an exponent', () => {
    const parts = fc.record({
      sign: fc.constantFrom('', '-'),
      whole: fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,40}$/)),
      fraction: fc.stringMatching(/^\d{0,40}$/),
      exponent: fc.option(fc.integer({ min: -130, max: 130 }), { nil: undefined }),
    })
    const runs = volume({ test: 500, prove: 200_000 })
    fc.assert(
      fc.property(parts, ({ sign, whole, fraction, exponent }) => {
        const number = `${whole}${fraction && `.${fraction}`}`
        // Minus zero is zero.
        const plain = /[1-9]/.test(number) ? sign + number : number
        const sent = sign + number + (exponent === undefined ? '' : `e${exponent}`)
        const read = decimalText(new JsonNumber(sent)) ?? 'none'
        expect(exponent === undefined ? read === plain : new Big(read).eq(sent)).toBe(true)
      }),
      { numRuns: runs },
    )
    tally('JSON numbers read', runs)
  })

  test('reads 100,000 digits or zeros quickly', () => {
    for (const sent of [
      '9'.repeat(100_000),
      '0'.repeat(100_000),
      `${'0'.repeat(100_000)}x`,
      `1e${'9'.repeat(100_000)}`,
    ]) {
      const startedMs = performance.now()
      decimalText(sent, -2)
      expect(performance.now() - startedMs).toBeLessThan(2_000)
    }
  })
})

describe('instantText', () => {
  test.each([
    ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:00Z', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T01:30:00.123456+01:30', '2026-03-01T00:00:00.123Z'],
    ['2026-03-01T01:30:00+0130', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01 00:00:00', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ])('reads %s as %s', (sent, read) => {
    expect(instantText(sent)).toBe(read)
  })

  test.each([
    '2026-02-30',
    '2026-13-01',
    '2026-03-01T25:00:00Z',
    'tomorrow',
    '1767605400',
    '',
    new JsonNumber('1'),
    null,
  ])('returns undefined for %s', (sent) => {
    expect(instantText(sent)).toBeUndefined()
  })
})

test.each([
  ['2026-12-07', '2026-12-07'],
  [' 2026-12-07 ', '2026-12-07'],
  ['2026-12-07T00:00:00Z', '2026-12-07T00:00:00.000Z'],
  ['2026-02-30', undefined],
])('endText keeps a date-only end: %s is %s', (sent, read) => {
  expect(endText(sent)).toBe(read)
})

describe('jsonText', () => {
  test('keeps the digits as sent, and names with a meaning in JavaScript', () => {
    const sent = { price: new JsonNumber('1.10'), isLosslessNumber: true, toString: null, list: [null, 'a"b'] }
    expect(jsonText(sent, 1_000)).toBe('{"price":1.10,"isLosslessNumber":true,"toString":null,"list":[null,"a\\"b"]}')
  })

  test('stops at its limit, however large or deep the value is', () => {
    let deep: unknown = []
    for (let level = 0; level < 50_000; level += 1) deep = [deep]
    expect(jsonText(deep, 200).length).toBeLessThanOrEqual(200)
    expect(jsonText(Array.from({ length: 100_000 }, String), 200)).toHaveLength(200)
  })
})
