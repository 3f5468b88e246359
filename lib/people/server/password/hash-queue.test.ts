import { expect, test } from 'vitest'
import { problemOf } from '@/testing/console/problem-of'
import { HashQueue } from './password-hash'

/** Returns a queue whose jobs run until `endAll`. */
function heldQueue() {
  const queue = new HashQueue()
  const started: string[] = []
  const ends: (() => void)[] = []
  const add = (name: string, { lane = name, isOwn = false } = {}) =>
    queue.run({ lane, isOwn }, async () => {
      started.push(name)
      await new Promise<void>((resolve) => void ends.push(resolve))
    })
  /** Ends the jobs in order of their start, until none is left. */
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { add, started, endAll }
}

test('alternates between lanes and runs own jobs first', async () => {
  const { add, started, endAll } = heldQueue()
  const flood = { lane: 'flood' }
  const all = ['f1', 'f2', 'f3', 'f4', 'f5'].map((name) => add(name, flood))
  all.push(add('other'), add('third'), add('own', { isOwn: true }))
  await endAll()
  await Promise.all(all)
  expect(started).toEqual(['f1', 'f2', 'own', 'f3', 'other', 'third', 'f4', 'f5'])
})

test('refuses a stranger when 64 wait, but not a job with its own budget', async () => {
  const { add, endAll } = heldQueue()
  const all = Array.from({ length: 2 + 64 }, (_, index) => add(`stranger ${index}`))
  const refused = await problemOf(add('one more'))
  expect(refused).toMatchObject({ code: 'console_busy', status: 503, retryAfterSeconds: 5 })
  all.push(add('own', { isOwn: true }))
  await endAll()
  await Promise.all(all)
})

test('refuses the last job of a flooding lane in favour of a new lane', async () => {
  const { add, started, endAll } = heldQueue()
  const flood = Array.from({ length: 2 + 64 }, (_, index) => add(`flood ${index}`, { lane: 'flood' }))
  const last = problemOf(flood[65] ?? Promise.resolve())
  const newcomer = add('newcomer')
  expect(await last).toMatchObject({ code: 'console_busy' })
  await endAll()
  await Promise.all([...flood.slice(0, 65), newcomer])
  expect(started.indexOf('newcomer')).toBe(3)
})

test('frees the slot of a failed job', async () => {
  const { add, started, endAll } = heldQueue()
  const queue = new HashQueue()
  const fail = () => queue.run({ lane: 'a', isOwn: false }, () => Promise.reject(new Error('no memory')))
  await expect(Promise.all([fail(), fail(), fail()])).rejects.toThrow('no memory')
  expect(await queue.run({ lane: 'a', isOwn: false }, () => Promise.resolve('done'))).toBe('done')
  const last = add('a')
  await endAll()
  await last
  expect(started).toEqual(['a'])
})
