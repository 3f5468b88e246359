import { setTimeout as wait } from 'node:timers/promises'
import { asc } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { startFakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { KillableRunner } from '@/testing/console/killable-runner'
import { auditEntries, subscriptionChanges } from '@/lib/store/schema'

const HOUR = 3_600_000
/** The API takes this long to accept a cancel; the other console checks it many times meanwhile. */
const CANCEL_MS = 3_000
const seen = { status: 'active', endDate: null }

/** Starts a store, a billing API and console processes that share them; each clock is `stepMs` ahead. */
async function startConsoles(...stepsMs: readonly number[]) {
  const api = await startFakeBillingApi()
  const store = await openFreshConsoleStore()
  api.faults.addSubscription('sub', { ...plainSubscription, ...seen })
  api.faults.inject({ beforeMs: CANCEL_MS }, { operation: 'cancelSubscription' })
  const settings = { ...store.settings, BILLING_API_BASE_URL: api.url, BILLING_API_KEY: api.key }
  const runners = stepsMs.map((stepMs) => new KillableRunner({ ...settings, CLOCK_STEP_MS: String(stepMs) }))
  onTestFinished(async () => {
    await Promise.all(runners.map((runner) => runner.stop()))
    await store.close()
    await api.close()
  })
  const states = async () => {
    const entries = await store.db.select().from(auditEntries).orderBy(asc(auditEntries.sequence))
    return entries.flatMap(({ detail }) => JSON.parse(detail).state ?? [])
  }
  const state = async () => (await store.db.select().from(subscriptionChanges))[0]?.state
  return { api, runners, states, state }
}

// `npm test` has the rule by the store's clock, in clocks.db.test.ts.
describe('an accepted cancel of a real console', () => {
  test.each([90_000, -90_000])('is never recorded as not applied by a console %i ms ahead', async (stepMs) => {
    const { runners, states, state } = await startConsoles(0, stepMs)
    await runners[0]?.ask({ run: 1, action: 'cancel', id: 'sub', seen })
    await expect.poll(state, { timeout: 20_000 }).toBe('CONFIRMED')
    expect(await states()).toEqual(['SENT', 'CONFIRMED'])
  })

  test('is never recorded as not applied while its clock steps forward and back', async () => {
    const { runners, states, state } = await startConsoles(0)
    const response = runners[0]?.ask({ run: 1, action: 'cancel', id: 'sub', seen })
    await expect.poll(state, { timeout: 20_000 }).toBe('SENT')
    for (const stepMs of [90_000, -2 * HOUR, 3 * HOUR]) {
      await runners[0]?.stepClock(stepMs)
      await wait(500)
    }
    await response
    await expect.poll(state, { timeout: 20_000 }).toBe('CONFIRMED')
    expect(await states()).toEqual(['SENT', 'CONFIRMED'])
  })
})
