import { describe, expect, it } from 'vitest'
import { formatAmount, formatCount, formatQuantity } from './amount'

describe('an amount', () => {
  it.each([
    ['1234.5', null, '1,234.50'],
    ['0.0000025', null, '0.0000025'],
    ['12345678901234567890.123456789012', 'USD', '$12,345,678,901,234,567,890.123456789012'],
    ['-5', 'EUR', '−€5.00'],
    ['-5', null, '−5.00'],
    ['7', 'Euro', '7.00'],
    ['1e21', 'USD', '1e21'],
  ])('%s in %s is written %s', (decimal, currency, words) => {
    expect(formatAmount(decimal, currency)).toBe(words)
  })
})

it('a quantity keeps its digits', () => {
  expect(formatQuantity('1000')).toBe('1,000')
  expect(formatQuantity('-2.50')).toBe('−2.50')
})

it('a count has its noun', () => {
  expect(formatCount(1, 'line')).toBe('1 line')
  expect(formatCount(20_000, 'line')).toBe('20,000 lines')
})
