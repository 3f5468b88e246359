import { describe, expect, test, vi } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import { FAULTS } from '@/testing/fake-billing-api/fault-catalogue'
// oxlint-disable-next-line no-restricted-imports -- as above
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { jsonResponse, textResponse } from '@/testing/fake-billing-api/response'
import { seenOf } from '../seen-subscription'
import { problemOf } from '@/testing/console/problem-of'
import { useChanges } from '@/testing/console/use-changes'
import { runOperation } from '@/lib/run-operation'

const writes = useChanges()
const MINUTE = 60_000

const done = (id: string) => writes().api.faults.effects.filter((effect) => effect.id === id).length

/** Makes the console's store unavailable before the API responds. */
function withStoreLost() {
  const lost = Promise.reject(new Error('gone'))
  lost.catch(() => undefined)
  globalThis.consoleStoreOpening = lost
  return {}
}

describe('requestChange', () => {
  test('confirms a cancel when the second read shows the effect, and audits each step', async () => {
    const { subscribe, cancel, audit, received } = writes()
    const id = subscribe()
    expect(await cancel(id)).toMatchObject({
      action: 'cancel',
      subscriptionId: id,
      state: 'CONFIRMED',
      detail: expect.stringMatching(/^Cancelled: it ends on /),
      isOpen: false,
      nextCheckAt: null,
      upstreamStatus: 202,
    })
    expect([received(id), done(id)]).toEqual([1, 1])
    expect(await audit(id)).toEqual(['intent null', 'outcome unknown SENT', 'outcome done CONFIRMED'])
  })

  test('describes a confirmed delete as deleted', async () => {
    const { subscribe, remove } = writes()
    const ended = { status: 'ended', endDate: '2026-02-05T00:00:00Z' }
    expect(await remove(subscribe(ended))).toMatchObject({ action: 'delete', state: 'CONFIRMED', detail: 'Deleted.' })
  })

  test('says when there was nothing to change, and records it as not needed', async () => {
    const { subscribe, cancel, api, audit } = writes()
    const id = subscribe({ endDate: '2091-01-01T00:00:00Z', billingCadence: 'oneTime' })
    api.faults.inject({ effect: 'none' }, { id, operation: 'cancelSubscription' })
    expect(await cancel(id)).toMatchObject({
      state: 'CONFIRMED',
      detail: 'It already ends on 31 Dec 2090, as before: there was nothing to change.',
    })
    expect((await audit(id)).at(-1)).toBe('outcome not_needed CONFIRMED')
  })

  test('does not send a stale change, and lists what has changed', async () => {
    const { subscribe, cancel, received } = writes()
    const id = subscribe({ planId: 'plan-new' })
    const seen = { status: 'active', endDate: '2027-03-01T00:00:00.000Z', planId: 'plan-new', updatedAt: null }
    const change = await cancel(id, { seen })
    expect(change).toMatchObject({
      state: 'STALE',
      isOpen: false,
      detail:
        'Nothing was sent: the subscription has changed since you looked. Its last day was 28 Feb 2027 and is none.',
    })
    expect(change.differences).toContainEqual({ field: 'endDate', seen: '2027-03-01T00:00:00.000Z', found: null })
    expect(received(id)).toBe(0)
  })

  test('sends the change when only `updatedAt` or the notation of a date differs', async () => {
    const { subscribe, cancel } = writes()
    const id = subscribe({ startDate: '2026-01-05T00:00:00Z' })
    const seen = { status: 'active', startDate: '2026-01-05T01:00:00+01:00', updatedAt: '2020-01-01T00:00:00.000Z' }
    expect(await cancel(id, { seen })).toMatchObject({ state: 'CONFIRMED' })
  })

  test.each([
    { cancelled: false },
    { data: null, errors: [{ message: 'Locked' }] },
    { error: 'Locked' },
    { status: 'failed' },
    { data: { Success: 'false' } },
    { errors: { id: ['locked'] } },
    [{ ok: false }],
  ])('does not say that the API accepted it when its 200 denies it: %j', async (body) => {
    const { subscribe, cancel, api } = writes()
    const id = subscribe()
    api.faults.inject({ response: jsonResponse(body), effect: 'none' }, { id, operation: 'cancelSubscription' })
    expect(await cancel(id)).toMatchObject({
      state: 'UNKNOWN',
      detail: expect.stringContaining('says that the cancel was not done'),
    })
  })

  test('sends the change for a status of any length', async () => {
    const { subscribe, cancel, context } = writes()
    const id = subscribe({ status: 'on hold '.repeat(60) })
    const seen = seenOf(await runOperation('getSubscription', context(), { id }))
    expect(await cancel(id, { seen })).toMatchObject({ state: 'CONFIRMED' })
  })

  test('sends the change while failing invoices keep the circuit breaker of reads open', async () => {
    const { subscribe, cancel, context, api, environment, received } = writes()
    const id = subscribe()
    await runOperation('getSubscription', context(), { id })
    const invoices = Array.from({ length: 60 }, (_, index) => `failing-${index}`)
    for (const invoiceId of invoices) api.faults.inject(FAULTS['500-text'] ?? {}, { id: invoiceId })
    for (let first = 0; first < invoices.length; first += 20)
      await Promise.allSettled(
        invoices.slice(first, first + 20).map((invoiceId) => runOperation('getInvoice', context(), { invoiceId })),
      )
    expect(environment.billing.breakers().reads).toBe('open')
    expect(await cancel(id)).toMatchObject({ state: 'CONFIRMED' })
    expect(received(id)).toBe(1)
  })

  test.each([
    ['500-text', 'not_sent', 500],
    ['404-empty', 'not_found', 404],
    ['401-error', 'key_not_accepted', 401],
    ['invalid-json', 'not_sent', 200],
  ] as const)('does not send the change when the first read fails: %s', async (fault, code, upstreamStatus) => {
    const { subscribe, cancel, get, meets, received } = writes()
    const id = subscribe()
    meets(id, fault, 'getSubscription', 3)
    const problem = await problemOf(cancel(id))
    expect(problem).toMatchObject({ code, outcome: 'none', upstreamStatus })
    expect(await get(problem.changeId ?? '')).toMatchObject({ state: 'NOT_SENT', isOpen: false })
    expect(received(id)).toBe(0)
  })

  test('ends the change as not sent when recording it as sent took too long, and lets it be sent again', async () => {
    const { environment, subscribe, cancel, get, audit, now, after, received } = writes()
    const { storeClock } = environment
    const id = subscribe()
    const elapsedMs = vi.spyOn(storeClock, 'elapsedMs')
    const storeNow = vi.spyOn(storeClock, 'storeNow').mockResolvedValueOnce(now())
    storeNow.mockImplementationOnce(() => {
      elapsedMs.mockReturnValueOnce(storeClock.elapsedMs() + 6_000)
      return Promise.resolve(now())
    })
    const problem = await problemOf(cancel(id))
    expect(problem).toMatchObject({ code: 'not_sent', outcome: 'none' })
    expect(await get(problem.changeId ?? '')).toMatchObject({ state: 'NOT_SENT', isOpen: false })
    expect((await audit(id)).at(-1)).toBe('outcome not_sent NOT_SENT')
    expect(received(id)).toBe(0)
    await after(1)
    expect(await cancel(id)).toMatchObject({ state: 'CONFIRMED' })
    expect(received(id)).toBe(1)
  })

  test("rejects the change with the API's message when the API refuses and no effect shows", async () => {
    const { subscribe, cancel, get, audit, meets } = writes()
    const id = subscribe()
    meets(id, '409-message')
    const problem = await problemOf(cancel(id))
    expect(problem).toMatchObject({ code: 'refused', outcome: 'none', upstreamStatus: 409, upstreamMessage: 'Words' })
    expect(problem.detail).toMatch(/^Nothing was changed: it is active, no end date, as before\. /)
    expect(await get(problem.changeId ?? '')).toMatchObject({ state: 'REJECTED', upstreamMessage: 'Words' })
    expect((await audit(id)).at(-1)).toBe('outcome refused REJECTED')
  })

  test('keeps the body of a refusal in which it finds no message', async () => {
    const { subscribe, cancel, get, api } = writes()
    const id = subscribe()
    const response = jsonResponse({ code: 17 }, { status: 409 })
    api.faults.inject({ response, effect: 'none' }, { id, operation: 'cancelSubscription', times: 1 })
    const problem = await problemOf(cancel(id))
    expect(problem).toMatchObject({ code: 'refused', upstreamBody: '{"code":17}' })
    expect(problem.detail).toContain('See “Show the response”.')
    expect(await get(problem.changeId ?? '')).toMatchObject({ upstreamMessage: null, upstreamBody: '{"code":17}' })
  })

  test('keeps the message of a 2xx response, whatever it says', async () => {
    const { subscribe, cancel, api, get } = writes()
    const id = subscribe()
    const response = jsonResponse({ cancelled: false, error: 'Customer may not cancel' })
    api.faults.inject({ response }, { id, operation: 'cancelSubscription', times: 1 })
    const change = await cancel(id)
    expect(change).toMatchObject({ state: 'CONFIRMED', upstreamMessage: 'Customer may not cancel' })
    expect(await get(change.id)).toMatchObject({ upstreamMessage: 'Customer may not cancel' })
  })

  test.each([
    ['an unknown status', { status: 'cancelled' }],
    ['a 404', undefined],
  ])('does not reject a refused change when the subscription shows %s', async (_, changes) => {
    const { subscribe, cancel, after, get, api, meets } = writes()
    const id = subscribe()
    const shown = changes ? jsonResponse({ ...plainSubscription, id, ...changes }) : textResponse('', { status: 404 })
    meets(id, '409-message')
    api.faults.inject({ response: shown }, { id, operation: 'getSubscription', times: 2 })
    api.faults.inject({}, { id, operation: 'getSubscription', times: 1 })
    const { id: changeId } = await cancel(id)
    await after(1_000)
    expect(await get(changeId)).toMatchObject({
      state: 'UNKNOWN',
      detail: expect.stringContaining('Not known yet whether it changed anything.'),
    })
  })

  test.each(['html', 'truncated', 'truncated-json'] as const)(
    'does not count an unreadable 2xx (%s) as accepted, unless the effect shows',
    async (fault) => {
      const { subscribe, cancel, api, meets } = writes()
      const [shows, not] = [subscribe(), subscribe()]
      meets(shows, fault)
      expect(await cancel(shows)).toMatchObject({ state: 'CONFIRMED', detail: expect.stringMatching(/^Cancelled: /) })
      const { response } = FAULTS[fault] ?? {}
      api.faults.inject({ effect: 'none', response }, { id: not, operation: 'cancelSubscription', times: 1 })
      expect(await cancel(not)).toMatchObject({
        state: 'UNKNOWN',
        detail: expect.stringMatching(/^The response to the cancel was not in the API’s format\. Not known yet/),
      })
    },
  )

  test('neither confirms an unreadable 2xx by a 404, nor ever calls it safe to repeat', async () => {
    const { subscribe, remove, after, get, api, meets } = writes()
    const id = subscribe({ status: 'ended', endDate: '2026-02-05T00:00:00Z' })
    const { response } = FAULTS['html'] ?? {}
    api.faults.inject({ effect: 'none', response }, { id, operation: 'deleteSubscription', times: 1 })
    meets(id, '404-html', 'getSubscription')
    api.faults.inject({}, { id, operation: 'getSubscription', times: 1 })
    const { id: changeId, state } = await remove(id)
    expect(state).toBe('UNKNOWN')
    for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]) await after(ms)
    for (let minute = 0; minute < 14; minute += 1) await after(MINUTE)
    expect(await get(changeId)).toMatchObject({ state: 'NEEDS_REVIEW', upstreamStatus: 200 })
  })

  test('keeps a change without effect and response open until the quiet period is over', async () => {
    const { subscribe, cancel, after, get, meets } = writes()
    const id = subscribe({ endDate: '2091-01-01T00:00:00Z', billingCadence: 'oneTime' })
    meets(id, 'reset-before')
    const { id: changeId } = await cancel(id)
    for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000]) await after(ms)
    expect(await get(changeId)).toMatchObject({ state: 'UNKNOWN' })
    await after(30_000)
    expect(await get(changeId)).toMatchObject({
      state: 'CONFIRMED',
      detail: 'It already ends on 31 Dec 2090, as before: there was nothing to change.',
    })
  })

  test('accepts no other subscription as the current state or as evidence', async () => {
    const { subscribe, cancel, remove, after, get, api, received } = writes()
    const id = subscribe()
    const another = jsonResponse({ ...plainSubscription, id: 'another', endDate: '2026-12-15T00:00:00Z' })
    const respondWithAnother = (times: number) =>
      api.faults.inject({ response: another }, { id, operation: 'getSubscription', times })
    respondWithAnother(1)
    expect(await problemOf(remove(id))).toMatchObject({ code: 'not_sent', outcome: 'none' })
    expect(received(id)).toBe(0)
    await after(1)

    api.faults.inject({ effect: 'none' }, { id, operation: 'cancelSubscription', times: 1 })
    respondWithAnother(3)
    api.faults.inject({}, { id, operation: 'getSubscription', times: 1 })
    const { id: changeId } = await cancel(id)
    for (const ms of [1_000, 2_000]) await after(ms)
    expect(await get(changeId)).toMatchObject({ state: 'ACCEPTED' })
  })

  test('records the outcome as soon as the store is available again', async () => {
    const { subscribe, cancel, get, api } = writes()
    const id = subscribe()
    const opened = globalThis.consoleStoreOpening
    api.faults.inject({ effect: 'none', response: withStoreLost }, { id, operation: 'cancelSubscription', times: 1 })
    const { id: changeId, state } = await cancel(id).finally(() => {
      globalThis.consoleStoreOpening = opened
    })
    expect(state).toBe('SENT')
    await vi.waitFor(async () => expect(await get(changeId)).toMatchObject({ state: 'ACCEPTED' }), {
      timeout: 10_000,
    })
  })

  test('sends nothing when the store cannot record the change as sent', async () => {
    const { subscribe, cancel, api, received } = writes()
    const id = subscribe()
    const opened = globalThis.consoleStoreOpening
    api.faults.inject({ response: withStoreLost }, { id, operation: 'getSubscription', times: 1 })
    try {
      expect(await problemOf(cancel(id))).toMatchObject({ code: 'store_unavailable', status: 503, outcome: 'none' })
    } finally {
      globalThis.consoleStoreOpening = opened
    }
    expect(received(id)).toBe(0)
  })

  test('names the store as a possible cause when an unsent change could not be recorded', async () => {
    const { subscribe, cancel, get, after, api } = writes()
    const id = subscribe()
    const opened = globalThis.consoleStoreOpening
    api.faults.inject({ response: withStoreLost }, { id, operation: 'getSubscription', times: 1 })
    const { changeId = '' } = await problemOf(cancel(id)).finally(() => {
      globalThis.consoleStoreOpening = opened
    })
    // The first round after the lease of 30 s may be busy with other changes.
    for (let round = 0; round < 5; round += 1) await after(31_000)
    expect(await get(changeId)).toMatchObject({
      state: 'NOT_SENT',
      detail: 'Nothing was sent: the console stopped, or could not write to its store, before the request was sent.',
    })
  })
})

