import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnderWay } from '@/contract/console/change'
import { tally, volume } from '@/scripts/test/volume.mjs'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { KillableRunner } from '@/testing/console/killable-runner'
import { testContext } from '@/testing/console/test-context'
import { withEnvironment } from '@/testing/console/with-environment'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { type FakeBillingApi, startFakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { emptyIndexMemory, ObjectIndex } from '../object-index/object-index'
import { runOperation } from '../run-operation'
import { parseSettings } from '../settings'
import { sourceOf } from '../source'
import { subscriptionChanges } from '../store/schema'

/* Two console processes on one store run a batch while they are killed. The embedded database belongs to one process. */

const ROWS = volume({ test: 6, prove: 200 })
const KILLS = volume({ test: 1, prove: 8 })

let api: FakeBillingApi
let store: Awaited<ReturnType<typeof openFreshConsoleStore>>
let consoles: KillableRunner[]
let settings: Record<string, string>

withEnvironment({ LOG_LEVEL: 'silent' })
beforeAll(async () => {
  api = await startFakeBillingApi()
  store = await openFreshConsoleStore()
  globalThis.consoleStoreOpening = Promise.resolve(store)
  settings = { BILLING_API_BASE_URL: api.url, BILLING_API_KEY: api.key }
  const processes = testDatabaseUrl() === undefined ? [1] : [1, 2]
  consoles = processes.map(() => new KillableRunner({ ...store.settings, ...settings }))
}, 60_000)
afterAll(async () => {
  await Promise.all(consoles.map((each) => each.stop()))
  globalThis.consoleStoreOpening = undefined
  await store.close()
  await api.close()
})

/** Returns the context of an admin. */
const as = (name: string) => {
  const base = testContext('admin')
  const index = new ObjectIndex(sourceOf(parseSettings(settings)), emptyIndexMemory())
  return { ...base, actor: { ...base.actor, name }, environment: { ...base.environment, index } }
}

test('a batch whose processes are killed goes on, and sends no change twice', { timeout: 900_000 }, async () => {
  const ids = Array.from({ length: ROWS }, (_, nth) => `sub-${nth}-of-batch`)
  for (const id of ids) api.faults.addSubscription(id, { ...plainSubscription, endDate: null })
  const { batch } = await runOperation('startBatch', as('ann'), { action: 'cancel', ids })
  const batchId = batch.id
  const progress = async () => (await runOperation('getBatch', as('ann'), { batchId })).batch
  const until = { timeout: 800_000, interval: 200 }
  await expect.poll(async () => (await progress()).state, until).toBe('ready')
  const proposed = await runOperation('proposeBatch', as('ann'), { batchId, reason: 'Contract ended' })
  const proposedAt = proposed.batch.proposal?.at
  await runOperation('approveBatch', as('boss'), { batchId, reason: 'Checked', proposedAt })
  for (let kills = 0; kills < KILLS; kills += 1) {
    const enough = Math.floor(((kills + 1) * ROWS) / (KILLS + 2))
    const started = async () => {
      const { done, unknown, notDone } = (await progress()).counts
      return done + unknown + notDone
    }
    await expect.poll(started, until).toBeGreaterThanOrEqual(enough)
    await wait(100 * (kills % 5))
    await Promise.all(consoles.map((each) => each.kill()))
  }
  await expect.poll(async () => (await progress()).state, until).toBe('done')
  const changes = () => store.db.select().from(subscriptionChanges).where(eq(subscriptionChanges.batchId, batchId))
  await expect.poll(async () => (await changes()).every(({ state }) => !isUnderWay(state)), until).toBe(true)
  const received = ids.map((id) => api.faults.received.filter((write) => write.id === id).length)
  expect(Math.max(...received)).toBe(1)
  expect((await changes()).map(({ subscriptionId }) => subscriptionId).toSorted()).toEqual(ids.toSorted())
  // A kill leaves at most the change that each process was about to send.
  expect(received.filter((times) => times === 0).length).toBeLessThanOrEqual(KILLS)
  tally('changes of a batch that was killed', ROWS)
  tally('kills of the batch', KILLS)
})
