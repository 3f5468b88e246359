import { describe, expect, test } from 'vitest'
import { ProblemError } from './problem'
import { RequestsPerMinute } from './requests-per-minute'

const at = (second: number) => new Date(Date.UTC(2026, 10, 28, 12, 0, second))

/** Counts a request. @returns null, or the seconds to wait */
function countOne(rate: RequestsPerMinute, id: string, second: number): number | null {
  try {
    rate.count(id, at(second))
    return null
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.retryAfterSeconds ?? 0
    throw error
  }
}

describe('RequestsPerMinute', () => {
  test('refuses a sender beyond the limit until the minute is over, and no other', () => {
    const rate = new RequestsPerMinute(2, 'This sender')
    expect([0, 10, 20].map((second) => countOne(rate, 'one', second))).toEqual([null, null, 40])
    expect(countOne(rate, 'other', 30)).toBeNull()
    expect([59, 60].map((second) => countOne(rate, 'one', second))).toEqual([1, null])
  })

  test('starts again when the clock is set back', () => {
    const rate = new RequestsPerMinute(1, 'This sender')
    expect([50, 20].map((second) => countOne(rate, 'one', second))).toEqual([null, null])
  })
})
