import { describe, expect, test, vi } from 'vitest'
import { FAULTS } from '@/testing/fake-billing-api/fault-catalogue'
import { problemOf } from '@/testing/console/problem-of'
import { useChanges } from '@/testing/console/use-changes'
import { readActivity } from '@/lib/activity/server/read-activity'
import { BillingClient } from '@/lib/billing-api/server/billing-client'
import { consoleStore } from '@/lib/store/console-store'
import { findNamed } from '@/lib/objects/server/search-index'
import { log } from '@/lib/core/server/log'
import { runOperation } from '@/lib/run-operation'
import { prepareChange } from './prepare-change'
import { startReconciler } from './reconcile-changes'

const setup = useChanges()
const MINUTE = 60_000

describe('a change of unknown outcome', () => {
  test.each([
    ['reset-after', 'UNKNOWN', /^It is in effect: it ends on .+ It may have been done by someone else\.$/],
    ['500-html-after', 'UNKNOWN', /^It is in effect: /],
    ['timed-out-after', 'UNKNOWN', /^It is in effect: /],
    ['rate-limited-after', 'UNKNOWN', /^It is in effect: /],
    ['refused-after', 'UNKNOWN', /^It is in effect: /],
    ['stale-reads', 'ACCEPTED', /^Cancelled: it ends on /],
  ] as const)('after %s is %s, and is confirmed once the effect shows', async (fault, state, detail) => {
    const { subscribe, cancel, get, after, now, audit, meets, received } = setup()
    const id = subscribe()
    meets(id, fault)
    const change = await cancel(id)
    const nextCheckAt = new Date(now().getTime() + 1_000).toISOString()
    expect(change).toMatchObject({ state, isOpen: true, nextCheckAt })
    for (const ms of [1_000, 2_000, 4_000]) await after(ms)
    expect(await get(change.id)).toMatchObject({
      state: 'CONFIRMED',
      isOpen: false,
      nextCheckAt: null,
      detail: expect.stringMatching(detail),
    })
    expect(received(id)).toBe(1)
    expect(await audit(id)).toEqual([
      'intent null',
      'outcome unknown SENT',
      `outcome unknown ${state}`,
      'outcome done CONFIRMED',
    ])
  })

  test('is checked to its end, and does not bring back a customer that was forgotten meanwhile', async () => {
    const { subscribe, cancel, get, after, meets, environment, context } = setup()
    const id = subscribe({ customerId: 'cus_forgotten' })
    meets(id, 'reset-after')
    const change = await cancel(id)
    await environment.index.written()
    const rows = async () => {
      await environment.index.written()
      return findNamed(await consoleStore(), environment.index.source, 'cus_forgotten')
    }
    expect(await rows()).toMatchObject([{ id: 'cus_forgotten' }, { id }])
    const admin = { ...context(), actor: { name: 'admin@example.com', role: 'admin' } as const }
    await runOperation('forgetCustomer', admin, { externalId: 'cus_forgotten' })
    for (const ms of [1_000, 2_000, 4_000]) await after(ms)
    expect(await get(change.id)).toMatchObject({ state: 'CONFIRMED' })
    expect(await rows()).toEqual([])
  })

  test('is not confirmed by 404 responses before the quiet period is over', async () => {
    const { subscribe, remove, get, after, api, meets } = setup()
    const ended = { status: 'ended', endDate: '2026-02-05T00:00:00Z' }
    const [lost, applied] = [subscribe(ended), subscribe(ended)]
    api.faults.inject(FAULTS['reset-before'] ?? {}, { id: lost, operation: 'deleteSubscription', times: 1 })
    api.faults.inject(FAULTS['reset-after'] ?? {}, { id: applied, operation: 'deleteSubscription', times: 1 })
    const [{ id: lostId }, { id: appliedId }] = [await remove(lost), await remove(applied)]
    meets(lost, '404-html', 'getSubscription', 5)
    meets(applied, '404-html', 'getSubscription', Number.POSITIVE_INFINITY)
    for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000]) await after(ms)
    for (const id of [lostId, appliedId]) expect(await get(id)).toMatchObject({ state: 'UNKNOWN' })
    await after(30_000)
    expect(await get(lostId)).toMatchObject({ state: 'UNKNOWN' })
    expect(await get(appliedId)).toMatchObject({ state: 'CONFIRMED' })
    api.faults.clear()
  })

  test('becomes NOT_APPLIED after two unchanged reads past the quiet period, and can be requested again', async () => {
    const { subscribe, cancel, get, after, meets } = setup()
    const id = subscribe()
    meets(id, 'reset-before')
    const { id: changeId } = await cancel(id)
    for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000]) await after(ms)
    await after(30_000)
    expect(await get(changeId)).toMatchObject({ state: 'UNKNOWN', isOpen: true })
    await after(MINUTE)
    expect(await get(changeId)).toMatchObject({
      state: 'NOT_APPLIED',
      isOpen: false,
      detail: expect.stringContaining('It is safe to try again.'),
    })
    await after(1)
    expect(await cancel(id)).toMatchObject({ state: 'CONFIRMED' })
  })

  test('needs review, and never becomes NOT_APPLIED, when the API accepted it', async () => {
    const { subscribe, cancel, get, after, api, context, audit } = setup()
    const id = subscribe()
    api.faults.inject({ effect: 'none' }, { id, operation: 'cancelSubscription', times: 1 })
    const { id: changeId } = await cancel(id)
    for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]) await after(ms)
    for (let minute = 0; minute < 14; minute += 1) await after(MINUTE)
    expect(await get(changeId)).toMatchObject({ state: 'NEEDS_REVIEW', isOpen: true, nextCheckAt: null })
    expect(await problemOf(cancel(id))).toMatchObject({ code: 'change_open', status: 409, changeId })
    const note = 'Done by hand in the API’s own console'
    const close = { changeId, note }
    expect((await runOperation('closeChange', context('admin'), close)).change).toMatchObject({
      state: 'NEEDS_REVIEW',
      isOpen: false,
      closed: { by: 'admin@example.com', note },
    })
    expect(await problemOf(runOperation('closeChange', context(), close))).toMatchObject({ code: 'not_closable' })
    expect((await audit(id)).filter((entry) => entry.endsWith('NEEDS_REVIEW'))).toHaveLength(2)
    const activity = (actor: string) =>
      consoleStore().then((db) => readActivity(db, { actor, objectKind: 'subscription', objectId: id }, 10))
    expect(await activity('admin@')).toMatchObject([
      { action: 'closeChange', outcome: 'done', reason: note, detail: { change: changeId } },
    ])
    expect((await activity('agent@')).at(-1)).toMatchObject({
      action: 'cancelSubscription',
      detail: { state: 'NEEDS_REVIEW', closedBy: 'admin@example.com', note },
    })
    await after(1)
    expect(await cancel(id)).toMatchObject({ state: 'CONFIRMED' })
  })

  test('needs review when the subscription cannot be read for 15 minutes', async () => {
    const { subscribe, cancel, get, after, meets } = setup()
    const id = subscribe()
    meets(id, 'reset-after')
    const { id: changeId } = await cancel(id)
    meets(id, '401-error', 'getSubscription', Number.POSITIVE_INFINITY)
    for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]) await after(ms)
    expect(await get(changeId)).toMatchObject({ state: 'UNKNOWN' })
    for (let minute = 0; minute < 14; minute += 1) await after(MINUTE)
    expect(await get(changeId)).toMatchObject({
      state: 'NEEDS_REVIEW',
      detail: expect.stringContaining('could not be read again'),
    })
    setup().api.faults.clear()
  })

  test('starts again with short pauses when no console has run for a long time', async () => {
    const { subscribe, cancel, get, after, meets } = setup()
    const [applied, lost] = [subscribe(), subscribe()]
    meets(applied, 'reset-after')
    meets(lost, 'reset-before')
    const [{ id: appliedId }, { id: lostId }] = [await cancel(applied), await cancel(lost)]
    meets(applied, '401-error', 'getSubscription', 1)
    await after(20 * MINUTE)
    for (const id of [appliedId, lostId]) expect(await get(id)).toMatchObject({ state: 'UNKNOWN' })
    await after(2_000)
    expect(await get(appliedId)).toMatchObject({ state: 'CONFIRMED' })
    for (const ms of [4_000, 8_000, 16_000, 30_000]) await after(ms)
    expect(await get(lostId)).toMatchObject({ state: 'UNKNOWN' })
    await after(MINUTE)
    expect(await get(lostId)).toMatchObject({ state: 'NOT_APPLIED' })
  })

  test('is not confirmed by another change, which restarts the quiet checks', async () => {
    const { subscribe, cancel, get, after, api, meets } = setup()
    const id = subscribe()
    meets(id, 'reset-before')
    const { id: changeId } = await cancel(id)
    await after(61_000)
    api.faults.addSubscription(id, {
      status: 'frozen',
      startDate: '2026-01-05T00:00:00Z',
      billingCadence: 'monthly',
      customerId: 'c',
    })
    await after(MINUTE)
    await after(MINUTE)
    expect(await get(changeId)).toMatchObject({ state: 'UNKNOWN', isOpen: true })
  })
})

test('startReconciler warns once, at the start, about open changes of another billing API', async () => {
  const { context, environment, subscribe } = setup()
  const warn = vi.spyOn(log(), 'warn')
  const runOnce = async () => startReconciler(environment, { everyMs: 1 })()
  await runOnce()
  expect(warn).not.toHaveBeenCalled()

  const settings = { ...environment.billing.settings, BILLING_API_BASE_URL: 'http://127.0.0.2:9' }
  const elsewhere = { ...environment, billing: new BillingClient(settings) }
  const requested = { action: 'cancel', id: subscribe(), reason: 'x' } as const
  await prepareChange({ ...context(), environment: elsewhere, intent: 1 }, requested)
  await runOnce()
  expect(warn.mock.calls).toEqual([
    [{ event: 'change', others: [{ source: '127.0.0.2:9', open: 1 }] }, expect.stringContaining('another')],
  ])
})
