import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { failedAttempts } from '@/lib/store/schema'
import { type AttemptBudget, budgetOf, countAttempt, forgiveAttempt, FREE_ATTEMPTS, LONGEST_DELAY_MS } from './attempts'

const store = useConsoleStore()
const now = new Date('2027-01-05T09:00:00.000Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const stranger = (email: string, peer: string) => budgetOf(store().db, { email, peer })
const attempt = async (email: string, peer: string, at = now) =>
  (await countAttempt(store().db, await stranger(email, peer), at)).delayMs
const forgive = (budget: AttemptBudget) => store().db.transaction((tx) => forgiveAttempt(tx, budget))
const countOf = async (key: string) =>
  (await store().db.select().from(failedAttempts)).find((row) => row.key === key)?.count

/** Returns the delays of concurrent attempts, shortest first. */
async function delays(count: number, one: (index: number) => Promise<number>): Promise<number[]> {
  const found = await Promise.all(Array.from({ length: count }, (_, index) => one(index)))
  return found.toSorted((a, b) => a - b)
}

beforeEach(() => store().db.delete(failedAttempts))

test('delays attempts on one account from many sources by half a second, doubling up to four seconds', async () => {
  const found = await delays(30, (index) => attempt('ann@example.com', `10.0.1.${index}`))
  const free = Array<number>(FREE_ATTEMPTS.account).fill(0)
  expect(found).toEqual([...free, 500, 1_000, 2_000, ...Array<number>(22).fill(LONGEST_DELAY_MS)])
  expect(await attempt('ann@example.com', '10.0.9.9', later(5))).toBe(4_000)
  expect(await attempt('bob@example.com', '10.0.1.1'), 'another account').toBe(0)
})

test('delays attempts from one address, or one IPv6 network, on any accounts', async () => {
  const free = FREE_ATTEMPTS.source
  const ofAddress = await delays(60, (index) => attempt(`user${index}@example.com`, '10.0.2.1'))
  expect(ofAddress.slice(0, free + 2)).toEqual([...Array<number>(free).fill(0), 500, 1_000])
  expect(ofAddress.at(-1)).toBe(LONGEST_DELAY_MS)
  expect(await attempt('another@example.com', '10.0.2.2'), 'another source').toBe(0)
  const ofNetwork = await delays(60, (index) => attempt(`six${index}@example.com`, `2001:db8:7:8::${index + 1}`))
  expect(ofNetwork).toEqual(ofAddress)
})

test('counts an attempt with its own budget against that budget only', async () => {
  await delays(30, () => attempt('cat@example.com', '10.0.3.1'))
  const own = { own: 'session of cat' }
  const found = await delays(8, async () => (await countAttempt(store().db, own, now)).delayMs)
  expect(found).toEqual([0, 0, 0, 0, 0, 500, 1_000, 2_000])
  await forgive(own)
  expect(await countOf('session of cat')).toBeUndefined()
})

test('resets the account after a success, and subtracts one attempt from the source', async () => {
  await delays(4, () => attempt('cat@example.com', '10.0.3.9'))
  await forgive(await stranger('cat@example.com', '10.0.3.9'))
  expect(await countOf('peer 10.0.3.9')).toBe(3)
  expect((await store().db.select().from(failedAttempts)).map(({ key }) => key)).toEqual(['peer 10.0.3.9'])
})

test('deletes a count after 15 minutes, and stores no email address', async () => {
  await delays(30, () => attempt('dan@example.com', '10.0.4.1'))
  expect(await attempt('dan@example.com', '10.0.4.1', later(14))).toBe(4_000)
  expect(await attempt('dan@example.com', '10.0.4.1', later(16))).toBe(0)
  const rows = await store().db.select().from(failedAttempts)
  expect(rows.map(({ count }) => count)).toEqual([1, 1])
  expect(JSON.stringify(rows)).not.toContain('dan')
})

test('keeps at most 10,000 counts for made-up addresses', async () => {
  await store().db.execute(sql`
    insert into console.failed_attempts (key, count, since)
    select 'account ' || n, 1, ${now.toISOString()}::timestamptz + n * interval '1 ms' from generate_series(1, 12000) n`)
  await attempt('eve@example.com', '10.0.5.1', later(1))
  expect(await store().db.$count(failedAttempts)).toBe(10_002)
  expect(await countOf('account 2000')).toBeUndefined()
  expect(await countOf('account 2001')).toBe(1)
})
