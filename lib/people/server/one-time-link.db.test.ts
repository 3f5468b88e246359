import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ProblemError } from '@/lib/core/problem-error'
import type { OpenDatabase } from '@/database/open-database'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { oneTimeLinks, users } from '@/lib/store/schema'
import { createLink, consumeLink } from './one-time-link'

let store: OpenDatabase
const now = new Date('2027-01-05T09:00:00.000Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

beforeAll(async () => {
  store = await openFreshConsoleStore()
  for (const id of ['ann', 'ben'])
    await store.db.insert(users).values({ id, email: `${id}@example.com`, role: 'agent', createdAt: now.toISOString() })
})
afterAll(() => store.close())
beforeEach(() => store.db.delete(oneTimeLinks))

const tokenOf = ({ path }: { path: string }) => new URL(path, 'http://console').searchParams.get('token') ?? ''
const resetOf = async (userId: string, at = now) =>
  tokenOf(await createLink(store.db, { purpose: 'reset', userId, now: at }))
const setUp = async (at = now) => tokenOf(await createLink(store.db, { purpose: 'set-up', now: at }))
const take = (token: string, purpose: 'set-up' | 'reset', at = now) =>
  store.db
    .transaction((tx) => consumeLink(tx, { token, purpose, now: at }))
    .then((userId) => ({ userId }))
    .catch((error: unknown) => {
      if (error instanceof ProblemError && error.problem.code === 'link_not_valid') return undefined
      throw error
    })

test('createLink returns a 256-bit token with its expiry, and stores only the hash', async () => {
  const link = await createLink(store.db, { purpose: 'reset', userId: 'ann', now })
  expect(link.expiresAt).toBe('2027-01-06T09:00:00.000Z')
  expect(link.path).toMatch(/^\/reset\?token=[\w-]{43}$/)
  const stored = await store.db.select().from(oneTimeLinks)
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain(tokenOf(link))
  expect((await createLink(store.db, { purpose: 'set-up', now })).path).toMatch(/^\/set-up\?token=[\w-]{43}$/)
})

test('consumeLink accepts a link once, for its own purpose', async () => {
  const token = await resetOf('ann')
  expect(await take(token, 'set-up')).toBeUndefined()
  expect(await take('no such token', 'reset')).toBeUndefined()
  expect(await take(token, 'reset')).toEqual({ userId: 'ann' })
  expect(await take(token, 'reset')).toBeUndefined()
  const first = await setUp()
  expect(await take(first, 'reset')).toBeUndefined()
  expect(await take(first, 'set-up')).toEqual({ userId: null })
})

test('consumeLink accepts a link once when several requests use it concurrently', async () => {
  const token = await resetOf('ann')
  const taken = await Promise.all(Array.from({ length: 8 }, () => take(token, 'reset')))
  expect(taken.filter((link) => link !== undefined)).toEqual([{ userId: 'ann' }])
})

test('consumeLink keeps the link valid when the transaction fails', async () => {
  const token = await resetOf('ann')
  const failing = store.db.transaction(async (tx) => {
    await consumeLink(tx, { token, purpose: 'reset', now })
    throw new Error('The password is too short')
  })
  await expect(failing).rejects.toThrow('too short')
  expect(await take(token, 'reset')).toEqual({ userId: 'ann' })
})

test('expires a set-up link after 15 minutes and a reset link after a day', async () => {
  expect(await take(await setUp(), 'set-up', after(14.9))).toEqual({ userId: null })
  expect(await take(await setUp(), 'set-up', after(15))).toBeUndefined()
  expect(await take(await resetOf('ann'), 'reset', after(24 * 60 - 1))).toEqual({ userId: 'ann' })
  expect(await take(await resetOf('ann'), 'reset', after(24 * 60))).toBeUndefined()
})

test('createLink deletes the user’s earlier link and all expired links', async () => {
  const ofBen = await resetOf('ben')
  const [old, oldSetUp] = [await resetOf('ann'), await setUp()]
  const [next, nextSetUp] = [await resetOf('ann'), await setUp()]
  expect(await take(old, 'reset')).toBeUndefined()
  expect(await take(oldSetUp, 'set-up')).toBeUndefined()
  expect(await take(next, 'reset')).toEqual({ userId: 'ann' })
  expect(await take(nextSetUp, 'set-up')).toEqual({ userId: null })
  expect(await take(ofBen, 'reset')).toEqual({ userId: 'ben' })

  for (let day = 0; day < 5; day += 1) await setUp(after(day * 20))
  await resetOf('ann', after(1000))
  expect(await store.db.$count(oneTimeLinks)).toBe(1)
})
