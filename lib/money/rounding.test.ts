import { Big } from 'big.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalOf, isFiniteDecimal, roundingTo } from './decimal'

const quotient = (dividend: string, divisor = '1') => ({ dividend: new Big(dividend), divisor: new Big(divisor) })
const how = (exact: [string, string?], sent: string, decimals = 2) =>
  roundingTo(quotient(...exact), new Big(sent), decimals)

/** The rounding modes of big.js and the names of their results; the first mode that fits gives the name. */
const MODES = [
  [Big.roundHalfUp, ['halfUp']],
  [Big.roundHalfEven, ['halfUp', 'halfEven']],
  [Big.roundDown, ['halfUp', 'halfEven', 'down']],
] as const

describe('roundingTo', () => {
  it('returns the first mode that gives the number, and never rounds up', () => {
    expect([how(['0.125'], '0.13'), how(['0.125'], '0.12'), how(['0.135'], '0.14')]).toEqual([
      'halfUp',
      'halfEven',
      'halfUp',
    ])
    expect([how(['0.129'], '0.13'), how(['0.129'], '0.12'), how(['0.121'], '0.13')]).toEqual(['halfUp', 'down', null])
    expect([how(['-0.125'], '-0.13'), how(['-0.129'], '-0.12'), how(['-0.121'], '-0.13')]).toEqual([
      'halfUp',
      'down',
      null,
    ])
    expect([how(['0.004'], '0'), how(['-0.004'], '0'), how(['0.12'], '0.12')]).toEqual(['halfUp', 'halfUp', 'exact'])
    expect(how(['0.1234'], '0.1234', 2)).toBe('exact')
    expect(how(['0.12345'], '0.1234', 2), 'to the decimals that were sent').toBe('halfEven')
  })

  it('rounds the exact quotient when it is no finite decimal', () => {
    expect([how(['10', '3'], '3.33'), how(['20', '3'], '6.67'), how(['20', '3'], '6.66')]).toEqual([
      'halfUp',
      'halfUp',
      'down',
    ])
    expect(how(['0.4', '1000'], '0.0004', 4)).toBe('exact')
  })
})

it('decimalOf returns a finite decimal exactly, and 12 decimals otherwise', () => {
  const written = (dividend: string, divisor: string) => decimalOf(quotient(dividend, divisor)).toFixed()
  expect([written('0.4', '1000'), written('10', '3'), written('-20', '3'), written('3', '1.5')]).toEqual([
    '0.0004',
    '3.333333333333',
    '-6.666666666667',
    '2',
  ])
  expect([
    isFiniteDecimal(quotient('9', '3')),
    isFiniteDecimal(quotient('1', '1024')),
    isFiniteDecimal(quotient('1', '7')),
  ]).toEqual([true, true, false])
  expect(written('1', '1024')).toBe(`${1 / 1024}`)
})

it('roundingTo agrees with big.js for every finite number', () => {
  const number = fc.tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.nat(30))
  fc.assert(
    fc.property(number, fc.nat(6), fc.constantFrom(...MODES), ([digits, places], decimals, [mode, names]) => {
      const exact = new Big(`${digits}e-${places}`)
      const found = roundingTo({ dividend: exact, divisor: new Big(1) }, exact.round(decimals, mode), decimals)
      expect(['exact', ...names]).toContain(found)
    }),
  )
})
