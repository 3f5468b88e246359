import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonNumber } from '@/contract/billing/scalars'
import { decimalText, fromMinorUnits } from './decimal-text'
import { instantText } from './instant-text'
import { jsonText } from './json-text'

describe('an amount', () => {
  test.each([
    ['12.50', '12.50'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['2.5e-6', '0.0000025'],
    ['-1E3', '-1000'],
    ['007.5', '7.5'],
    [' 3 ', '3'],
  ])('%s is read as %s, from a number or a text', (sent, read) => {
    expect(decimalText(sent)).toBe(read)
    expect(decimalText(new JsonNumber(sent.trim()))).toBe(read)
  })

  test.each(['', 'free', '1,000', '1e999999', '=1+1', '0x10', '--1', '٣', '9'.repeat(65), null, true, {}, 1.5])(
    '%s is none',
    (sent) => {
      expect(decimalText(sent)).toBeUndefined()
    },
  )

  test('in minor units is divided by 100 exactly', () => {
    expect(fromMinorUnits('1999')).toBe('19.99')
    expect(fromMinorUnits('-0.00025')).toBe('-0.0000025')
    expect(fromMinorUnits('90071992547409931')).toBe('900719925474099.31')
  })

  test('keeps every digit of any decimal', () => {
    const decimals = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.stringMatching(/^\d{1,12}$/))
    fc.assert(
      fc.property(decimals, ([whole, fraction]) => {
        expect(decimalText(`${whole}.${fraction}`)).toBe(`${whole}.${fraction}`)
      }),
    )
  })
})

describe('an instant', () => {
  test.each([
    ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:00Z', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T01:30:00.123456+01:30', '2026-03-01T00:00:00.123Z'],
    ['2026-03-01T01:30:00+0130', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01 00:00:00', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ])('%s is read as %s', (sent, read) => {
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
  ])('%s is none', (sent) => {
    expect(instantText(sent)).toBeUndefined()
  })
})

describe('the text of a value', () => {
  test('keeps the digits that were sent, and names that mean something to a program', () => {
    const sent = { price: new JsonNumber('1.10'), isLosslessNumber: true, toString: null, list: [null, 'a"b'] }
    expect(jsonText(sent, 1_000)).toBe('{"price":1.10,"isLosslessNumber":true,"toString":null,"list":[null,"a\\"b"]}')
  })

  test('ends at its bound, however large or deep the value is', () => {
    let deep: unknown = []
    for (let level = 0; level < 50_000; level += 1) deep = [deep]
    expect(jsonText(deep, 200).length).toBeLessThanOrEqual(200)
    expect(jsonText(Array.from({ length: 100_000 }, String), 200)).toHaveLength(200)
  })
})
