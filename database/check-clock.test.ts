import { describe, expect, it } from 'vitest'
import { checkClock } from './check-clock'

const differingBy = (ms: number) => checkClock('Clock', { otherMs: 1_000_000, ownMs: 1_000_000 + ms })

describe('checkClock', () => {
  it.each([0, 5_000, -5_000])('accepts a difference of %i ms', (ms) => {
    expect(differingBy(ms).status).toBe('ok')
  })

  it.each([
    [5_600, '6 s ahead of it'],
    [-90_000, '90 s behind it'],
  ])('reports a difference of %i ms', (ms, words) => {
    expect(differingBy(ms)).toEqual({ check: 'Clock', status: 'wrong', detail: expect.stringContaining(words) })
  })
})
