import { describe, expect, it } from 'vitest'
import { currencyDecimals, minorUnitDecimals } from './currency-decimals'

const digitsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0

describe('currencyDecimals', () => {
  it.each([
    ['USD', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['CLF', 4],
    ['HUF', 2],
    ['IQD', 3],
    ['IDR', 2],
    ['XBT', 2],
    [null, 2],
  ])('returns for %s the decimals of ISO 4217: %s', (code, decimals) => {
    expect(currencyDecimals(code)).toBe(decimals)
  })

  it('agrees with Intl for every currency that has decimals there', () => {
    const others = Intl.supportedValuesOf('currency').filter((code) => digitsOf(code) !== currencyDecimals(code))
    expect(others.filter((code) => digitsOf(code) !== 0)).toEqual([])
  })
})

describe('minorUnitDecimals', () => {
  it('returns null for a currency outside ISO 4217', () => {
    expect([null, undefined, '', 'credits', 'XBT', 'ABC', 'US'].map(minorUnitDecimals)).toEqual(Array(7).fill(null))
  })

  it('returns the decimals of a known one, in capitals or not', () => {
    expect(['EUR', 'eur', 'JPY', 'UYW'].map(minorUnitDecimals)).toEqual([2, 2, 0, 4])
  })
})
