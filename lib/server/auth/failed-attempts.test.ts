import { expect, test } from 'vitest'
import { problemOf } from '../../testing/problem-of'
import { useConsoleStore } from '../../testing/use-console-store'
import { failedAttempts } from '../store/schema'
import { countAttempt, forgiveAttempt, MOST_OF_ACCOUNT, MOST_OF_PEER } from './failed-attempts'

const store = useConsoleStore()
const now = new Date('2027-01-05T09:00:00.000Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const attempt = (email: string, peer: string, at = now) => countAttempt(store().db, { email, peer, now: at })
const many = (count: number, one: (index: number) => Promise<void>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => one(index)))
const rows = async () => (await store().db.select().from(failedAttempts)).length
const counted = (results: PromiseSettledResult<void>[]) => results.filter(({ status }) => status === 'fulfilled').length

test('of tries made at once on one account ten are taken, from wherever they come', async () => {
  const results = await many(30, (index) => attempt('ann@example.com', `10.0.1.${index}`))
  expect(counted(results)).toBe(MOST_OF_ACCOUNT)
  const refused = await problemOf(attempt('ann@example.com', '10.0.9.9', later(5)))
  expect(refused).toMatchObject({ code: 'too_many_attempts', status: 429, retryAfterSeconds: 600 })
  await attempt('bob@example.com', '10.0.1.1')
})

test('of tries made from one address, or one network of IPv6, fifty are taken, on whatever accounts', async () => {
  expect(counted(await many(60, (index) => attempt(`user${index}@example.com`, '10.0.2.1')))).toBe(MOST_OF_PEER)
  const before = await rows()
  expect(await problemOf(attempt('another@example.com', '10.0.2.1'))).toMatchObject({ code: 'too_many_attempts' })
  expect(await rows(), 'what is refused for its address adds no account').toBe(before)
  const ofOneNetwork = await many(60, (index) => attempt(`six${index}@example.com`, `2001:db8:7:8::${index + 1}`))
  expect(counted(ofOneNetwork)).toBe(MOST_OF_PEER)
})

test('who succeeds begins anew, and is not counted among those who failed', async () => {
  for (let round = 0; round < 3; round += 1) {
    await many(MOST_OF_ACCOUNT - 1, () => attempt('cat@example.com', `10.0.3.${round}`))
    await attempt('cat@example.com', '10.0.3.9')
    await forgiveAttempt(store().db, { email: 'cat@example.com', peer: '10.0.3.9' })
  }
  const [peer] = (await store().db.select().from(failedAttempts)).filter(({ key }) => key === 'peer 10.0.3.9')
  expect(peer?.count).toBe(0)
})

test('is forgotten after a quarter of an hour, and holds no e-mail address', async () => {
  await many(MOST_OF_ACCOUNT + 1, () => attempt('dan@example.com', '10.0.4.1'))
  expect(await problemOf(attempt('dan@example.com', '10.0.4.1', later(14)))).toMatchObject({ status: 429 })
  await attempt('dan@example.com', '10.0.4.1', later(21))
  const kept = await store().db.select().from(failedAttempts)
  expect(kept.map(({ count }) => count)).toEqual([1, 1])
  expect(JSON.stringify(kept)).not.toContain('dan')
})
