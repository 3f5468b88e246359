import { Big } from 'big.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatAmount,
  formatCount,
  formatMoney,
  formatNumber,
  formatQuantity,
  unitLabel,
  writtenAmount,
  writtenMoney,
  writtenName,
} from './amount'

describe('writtenAmount', () => {
  it.each([
    ['1234.5', null, '1,234.50'],
    ['0.0000025', null, '0.0000025'],
    ['12345678901234567890.123456789012', 'USD', '$12,345,678,901,234,567,890.123456789012'],
    ['0.00000000000000005551115123125783', 'USD', '$0.00000000000000005551115123125783'],
    ['-5', 'EUR', '−€5.00'],
    ['-5', null, '−5.00'],
    ['-0', null, '0.00'],
    ['-0.5', 'USD', '−$0.50'],
    ['5000', 'JPY', '¥5,000'],
    ['33.4', 'JPY', '¥33.4'],
    ['12.3', 'KWD', 'KWD\u{a0}12.300'],
    ['12.5', 'HUF', 'HUF\u{a0}12.50'],
    ['7', 'Euro', '7.00'],
    ['1e21', 'USD', '1e21'],
    ['-1e-400', 'USD', '-1e-400'],
    ['Partial: 6 of 7 lines', 'USD', 'Partial: 6 of 7 lines'],
  ])('writes %s in %s as %s', (decimal, currency, label) => {
    expect(formatAmount(decimal, currency)).toBe(label)
  })

  it('cuts a number of more than 40 digits and counts the others', () => {
    expect(formatAmount(`0.${'0'.repeat(58)}1234`, 'USD')).toBe('$0.000000…, 56 more digits')
    expect(formatAmount(`-12.${'3'.repeat(39)}`)).toBe('−12.333333…, 33 more digits')
    expect(formatAmount('9'.repeat(400), 'USD')).toBe(`${'9'.repeat(20)}…, 380 more digits`)
    expect(formatAmount(`-${'1'.repeat(30)}.${'2'.repeat(30)}`)).toBe(`−${'1'.repeat(20)}…, 40 more digits`)
    expect(formatAmount(`1.${'5'.repeat(40)}e400`)).toBe(`1.${'5'.repeat(18)}…, 26 more digits`)
  })

  it('shows every digit, or says that there are more', () => {
    const number = fc.stringMatching(/^-?(0|[1-9]\d{0,60})(\.\d{1,60})?$/)
    fc.assert(
      fc.property(number, (sent) => {
        const { text, more } = writtenAmount(sent)
        const shown = text.replaceAll(/[^\d]/g, '')
        const digits = sent.replaceAll(/[^\d]/g, '')
        const padding = more > 0 ? '' : shown.slice(digits.length)
        expect(shown.length + more).toBe(digits.length + padding.length)
        expect(['', '0', '00']).toContain(padding)
        expect(digits.startsWith(shown.slice(0, digits.length))).toBe(true)
      }),
    )
  })

  it('takes little time for 100,000 digits', () => {
    for (const sent of ['9'.repeat(100_000), `0.${'1'.repeat(100_000)}`, `${'1'.repeat(100_000)}e5`]) {
      const startedMs = performance.now()
      expect(writtenAmount(sent, 'USD').more).toBeGreaterThan(99_900)
      expect(performance.now() - startedMs).toBeLessThan(2_000)
    }
  })
})

