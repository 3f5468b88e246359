import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnderWay } from '../change'
import { tally } from '@/scripts/test/volume.mjs'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { KillableRunner } from '@/testing/console/killable-runner'
import { viewOf } from '@/testing/console/mutated-response'
import { testContext } from '@/testing/console/test-context'
import { withEnvironment } from '@/testing/console/with-environment'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { type FakeBillingApi, startFakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { BillingClient } from '@/lib/billing-api/server/billing-client'
import { emptyIndexMemory, ObjectIndex } from '@/lib/objects/server/object-index'
import { runOperation } from '@/lib/run-operation'
import { parseSettings } from '@/lib/core/server/settings'
import { sourceOf } from '@/lib/core/server/source'
import { subscriptionChanges } from '@/lib/store/schema'
import { factsOf } from './run-change'

/* Two console processes on one store run a group while they are killed. The embedded database belongs to one process. */

const ROWS = 200
const KILLS = 8

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
  const parsed = parseSettings(settings)
  const index = new ObjectIndex(sourceOf(parsed), emptyIndexMemory())
  const environment = { ...base.environment, index, billing: new BillingClient(parsed) }
  return { ...base, actor: { ...base.actor, name }, environment }
}

test('a group whose processes are killed goes on, and sends every change once', { timeout: 900_000 }, async () => {
  const ids = Array.from({ length: ROWS }, (_, nth) => `sub-${nth}-of-group`)
  for (const id of ids) api.faults.addSubscription(id, { ...plainSubscription, endDate: null })
  const seen = factsOf('cancel', {
    ...viewOf('subscription', { ...plainSubscription, id: 'sub', endDate: null }),
    asOf: new Date().toISOString(),
  })
  const rows = ids.map((id) => ({ id, seen, asOf: new Date().toISOString() }))
  const { group } = await runOperation('cancelSelected', as('ann'), { reason: 'Contract ended', rows })
  const changes = () => store.db.select().from(subscriptionChanges).where(eq(subscriptionChanges.groupId, group.id))
  for (const { id: changeId, subscriptionId: id, state } of await changes())
    if (state === 'PROPOSED') await runOperation('approveChange', as('boss'), { id, changeId, reason: 'Checked' })
  const started = async () => (await changes()).filter(({ sentAt }) => sentAt !== null).length
  const until = { timeout: 800_000, interval: 200 }
  for (let kills = 0; kills < KILLS; kills += 1) {
    const enough = Math.floor(((kills + 1) * ROWS) / (KILLS + 2))
    await expect.poll(started, until).toBeGreaterThanOrEqual(enough)
    await wait(100 * (kills % 5))
    await Promise.all(consoles.map((each) => each.kill()))
  }
  await expect.poll(async () => (await changes()).every(({ state }) => !isUnderWay(state)), until).toBe(true)
  const received = ids.map((id) => api.faults.received.filter((write) => write.id === id).length)
  expect(Math.max(...received)).toBe(1)
  // A kill leaves at most the change that each process had recorded as sent, and was about to send.
  expect(received.filter((times) => times === 0).length).toBeLessThanOrEqual(KILLS)
  expect((await changes()).map(({ subscriptionId }) => subscriptionId).toSorted()).toEqual(ids.toSorted())
  tally('changes of a group that was killed', ROWS)
  tally('kills of the group', KILLS)
})
