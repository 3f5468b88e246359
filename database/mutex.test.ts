import { expect, it } from 'vitest'
import { Mutex } from './mutex'

it('Mutex has one holder at a time, in the order of the calls', async () => {
  const mutex = new Mutex()
  const held: number[] = []
  const hold = async (number: number) => {
    const release = await mutex.acquire()
    held.push(number)
    await Promise.resolve()
    expect(held.at(-1)).toBe(number)
    release?.()
  }
  await Promise.all([1, 2, 3].map(hold))
  expect(held).toEqual([1, 2, 3])
})

it('Mutex gives up after waitMs, and keeps the queue behind intact', async () => {
  const mutex = new Mutex()
  const release = await mutex.acquire()
  expect(await mutex.acquire(10)).toBeNull()
  let isHeld = false
  const behind = mutex.acquire(60_000).then((end) => {
    isHeld = true
    end?.()
  })
  await new Promise(setImmediate)
  expect(isHeld).toBe(false)
  release?.()
  await behind
  expect(isHeld).toBe(true)
})
