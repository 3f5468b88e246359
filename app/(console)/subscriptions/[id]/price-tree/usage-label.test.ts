import { expect, it } from 'vitest'
import { usageLabel } from './usage-label'

it('says how usage is counted, as far as it was sent', () => {
  const rules = { conditions: [], calculation: 'sum', overProperty: 'data.quantity' }
  expect(usageLabel(rules)).toBe('sum of data.quantity')
  expect(usageLabel({ ...rules, overProperty: null })).toBe('sum')
  expect(usageLabel({ ...rules, calculation: null })).toBe('of data.quantity')
  expect(usageLabel(null)).toBe('')
})