const BY_ANN = / ann@example\.com cancelled it on \d+ \w+ \d{4}, .* UTC\./
/** Cancels a subscription as an agent. */
const cancelAs = async (agent: string, id: string, seen = {}) => {
  const { context, after } = writes()
  // Beyond the instant of the change before.
  await after(1)
  return (await runOperation('cancelSubscription', context(agent), { id, reason: 'Asked for', seen })).change
}

describe('a second change of a subscription', () => {
  test('names who cancelled first, and when, to an agent who had loaded the page before', async () => {
    const { subscribe, received } = writes()
    const id = subscribe()
    await cancelAs('ann', id)
    const second = await cancelAs('ben', id, { status: 'active', endDate: null })
    expect(second).toMatchObject({ state: 'STALE', detail: expect.stringMatching(BY_ANN) })
    expect(received(id)).toBe(1)
  })

  test('is recorded as not needed and names the first agent, also when the API ends later than the forecast', async () => {
    const { subscribe, audit } = writes()
    const id = subscribe()
    await cancelAs('ann', id)
    for (const agent of ['ben', 'cleo']) {
      const repeated = await cancelAs(agent, id)
      expect(repeated).toMatchObject({ state: 'CONFIRMED', detail: expect.stringMatching(BY_ANN) })
      expect(repeated.detail).toContain('there was nothing to change.')
      expect((await audit(id)).at(-1)).toBe('outcome not_needed CONFIRMED')
    }
  })

  test('does not name the first agent when the end is another', async () => {
    const { subscribe, api } = writes()
    const id = subscribe()
    await cancelAs('ann', id)
    const moved = jsonResponse({ ...plainSubscription, id, billingCadence: 'oneTime', endDate: '2091-01-01T00:00:00Z' })
    api.faults.inject({ response: moved }, { id, operation: 'getSubscription' })
    const repeated = await cancelAs('ben', id)
    expect(repeated.detail).toBe('It already ends on 31 Dec 2090, as before: there was nothing to change.')
  })

  test('keeps the name of the first agent in the refusal of the API', async () => {
    const { subscribe, meets } = writes()
    const id = subscribe()
    await cancelAs('ann', id)
    meets(id, '409-message')
    const problem = await problemOf(cancelAs('ben', id))
    expect(problem).toMatchObject({ code: 'refused', detail: expect.stringMatching(BY_ANN) })
  })

  test('names who deleted a subscription that the API no longer knows', async () => {
    const { subscribe, context, after, remove } = writes()
    const id = subscribe({ status: 'draft', startDate: '2999-01-01T00:00:00.000Z' })
    await runOperation('deleteSubscription', context('ann'), { id, reason: 'Cleaning up' })
    await after(1)
    expect(await problemOf(remove(id))).toMatchObject({
      code: 'not_found',
      detail: expect.stringMatching(/ ann@example\.com deleted it on .* UTC\.$/),
    })
  })

  test('is refused when it arrived before the first had ended', async () => {
    const { subscribe, cancel, context, received } = writes()
    const id = subscribe()
    const late = context('late')
    const { id: changeId } = await cancel(id)
    const problem = await problemOf(runOperation('cancelSubscription', late, { id, reason: 'Asked for' }))
    expect(problem).toMatchObject({ code: 'change_open', changeId })
    expect(problem.detail).toMatch(/That change has ended meanwhile\. Check its outcome first\.$/)
    expect(received(id)).toBe(1)
  })

  test('is not sent when both arrive at once, and its refusal names the agent of the first', async () => {
    const { subscribe, context, get, received } = writes()
    const id = subscribe()
    const ask = (agent: string) => runOperation('cancelSubscription', context(agent), { id, reason: 'Asked for' })
    const results = await Promise.allSettled([ask('ann'), ask('ben')])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [first] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.change] : []))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.problem] : []))
    expect(refused).toMatchObject([
      { code: 'change_open', changeId: first?.id, detail: expect.stringContaining(first?.actor ?? '?') },
    ])
    expect(await get(first?.id ?? '')).toMatchObject({ state: 'CONFIRMED' })
    expect(received(id)).toBe(1)
  })
})
