import { expect, test } from 'vitest'
import { MAX_WATCHED } from '@/contract/console/indexed-objects'
import { problemOf } from '@/testing/console/problem-of'
import { useChanges } from '@/testing/console/use-changes'
import { emptyIndexMemory, ObjectIndex } from '../object-index/object-index'
import { findNamed } from '../object-index/search-index'
import { runOperation } from '../run-operation'
import { consoleStore } from '../store/console-store'
import { rereadOne } from './watched-objects'

const setup = useChanges()
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
let sources = 0

/** A console with an index of its own, and a clock that starts when the objects are watched. */
function watching() {
  const { context, subscribe, api } = setup()
  const index = new ObjectIndex(`watched-${(sources += 1)}`, emptyIndexMemory())
  // Later than the reads of the tests before: the rate is one for all sources.
  const startMs = Date.UTC(2026, 0, 1) + sources * HOUR_MS
  const as = (user: string) => {
    const base = context(user)
    return { ...base, now: () => new Date(startMs), environment: { ...base.environment, index } }
  }
  const { environment } = as('one')
  const watch = (user: string, id: string, isWatched = true) =>
    runOperation('watchObject', as(user), { kind: 'subscription', id, isWatched })
  const after = (ms: number, of = environment) => rereadOne(of, MINUTE_MS, new Date(startMs + ms))
  return { as, subscribe, api, environment, index, watch, after }
}

test('each user watches their own objects, newest first, until they stop', async () => {
  const { watch, as } = watching()
  await watch('one', 'sub_a')
  expect(await watch('one', 'sub_b')).toMatchObject({ watched: [{ id: 'sub_a' }, { id: 'sub_b' }] })
  expect(await watch('two', 'sub_c')).toMatchObject({ watched: [{ kind: 'subscription', id: 'sub_c', seen: null }] })
  expect((await watch('one', 'sub_a', false)).watched.map(({ id }) => id)).toEqual(['sub_b'])
  expect((await runOperation('listWatched', as('two'), {})).watched).toHaveLength(1)
})

test('a user watches up to 50 objects', async () => {
  const { watch } = watching()
  for (let nth = 0; nth < MAX_WATCHED; nth += 1) await watch('one', `sub_${nth}`)
  expect(await problemOf(watch('one', 'sub_more'))).toMatchObject({ code: 'too_many_watched' })
  // A second click on one that is watched changes nothing.
  expect((await watch('one', 'sub_0')).watched).toHaveLength(MAX_WATCHED)
  expect((await watch('two', 'sub_more')).watched).toHaveLength(1)
})

test('a watched object is read again when it is due, the longest unread first, one a second', async () => {
  const { watch, subscribe, after, index, api, as } = watching()
  const [one, other] = [subscribe({ status: 'active' }), subscribe({ status: 'active' })]
  await watch('one', one)
  await watch('two', one)
  await watch('two', other)
  expect(await after(MINUTE_MS - 1)).toBeNull()
  const first = await after(MINUTE_MS)
  expect(await after(MINUTE_MS + 999)).toBeNull()
  const second = await after(MINUTE_MS + 1_001)
  expect(new Set([first, second])).toEqual(new Set([one, other]))
  expect(await after(MINUTE_MS + 5_000)).toBeNull()
  await index.written()
  const { watched } = await runOperation('listWatched', as('two'), {})
  expect(watched.map(({ id, seen }) => [id, seen?.status])).toEqual(
    expect.arrayContaining([
      [one, 'active'],
      [other, 'active'],
    ]),
  )
  expect(await findNamed(await consoleStore(), index.source, one)).toMatchObject([{ id: one, status: 'active' }])
  expect(api.requests.filter(({ url }) => url.includes(one))).toHaveLength(1)
})

test('two processes never read in the same second', async () => {
  const { watch, subscribe, after } = watching()
  for (let nth = 0; nth < 4; nth += 1) await watch('one', subscribe({}))
  const read = await Promise.all([1, 2, 3, 4].map(() => after(MINUTE_MS)))
  expect(read.filter((id) => id !== null)).toHaveLength(1)
})

test('nothing is read while the circuit breaker is open, and a failure is no error', async () => {
  const { watch, after, environment } = watching()
  await watch('one', 'sub_nobody')
  const billing = Object.assign(Object.create(environment.billing), {
    breakers: () => ({ reads: 'open', writes: 'closed' }),
  })
  expect(await after(MINUTE_MS, { ...environment, billing })).toBeNull()
  expect(await after(MINUTE_MS)).toBe('sub_nobody')
})
