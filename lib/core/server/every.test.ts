import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { every } from './every'
import { log } from './log'

const WORK = { everyMs: 1_000, event: 'tidy', failure: 'nothing was tidied' }
const logged = vi.spyOn(log(), 'error').mockImplementation(() => undefined)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  logged.mockClear()
})

const activeTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

describe('every', () => {
  it('runs at once and after each interval, until it is stopped', async () => {
    const run = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const stop = every(WORK, run)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(run).toHaveBeenCalledTimes(4)
    await stop()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(run).toHaveBeenCalledTimes(4)
  })

  it('starts no run beside another, and goes on at the next interval', async () => {
    const ends: (() => void)[] = []
    const stop = every(WORK, () => new Promise((resolve) => void ends.push(resolve)))
    await vi.advanceTimersByTimeAsync(3_000)
    expect(ends).toHaveLength(1)
    ends[0]?.()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ends).toHaveLength(2)
    ends[1]?.()
    await stop()
  })

  it('waits for the run under way when it is stopped, and tells it to end', async () => {
    const ended: unknown[] = []
    const stop = every(WORK, async (signal) => {
      await once(signal, 'abort')
      ended.push(signal.aborted)
      signal.throwIfAborted()
    })
    await stop()
    expect(ended).toEqual([true])
    expect(logged).not.toHaveBeenCalled()
  })

  it('logs the first of several failures, and the next one only after a success', async () => {
    const outcomes = [true, false, false, true, false]
    const stop = every(WORK, () =>
      outcomes.shift() === false ? Promise.reject(new Error('no store')) : Promise.resolve(),
    )
    await vi.advanceTimersByTimeAsync(2_000)
    expect(logged).toHaveBeenCalledExactlyOnceWith({ event: 'tidy', err: new Error('no store') }, 'nothing was tidied')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(logged).toHaveBeenCalledTimes(2)
    await stop()
  })

  it('runs again after a run that throws before it returns a promise', async () => {
    const run = vi.fn<() => Promise<void>>(() => {
      throw new Error('no settings')
    })
    const stop = every(WORK, run)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(run).toHaveBeenCalledTimes(2)
    await stop()
  })

  it('does not keep the process alive', async () => {
    vi.useRealTimers()
    const before = activeTimers()
    const stop = every(WORK, () => Promise.resolve())
    expect(activeTimers()).toBe(before)
    await stop()
  })
})
