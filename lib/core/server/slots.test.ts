import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { NoSlotError, RunningByKey, Slots } from './slots'

/** Returns work that runs until the test ends it, and notes when it starts. */
function heldWork(started: string[], name: string) {
  const ending = new AbortController()
  const ended = once(ending.signal, 'abort')
  const work = async () => {
    started.push(name)
    await ended
    return name
  }
  return { work, end: () => ending.abort() }
}

const throwing = (): Promise<void> => {
  throw new Error('not started')
}

describe('Slots', () => {
  it('runs at most as many as it has slots, then the waiting ones in order of arrival', async () => {
    const slots = new Slots(2, { most: 9, ms: 10_000 })
    const started: string[] = []
    const held = ['a', 'b', 'c', 'd'].map((name) => heldWork(started, name))
    const results = held.map(({ work }) => slots.run(work))
    await turn()
    expect(started).toEqual(['a', 'b'])
    held[1]?.end()
    await turn()
    expect(started).toEqual(['a', 'b', 'c'])
    expect(slots.taken).toBe(2)
    for (const { end } of held) end()
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
    expect(slots.taken).toBe(0)
  })

  it('refuses at once what the queue does not hold', async () => {
    const slots = new Slots(1, { most: 1, ms: 10_000 })
    const held = ['a', 'b', 'c'].map((name) => heldWork([], name))
    const [first, second, third] = held.map(({ work }) => slots.run(work))
    await expect(third).rejects.toThrow(NoSlotError)
    for (const { end } of held) end()
    expect(await Promise.all([first, second])).toEqual(['a', 'b'])
  })

  it('refuses what waits longer than the queue allows, without starting it later', async () => {
    const slots = new Slots(1, { most: 1, ms: 5 })
    const started: string[] = []
    const [one, late] = [heldWork(started, 'one'), heldWork(started, 'late')]
    const running = slots.run(one.work)
    await expect(slots.run(late.work)).rejects.toThrow(NoSlotError)
    one.end()
    await running
    expect(started).toEqual(['one'])
    expect(slots.taken).toBe(0)
  })

  it('gives the place of one that left the queue to the next', async () => {
    const slots = new Slots(1, { most: 2, ms: 10_000 })
    const started: string[] = []
    const held = ['a', 'gone', 'c'].map((name) => heldWork(started, name))
    const leaving = new AbortController()
    const [a, gone, c] = held.map(({ work }, index) => slots.run(work, index === 1 ? leaving.signal : undefined))
    leaving.abort()
    await expect(gone).rejects.toThrow(NoSlotError)
    for (const { end } of held) end()
    expect(await Promise.all([a, c])).toEqual(['a', 'c'])
    expect(started).toEqual(['a', 'c'])
  })

  it('does not queue for a caller that has left', async () => {
    const slots = new Slots(1, { most: 1, ms: 10_000 })
    const held = heldWork([], 'a')
    const running = slots.run(held.work)
    await expect(slots.run(held.work, AbortSignal.abort())).rejects.toThrow(NoSlotError)
    held.end()
    await running
  })

  it('releases the slot of work that fails, also of work that throws before it returns a promise', async () => {
    const slots = new Slots(1)
    await expect(slots.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    await expect(slots.run(throwing)).rejects.toThrow('not started')
    expect(slots.taken).toBe(0)
  })

  it.each([
    { most: 3, taken: 2 },
    { most: 2, taken: 1 },
    { most: 1, taken: 1 },
  ])('keeps background work waiting while $taken of $most slots are taken', async ({ most, taken }) => {
    const slots = new Slots(most)
    for (let index = 0; index < taken; index += 1) slots.take()
    let isIdle = false
    const idle = slots.whenIdle().then(() => (isIdle = true))
    await turn()
    expect(isIdle).toBe(false)
    slots.release()
    await idle
  })

  it('ends the wait of background work that is no longer needed', async () => {
    const slots = new Slots(1)
    slots.take()
    const leaving = new AbortController()
    const idle = slots.whenIdle(leaving.signal)
    leaving.abort()
    await idle
    expect(slots.taken).toBe(1)
  })
})

describe('RunningByKey', () => {
  it('counts what runs of each key, until it ends or fails', async () => {
    const running = new RunningByKey()
    const [one, two] = [heldWork([], 'one'), heldWork([], 'two')]
    const results = [running.run('a', one.work), running.run('a', two.work)]
    const failing = running.run('b', () => Promise.reject(new Error('failed')))
    expect([running.of('a'), running.of('b'), running.of('c')]).toEqual([2, 1, 0])
    await expect(failing).rejects.toThrow('failed')
    one.end()
    await results[0]
    expect([running.of('a'), running.of('b')]).toEqual([1, 0])
    two.end()
    await results[1]
    expect(running.of('a')).toBe(0)
  })
})
