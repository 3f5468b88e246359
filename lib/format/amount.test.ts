import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount, formatCount, formatNumber, formatQuantity, writtenAmount, writtenName } from './amount'

describe('an amount', () => {
  it.each([
    ['1234.5', null, '1,234.50'],
    ['0.0000025', null, '0.0000025'],
    ['12345678901234567890.123456789012', 'USD', '$12,345,678,901,234,567,890.123456789012'],
    ['0.00000000000000005551115123125783', 'USD', '$0.00000000000000005551115123125783'],
    ['-5', 'EUR', '−€5.00'],
    ['-5', null, '−5.00'],
    ['-0', null, '−0.00'],
    ['-0.5', 'USD', '−$0.50'],
    ['7', 'Euro', '7.00'],
    ['1e21', 'USD', '1e21'],
    ['-1e-400', 'USD', '-1e-400'],
  ])('%s in %s is written %s', (decimal, currency, label) => {
    expect(formatAmount(decimal, currency)).toBe(label)
  })

  it('of more than 40 digits is its beginning, and says how many more there are', () => {
    expect(formatAmount(`0.${'0'.repeat(58)}1234`, 'USD')).toBe('$0.000000…, 56 more digits')
    expect(formatAmount(`-12.${'3'.repeat(39)}`)).toBe('−12.333333…, 33 more digits')
    expect(formatAmount('9'.repeat(400), 'USD')).toBe(`${'9'.repeat(20)}…, 380 more digits`)
    expect(formatAmount(`-${'1'.repeat(30)}.${'2'.repeat(30)}`)).toBe(`−${'1'.repeat(20)}…, 40 more digits`)
    expect(formatAmount(`1.${'5'.repeat(40)}e400`)).toBe(`1.${'5'.repeat(18)}…, 26 more digits`)
  })

  it('shows every digit or says that there are more, of any number', () => {
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

  it('of 100,000 digits takes no time', () => {
    for (const sent of ['9'.repeat(100_000), `0.${'1'.repeat(100_000)}`, `${'1'.repeat(100_000)}e5`]) {
      const startedMs = performance.now()
      expect(writtenAmount(sent, 'USD').more).toBeGreaterThan(99_900)
      expect(performance.now() - startedMs).toBeLessThan(2_000)
    }
  })
})

it('a quantity keeps its digits', () => {
  expect(formatQuantity('1000')).toBe('1,000')
  expect(formatQuantity('-2.50')).toBe('−2.50')
  expect(formatQuantity('3')).toBe('3')
})

it('a name is cut only where it is a number', () => {
  expect(writtenName('2042')).toEqual({ text: '2042', more: 0 })
  expect(writtenName('4'.repeat(60))).toEqual({ text: `${'4'.repeat(20)}…`, more: 40 })
  expect(writtenName(`INV ${'4'.repeat(60)}`).more).toBe(0)
})

it('a count has its noun', () => {
  expect(formatNumber(20_000)).toBe('20,000')
  expect(formatCount(1, 'line')).toBe('1 line')
  expect(formatCount(20_000, 'line')).toBe('20,000 lines')
})
