import { type SQLWrapper, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { isHeld, leaseFrom, newLease } from './lease'

const store = useConsoleStore()

async function isLeaseHeld(until: SQLWrapper): Promise<unknown> {
  const { rows } = await store().db.execute(sql`select ${isHeld(until)} as held`)
  return rows[0]?.held
}
const givenAgo = (seconds: number) => leaseFrom(sql`clock_timestamp() - make_interval(secs => ${seconds})`)

it('holds a lease for 20 s after it was given or renewed', async () => {
  expect(await isLeaseHeld(newLease())).toBe(true)
  expect(await isLeaseHeld(givenAgo(19))).toBe(true)
  expect(await isLeaseHeld(givenAgo(21))).toBe(false)
})

it('holds no lease that was given up', async () => {
  expect(await isLeaseHeld(sql`null::timestamptz`)).toBe(false)
})

it("holds no lease from before the store's clock was set back", async () => {
  expect(await isLeaseHeld(givenAgo(-3_600))).toBe(false)
})
