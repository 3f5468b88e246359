import { expect, it } from 'vitest'
import { numbersLabel } from './labels'

it('says how many of the numbers between the first and the last were seen', () => {
  const numbers = { range: { first: '1001', last: '2516' }, all: '1516', seen: 1119, missing: [], more: 0 }
  expect(numbersLabel(numbers)).toBe('1,119 of 1516 numbers from 1001 to 2516 were seen')
})

it('says that it knows no range with fewer than two numbers', () => {
  expect(numbersLabel({ range: null, all: '0', seen: 1, missing: [], more: 0 })).toMatch(/^Too few invoices/)
})
