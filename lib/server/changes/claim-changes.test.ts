import { expect, test } from 'vitest'
import { hostname } from 'node:os'
import { spawnSync } from 'node:child_process'
import { eq } from 'drizzle-orm'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import { FAULTS } from '@/testing/fake-billing-api/fault-catalogue'
import { useChanges } from '@/testing/console/use-changes'
import { BillingClient } from '../billing-api/billing-client'
import { runOperation } from '../run-operation'
import { parseSettings } from '../settings'
import { consoleStore } from '../store/console-store'
import { subscriptionChanges } from '../store/schema'
import { claimChanges, releaseOfTheDead } from './claim-changes'
import { prepareChange } from './prepare-change'

const writes = useChanges()

/** A write that a process left behind in this state. */
async function leftBehind(state: 'PREPARED' | 'SENT', holder: string): Promise<string> {
  const { subscribe, context, now } = writes()
  const asked = { action: 'cancel', subscriptionId: subscribe(), reason: 'x', ticket: undefined, seen: {} } as const
  const { id } = await prepareChange({ ...context(), intent: 1 }, asked)
  const db = await consoleStore()
  const sent = state === 'SENT' ? { sentAt: now().toISOString() } : {}
  await db
    .update(subscriptionChanges)
    .set({ state, holder, ...sent })
    .where(eq(subscriptionChanges.id, id))
  return id
}

/** The ids of what is claimed so many milliseconds from now. */
const claim = async (ms = 0) => {
  const { environment, now } = writes()
  const { billing, changeTiming: timing, storeClock } = environment
  const clock = { ...storeClock, storeNow: () => Promise.resolve(new Date(now().getTime() + ms)) }
  const claimed = await claimChanges({ billingApi: billing.settings.BILLING_API_BASE_URL, clock, timing }, 8)
  return claimed.map(({ id }) => id)
}

/** A process of this machine that has ended. */
const deadProcess = () => `${hostname()}:${spawnSync('true').pid}`

test('what a stopped process had not sent was not sent, and what it had sent is not known: at once after a start', async () => {
  const { get, after } = writes()
  const [prepared, sent] = [await leftBehind('PREPARED', deadProcess()), await leftBehind('SENT', deadProcess())]
  expect(await claim()).toEqual([])
  await releaseOfTheDead()
  await after(0)
  expect(await get(prepared)).toMatchObject({ state: 'NOT_SENT', isOpen: false })
  expect(await get(sent)).toMatchObject({ state: 'UNKNOWN', isOpen: true })
})

test('what a process of another machine holds is left alone until it has held it too long', async () => {
  const { get, after } = writes()
  const sent = await leftBehind('SENT', 'elsewhere:1')
  await releaseOfTheDead()
  await after(0)
  await after(29_000)
  expect(await get(sent)).toMatchObject({ state: 'SENT' })
  await after(1_001)
  expect(await get(sent)).toMatchObject({ state: 'UNKNOWN' })
})

test('several processes share the work, and none does what another has in hand', async () => {
  const { subscribe, cancel, api } = writes()
  const ids = Array.from({ length: 12 }, () => subscribe())
  for (const id of ids) api.faults.inject(FAULTS['reset-after'] ?? {}, { id, operation: 'cancelSubscription' })
  const sent = await Promise.all(ids.map((id) => cancel(id)))
  const claimed = (await Promise.all([claim(5_000), claim(5_000), claim(5_000)])).flat()
  expect(claimed.filter((id) => sent.some((change) => change.id === id)).toSorted()).toEqual(
    sent.map(({ id }) => id).toSorted(),
  )
  expect(await claim(5_000)).toEqual([])
})

test('what belongs to another billing API is not read from this one', async () => {
  const { changeTiming: timing, storeClock: clock } = writes().environment
  await leftBehind('SENT', deadProcess())
  await releaseOfTheDead()
  expect(await claimChanges({ billingApi: 'http://127.0.0.1:9', clock, timing }, 8)).toEqual([])
})

test('nor is it listed beside what is open here', async () => {
  const { context, subscribe, cancel, api } = writes()
  const id = subscribe()
  api.faults.inject(FAULTS['reset-after'] ?? {}, { id, operation: 'cancelSubscription', times: 1 })
  await cancel(id)
  const open = { state: 'open', subscriptionId: id }
  expect(await runOperation('listChanges', context(), open)).toMatchObject({
    count: 1,
    changes: [{ state: 'UNKNOWN' }],
  })
  const elsewhere = parseSettings({ BILLING_API_BASE_URL: 'http://127.0.0.1:9' })
  const other = { ...context(), environment: { ...context().environment, billing: new BillingClient(elsewhere) } }
  expect(await runOperation('listChanges', other, open)).toEqual({ count: 0, operations: [] })
})

test('of one billing API one is open, and all are listed, however its address is written', async () => {
  const { context, subscribe, cancel, api } = writes()
  const id = subscribe()
  api.faults.inject(FAULTS['reset-after'] ?? {}, { id, operation: 'cancelSubscription', times: 1 })
  await cancel(id)
  const spelled = parseSettings({ BILLING_API_BASE_URL: `${api.url}/`, BILLING_API_KEY: api.key })
  const same = { ...context(), environment: { ...context().environment, billing: new BillingClient(spelled) } }
  await expect(runOperation('cancelSubscription', same, { id, reason: 'Again' })).rejects.toMatchObject({
    problem: { code: 'change_open' },
  })
  expect(await runOperation('listChanges', same, { subscriptionId: id })).toMatchObject({ count: 1 })
})
