import { describe, expect, test } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import { FAULTS } from '@/testing/fake-billing-api/fault-catalogue'
import { problemOf } from '@/testing/console/problem-of'
import { useChanges } from '@/testing/console/use-changes'
import { runOperation } from '../run-operation'

const writes = useChanges()
const MINUTE = 60_000

describe('a write whose end is not known', () => {
  test.each([
    ['reset-after', 'UNKNOWN', /^It is in effect: it ends on .+ It may have been done by someone else\.$/],
    ['500-html-after', 'UNKNOWN', /^It is in effect: /],
    ['timed-out-after', 'UNKNOWN', /^It is in effect: /],
    ['rate-limited-after', 'UNKNOWN', /^It is in effect: /],
    ['refused-after', 'UNKNOWN', /^It is in effect: /],
    ['stale-reads', 'ACCEPTED', /^Cancelled: it ends on /],
  ] as const)('%s: is %s, and confirmed once it shows', async (fault, state, detail) => {
    const { subscribe, cancel, get, after, now, audit, meets, received } = writes()
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

  test('is not believed to be gone by what answers 404 for less than the quiet period', async () => {
    const { subscribe, remove, get, after, api, meets } = writes()
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

  test('is not applied where two reads after the quiet period show nothing new, and may be tried again', async () => {
    const { subscribe, cancel, get, after, meets } = writes()
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

  test('that the API accepted is never said not to be applied: a person looks, and closes it', async () => {
    const { subscribe, cancel, get, after, api, context, audit } = writes()
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
    await after(1)
    expect(await cancel(id)).toMatchObject({ state: 'CONFIRMED' })
  })

  test('and which cannot be read for a quarter of an hour needs a person too', async () => {
    const { subscribe, cancel, get, after, meets } = writes()
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
    writes().api.faults.clear()
  })

  test('and which no console looked after for long is looked at as often as if it were new', async () => {
    const { subscribe, cancel, get, after, meets } = writes()
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

  test('is not confirmed by any other change, and a change begins the quiet anew', async () => {
    const { subscribe, cancel, get, after, api, meets } = writes()
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
