import { expect, it } from 'vitest'
import { usageWords } from './event-query-words'

it('says how usage is counted, as far as it was sent', () => {
  const rules = { conditions: [], calculation: 'sum', overProperty: 'data.quantity' }
  expect(usageWords(rules)).toBe('sum of data.quantity')
  expect(usageWords({ ...rules, overProperty: null })).toBe('sum')
  expect(usageWords({ ...rules, calculation: null })).toBe('of data.quantity')
  expect(usageWords(null)).toBe('')
})
