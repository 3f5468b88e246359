import { describe, expect, it } from 'vitest'
import { calculationLabel, usageLabel } from './usage-label'

const rules = { conditions: [], calculation: 'sum', overProperty: 'data.quantity' }
const condition = (key: string, value: string | undefined, rule = 'equals') => ({ key, rule, value })
const upload = condition('event', 'upload')

describe('usageLabel', () => {
  it('names the aggregation, as far as it was sent', () => {
    expect(usageLabel(rules)).toBe('sum of data.quantity')
    expect(usageLabel({ ...rules, overProperty: undefined })).toBe('sum')
    expect(usageLabel({ ...rules, calculation: undefined })).toBe('of data.quantity')
    expect(usageLabel(undefined)).toBe('')
    expect(calculationLabel({ ...rules, conditions: [[upload]] })).toBe('sum of data.quantity')
  })

  it('names the conditions, and keeps an unknown rule as it was sent', () => {
    const where = (...conditions: (typeof upload)[][]) => usageLabel({ ...rules, overProperty: undefined, conditions })
    expect(where([upload])).toBe('sum where event = upload')
    expect(where([condition('data.status', '500', 'lessThan')])).toBe('sum where data.status lessThan 500')
    expect(where([upload, condition('size', '1', '=~')])).toBe('sum where event = upload, size =~ 1')
  })

  it('puts no “and” or “or” between groups, because the document does not say how they combine', () => {
    const groups = [[upload, condition('size', '1')], [], [condition('event', 'copy')]]
    expect(usageLabel({ ...rules, conditions: groups })).toBe(
      'sum of data.quantity where (event = upload, size = 1) (event = copy)',
    )
  })

  it('counts conditions beyond the limit of a line, and includes unreadable ones', () => {
    const many = Array.from({ length: 5 }, () => [upload])
    expect(usageLabel({ ...rules, conditions: many })).toBe('sum of data.quantity where 5 conditions are set')
    const unreadable = { unreadable: 'text' }
    expect(usageLabel({ ...rules, conditions: unreadable })).toContain('where conditions could not be read')
    for (const conditions of [[unreadable, [upload]], [[upload, condition('size', undefined)]]])
      expect(usageLabel({ ...rules, conditions })).toContain('where not all conditions could be read')
  })
})
