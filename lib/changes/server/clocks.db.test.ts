import { EventEmitter, once } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import { type Fault, FAULTS } from '@/testing/fake-billing-api/fault-catalogue'
import { problemOf } from '@/testing/console/problem-of'
import { useChanges } from '@/testing/console/use-changes'
import { runOperation } from '@/lib/run-operation'
import { STORE_CLOCK } from './store-clock'

const setup = useChanges()
const HOUR = 3_600_000

describe("the store's clock", () => {
  test('comes from the store', async () => {
    const [at, later] = [await STORE_CLOCK.storeNow(), await STORE_CLOCK.storeNow()]
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000)
    expect(later.getTime()).toBeGreaterThanOrEqual(at.getTime())
  })

  test('shortens no lease when it steps', async () => {
    const { subscribe, after, step, audit } = setup()
    const id = subscribe()
    const { sent, respond } = await cancelWithHeldResponse(id, { effect: 'none' })
    for (const ms of [HOUR, -2 * HOUR, 3 * HOUR]) {
      step(ms)
      await after(1_000)
      await after(1_000)
    }
    expect(await audit(id)).toEqual(['intent null', 'outcome unknown SENT'])
    respond()
    expect(await sent).toMatchObject({ state: 'ACCEPTED' })
  })

  test('shortens no quiet period when it steps forward', async () => {
    const { subscribe, cancel, get, after, step, meets } = setup()
    const id = subscribe()
    meets(id, 'reset-before')
    const { id: changeId } = await cancel(id)
    step(HOUR)
    for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000, 28_000]) await after(ms)
    expect(await get(changeId)).toMatchObject({ state: 'UNKNOWN' })
    for (const ms of [60_000, 60_000]) await after(ms)
    expect(await get(changeId)).toMatchObject({ state: 'NOT_APPLIED' })
  })

  test('ends every change in review at the latest when it is set back', async () => {
    const { subscribe, cancel, get, after, step, meets } = setup()
    const id = subscribe()
    meets(id, 'reset-before')
    const { id: changeId } = await cancel(id)
    step(-24 * HOUR)
    for (let minute = 0; minute < 20; minute += 1) await after(60_000)
    expect(await get(changeId)).toMatchObject({ state: 'NEEDS_REVIEW' })
  })

  test('refuses no new cancel when it is set back', async () => {
    const { subscribe, cancel, after, step, received } = setup()
    const id = subscribe()
    await cancel(id)
    await after(1)
    step(-HOUR)
    await cancel(id)
    expect(received(id)).toBe(2)
  })
})

/** Sends a cancel, waits until the billing API has responded, and withholds that response from the console. */
async function cancelWithHeldResponse(id: string, fault: Fault) {
  const { api, environment, cancel } = setup()
  const { billing } = environment
  api.faults.inject(fault, { id, operation: 'cancelSubscription', times: 1 })
  const gate = new EventEmitter()
  const isReleased = once(gate, 'respond')
  const write = billing.write.bind(billing)
  const held = vi
    .spyOn(billing, 'write')
    .mockImplementationOnce((...args) => write(...args).finally(async () => void (await isReleased)))
  const sent = cancel(id)
  sent.catch(() => undefined)
  await expect.poll(() => setup().received(id), { timeout: 20_000 }).toBe(1)
  held.mockRestore()
  return { sent, respond: () => void gate.emit('respond') }
}

/** Also waits until the other console has recorded the cancel as not applied. */
async function cancelRecordedAsNotApplied(id: string, fault: Fault) {
  const { after, audit } = setup()
  const { sent, respond } = await cancelWithHeldResponse(id, fault)
  for (const ms of [0, 31_000, 1_000, 31_000, 60_000, 1]) await after(ms)
  expect((await audit(id)).at(-1)).toBe('outcome not_applied NOT_APPLIED')
  return { sent, respond }
}

/** The effect does not show in this many reads. */
const staleForReads = (reads: number): Fault => ({ stale: { reads } })

describe('a response that comes after the change was recorded as not applied', () => {
  test('confirms it when it is a 2xx and the effect shows, on record', async () => {
    const { subscribe, audit, context, get } = setup()
    const id = subscribe()
    const { sent, respond } = await cancelRecordedAsNotApplied(id, staleForReads(3))
    respond()
    const change = await sent
    expect(change).toMatchObject({
      state: 'CONFIRMED',
      upstreamStatus: 202,
      detail: expect.stringMatching(/^Cancelled: .+ this was recorded as not applied before\.$/),
    })
    expect(await get(change.id)).toEqual(change)
    expect((await audit(id)).slice(-2)).toEqual(['outcome not_applied NOT_APPLIED', 'outcome done CONFIRMED'])
    const { entries } = await runOperation('getSubscriptionHistory', context(), { id })
    expect(entries[0]).toMatchObject({ outcome: 'done', detail: { corrects: 'NOT_APPLIED' } })
  })

  test('makes it accepted when it is a 2xx, until a read shows the effect', async () => {
    const { subscribe, after, get, audit } = setup()
    const id = subscribe()
    const { sent, respond } = await cancelRecordedAsNotApplied(id, staleForReads(5))
    respond()
    const { id: changeId, ...accepted } = await sent
    expect(accepted).toMatchObject({ state: 'ACCEPTED', isOpen: true })
    for (const ms of [1_000, 2_000, 4_000]) await after(ms)
    expect(await get(changeId)).toMatchObject({ state: 'CONFIRMED', isOpen: false })
    expect((await audit(id)).slice(-3)).toEqual([
      'outcome not_applied NOT_APPLIED',
      'outcome unknown ACCEPTED',
      'outcome done CONFIRMED',
    ])
  })

  test('makes it need review when a second cancel is open by then', async () => {
    const { subscribe, cancel, get, meets } = setup()
    const id = subscribe()
    const { sent, respond } = await cancelRecordedAsNotApplied(id, { effect: 'none' })
    meets(id, 'reset-before')
    const second = await cancel(id)
    respond()
    const first = await sent
    expect(first).toMatchObject({
      state: 'NEEDS_REVIEW',
      isOpen: false,
      upstreamStatus: 202,
      closed: { by: 'console' },
    })
    expect(first.detail).toMatch(/^The API accepted the cancel\./)
    expect(await get(second.id)).toMatchObject({ state: 'UNKNOWN', isOpen: true })
  })

  test("rejects it with the API's message when the API refuses", async () => {
    const { subscribe, get, audit } = setup()
    const id = subscribe()
    const { sent, respond } = await cancelRecordedAsNotApplied(id, FAULTS['409-message'] ?? {})
    respond()
    const problem = await problemOf(sent)
    expect(problem).toMatchObject({ code: 'refused', upstreamMessage: 'Words' })
    expect(await get(problem.changeId ?? '')).toMatchObject({ state: 'REJECTED', upstreamMessage: 'Words' })
    expect((await audit(id)).at(-1)).toBe('outcome refused REJECTED')
  })

  test('keeps it as not applied when the response is inconclusive', async () => {
    const { subscribe, audit } = setup()
    const id = subscribe()
    const { sent, respond } = await cancelRecordedAsNotApplied(id, FAULTS['500-text'] ?? {})
    respond()
    expect(await sent).toMatchObject({ state: 'NOT_APPLIED' })
    expect((await audit(id)).at(-1)).toBe('outcome not_applied NOT_APPLIED')
  })
})
