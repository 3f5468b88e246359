import { describe, expect, it } from 'vitest'
import { cached } from './cached'

describe('cached', () => {
  it('runs at most once in a period, also for calls at the same time', async () => {
    let [runs, nowMs] = [0, 0]
    const count = cached(
      async () => (runs += 1),
      1_000,
      () => nowMs,
    )
    expect(await Promise.all([count(), count()])).toEqual([1, 1])
    nowMs = 999
    expect(await count()).toBe(1)
    nowMs = 1_000
    expect(await count()).toBe(2)
  })
})