describe('writtenMoney', () => {
  it.each([
    ['536.709008125', 'USD', '$536.71', '$536.709008125'],
    ['0.005', 'USD', '$0.01', '$0.005'],
    ['-0.005', 'USD', '−$0.01', '−$0.005'],
    ['1.0049999', 'USD', '$1.00', '$1.0049999'],
    ['999.995', 'EUR', '€1,000.00', '€999.995'],
    ['12.345', null, '12.35', '12.345'],
    ['12345678901234567890.129', 'USD', '$12,345,678,901,234,567,890.13', '$12,345,678,901,234,567,890.129'],
    ['0.00444', 'USD', '$0.0044', '$0.00444'],
    ['5000.5', 'JPY', '¥5,001', '¥5,000.5'],
    ['0.444', 'JPY', '¥0.44', '¥0.444'],
    ['12.3456', 'KWD', 'KWD\u{a0}12.346', 'KWD\u{a0}12.3456'],
  ])('writes %s in %s as %s, and keeps %s', (amount, currency, text, exact) => {
    expect(writtenMoney(amount, currency)).toEqual({ text, more: 0, exact })
  })

  it.each([
    ['25', '$25.00'],
    ['25.5', '$25.50'],
    ['25.5000000000', '$25.50'],
    ['0.000', '$0.00'],
    ['-0', '$0.00'],
    ['0.0000025', '$0.0000025'],
    ['0.004', '$0.004'],
    ['1e400', '1e400'],
  ])('does not round %s', (amount, text) => {
    expect(writtenMoney(amount, 'USD')).toEqual({ text, more: 0, exact: null })
  })

  it.each([
    ['5000', 'JPY', '¥5,000'],
    ['5000.00', 'JPY', '¥5,000'],
    ['12.345', 'KWD', 'KWD\u{a0}12.345'],
    ['12.5', 'KWD', 'KWD\u{a0}12.500'],
  ])('does not round %s in %s: %s', (amount, currency, text) => {
    expect(writtenMoney(amount, currency)).toEqual({ text, more: 0, exact: null })
  })

  it('counts the digits that it leaves out of a very long amount', () => {
    expect(formatMoney(`12.${'3'.repeat(50)}`, 'USD')).toBe('$12.33, 48 more digits')
    expect(formatMoney(`0.${'0'.repeat(58)}1234`, 'USD')).toBe('$0.000000…, 56 more digits')
    expect(formatMoney(`${'9'.repeat(50)}.5`, 'USD')).toBe(formatAmount(`${'9'.repeat(50)}.5`, 'USD'))
    expect(writtenMoney(`1.${'1'.repeat(100_000)}`, 'USD').more).toBe(99_998)
  })

  it('differs by at most half of the smallest unit, and never writes 0.00 for an amount that is not zero', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^-?(0|[1-9]\d{0,15})\.\d{3,20}$/),
        fc.constantFrom(0, 2, 3, 4),
        (sent, decimals) => {
          const shown = new Big(writtenMoney(sent, null, decimals).text.replaceAll(',', '').replace('−', '-'))
          expect(
            shown
              .minus(sent)
              .abs()
              .lte(`5e-${decimals + 1}`),
          ).toBe(true)
          expect(shown.eq(0)).toBe(new Big(sent).eq(0))
        },
      ),
    )
  })
})

it('writtenQuantity keeps all digits', () => {
  expect(formatQuantity('1000')).toBe('1,000')
  expect(formatQuantity('-2.50')).toBe('−2.50')
  expect(formatQuantity('3')).toBe('3')
})

it('writtenName cuts a name only when it is a number', () => {
  expect(writtenName('2042')).toEqual({ text: '2042', more: 0, exact: null })
  expect(writtenName('4'.repeat(60))).toEqual({ text: `${'4'.repeat(20)}…`, more: 40, exact: null })
  expect(writtenName(`INV ${'4'.repeat(60)}`).more).toBe(0)
})

it('formatCount appends the noun', () => {
  expect(formatNumber(20_000)).toBe('20,000')
  expect(formatCount(1, 'line')).toBe('1 line')
  expect(formatCount(20_000, 'line')).toBe('20,000 lines')
})

const seats = { singleUnitLabel: 'seat', multipleUnitLabel: 'seats' }

it('unitLabel returns the singular or plural, as far as it was sent', () => {
  expect(['1', '1.00', '-1', '0', '3', '1.5', '10'].map((quantity) => unitLabel(quantity, seats))).toEqual([
    'seat',
    'seat',
    'seat',
    'seats',
    'seats',
    'seats',
    'seats',
  ])
  expect(unitLabel('3', { ...seats, multipleUnitLabel: undefined })).toBe('seat')
  expect(unitLabel('1', { ...seats, singleUnitLabel: { unreadable: '7' } })).toBe('seats')
  expect([unitLabel('1', null), unitLabel('3', undefined)]).toEqual([null, null])
})
