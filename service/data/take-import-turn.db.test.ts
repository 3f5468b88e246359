import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreshStore, testDatabaseUrl, type FreshStore } from '@/testing/service/fresh-store'
import { customerLedgers } from '../store/schema'
import { takeImportTurn } from './write-batch'

let store: FreshStore
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

// The embedded database has one session, so there imports take turns anyway.
test.skipIf(testDatabaseUrl() === undefined)('imports of one merchant take turns; others do not wait', async () => {
  const { db } = store
  const order: string[] = []
  const importOf = (name: string, merchantId: string, work: () => Promise<void> = () => Promise.resolve()) =>
    db.transaction(async (tx) => {
      await takeImportTurn(tx, merchantId)
      // On every shard: in a cluster, one import would wait for the other's shards.
      await tx.update(customerLedgers).set({ clock: null }).where(eq(customerLedgers.merchantId, merchantId))
      await work()
      order.push(name)
    })
  // The row is there: what waits below is not the insert.
  await importOf('before', 'turns of one')
  let second: Promise<void> | undefined
  await importOf('first', 'turns of one', async () => {
    second = importOf('second', 'turns of one')
    await importOf('of another merchant', 'turns of another')
  })
  await second
  expect(order).toEqual(['before', 'of another merchant', 'first', 'second'])
})
