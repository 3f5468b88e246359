import { expect, test } from 'vitest'
import { hostname } from 'node:os'
import { spawnSync } from 'node:child_process'
import { eq } from 'drizzle-orm'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import { FAULTS } from '@/testing/fake-billing-api/fault-catalogue'
import { useChanges } from '@/testing/console/use-changes'
import { BillingClient } from '@/lib/billing-api/server/billing-client'
import { runOperation } from '@/lib/run-operation'
import { parseSettings } from '@/lib/core/server/settings'
import { consoleStore } from '@/lib/store/console-store'
import { subscriptionChanges } from '@/lib/store/schema'
import { claimChanges, releaseLeasesOfDeadProcesses } from './claim-changes'
import { THIS_PROCESS } from '@/lib/core/server/this-process'
import { changeSourceOf } from './change-store'
import { prepareChange } from './prepare-change'

const setup = useChanges()

/** Stores a change that a process left in this state. */
async function abandonChange(state: 'PREPARED' | 'SENT', holder: string): Promise<string> {
  const { subscribe, context, now } = setup()
  const requested = { action: 'cancel', id: subscribe(), reason: 'x' } as const
  const { id } = await prepareChange({ ...context(), intent: 1 }, requested)
  const db = await consoleStore()
  const sent = state === 'SENT' ? { sentAt: now().toISOString() } : {}
  await db
    .update(subscriptionChanges)
    .set({ state, holder, ...sent })
    .where(eq(subscriptionChanges.id, id))
  return id
}

/** Claims due changes `ms` milliseconds from now and returns their ids. */
const claim = async (ms = 0) => {
  const { environment, now } = setup()
  const { changeTiming: timing, storeClock } = environment
  const clock = { ...storeClock, storeNow: () => Promise.resolve(new Date(now().getTime() + ms)) }
  const claimed = await claimChanges({ changes: changeSourceOf(environment), clock, timing }, 8)
  return claimed.map(({ id }) => id)
}

/** Returns the holder name of a process of this machine that has ended. */
const deadProcess = () => `${hostname()}:${spawnSync('true').pid}:1`
/** The holder name of an earlier process with the id of this one, as a restarted container has. */
const PREDECESSOR = `${hostname()}:${process.pid}:1`

const ELSEWHERE = { source: '127.0.0.2:9', billingApi: 'http://127.0.0.2:9' }

test('a start records the changes of a stopped process as not sent or of unknown outcome', async () => {
  const { get, after } = setup()
  const [prepared, sent] = [await abandonChange('PREPARED', deadProcess()), await abandonChange('SENT', deadProcess())]
  expect(await claim()).toEqual([])
  await releaseLeasesOfDeadProcesses()
  await after(0)
  expect(await get(prepared)).toMatchObject({ state: 'NOT_SENT', isOpen: false })
  expect(await get(sent)).toMatchObject({ state: 'UNKNOWN', isOpen: true })
})

test('a start ends the leases of its predecessor, but not those of changes that it has itself begun', async () => {
  const { get, after } = setup()
  const [left, own] = [await abandonChange('SENT', PREDECESSOR), await abandonChange('SENT', THIS_PROCESS)]
  await releaseLeasesOfDeadProcesses()
  await after(0)
  expect(await get(left)).toMatchObject({ state: 'UNKNOWN' })
  expect(await get(own)).toMatchObject({ state: 'SENT' })
})

test('the lease of a process on another machine ends only when it expires', async () => {
  const { get, after } = setup()
  const sent = await abandonChange('SENT', 'elsewhere:1:1')
  await releaseLeasesOfDeadProcesses()
  await after(0)
  await after(29_000)
  expect(await get(sent)).toMatchObject({ state: 'SENT' })
  await after(1_001)
  expect(await get(sent)).toMatchObject({ state: 'UNKNOWN' })
})

test('concurrent claims return each due change exactly once', async () => {
  const { subscribe, cancel, api } = setup()
  const ids = Array.from({ length: 12 }, () => subscribe())
  for (const id of ids) api.faults.inject(FAULTS['reset-after'] ?? {}, { id, operation: 'cancelSubscription' })
  const sent = await Promise.all(ids.map((id) => cancel(id)))
  const claimed = (await Promise.all([claim(5_000), claim(5_000), claim(5_000)])).flat()
  expect(claimed.filter((id) => sent.some((change) => change.id === id)).toSorted()).toEqual(
    sent.map(({ id }) => id).toSorted(),
  )
  expect(await claim(5_000)).toEqual([])
})

test('claimChanges ignores the changes of another billing API', async () => {
  const { changeTiming: timing, storeClock: clock } = setup().environment
  await abandonChange('SENT', deadProcess())
  await releaseLeasesOfDeadProcesses()
  expect(await claimChanges({ changes: ELSEWHERE, clock, timing }, 8)).toEqual([])
})

test('listChanges ignores the changes of another billing API', async () => {
  const { context, subscribe, cancel, api } = setup()
  const id = subscribe()
  api.faults.inject(FAULTS['reset-after'] ?? {}, { id, operation: 'cancelSubscription', times: 1 })
  await cancel(id)
  const open = { state: 'open', subscriptionId: id }
  expect(await runOperation('listChanges', context(), open)).toMatchObject({
    count: 1,
    changes: [{ state: 'UNKNOWN' }],
  })
  const elsewhere = parseSettings({ BILLING_API_BASE_URL: ELSEWHERE.billingApi })
  const other = { ...context(), environment: { ...context().environment, billing: new BillingClient(elsewhere) } }
  expect(await runOperation('listChanges', other, open)).toEqual({ count: 0, changes: [], groups: [] })
})

test('two spellings of a billing API address share one open change and one list', async () => {
  const { context, subscribe, cancel, api } = setup()
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

test('a change stored by a version without sources keeps its lock, and is listed and claimed', async () => {
  const { context, subscribe } = setup()
  const id = subscribe()
  const requested = { action: 'cancel', id, reason: 'x' } as const
  const change = await prepareChange({ ...context(), intent: 1 }, requested)
  const db = await consoleStore()
  await db
    .update(subscriptionChanges)
    .set({ source: null, holder: deadProcess() })
    .where(eq(subscriptionChanges.id, change.id))
  await expect(runOperation('cancelSubscription', context(), { id, reason: 'Again' })).rejects.toMatchObject({
    problem: { code: 'change_open', changeId: change.id },
  })
  expect(await runOperation('listChanges', context(), { subscriptionId: id })).toMatchObject({ count: 1 })
  await releaseLeasesOfDeadProcesses()
  expect(await claim()).toContain(change.id)
})

test('two merchants behind one address have their own changes, even of the same subscription', async () => {
  const { context, subscribe, api } = setup()
  const id = subscribe()
  const ofMerchant = (name: string) => {
    const settings = { BILLING_API_BASE_URL: api.url, BILLING_API_KEY: api.key, CONSOLE_API_NAME: name }
    return {
      ...context(),
      environment: { ...context().environment, billing: new BillingClient(parseSettings(settings)) },
    }
  }
  const requested = { action: 'cancel', id, reason: 'x' } as const
  for (const name of ['merchant demo', 'merchant acme'])
    await prepareChange({ ...ofMerchant(name), intent: 1 }, requested)
  for (const name of ['merchant demo', 'merchant acme'])
    expect(await runOperation('listChanges', ofMerchant(name), { subscriptionId: id })).toMatchObject({ count: 1 })
})
