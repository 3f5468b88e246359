import type { Subscription } from '@/contract/billing/subscription'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { BillingError } from '../billing-error'
import { decideCancel, decideDelete, subscriptionStatusAt } from '../domain/subscription-state'
import { openFreshStore, testDatabaseUrl, type FreshStore } from '../store/fresh-store'
import { cancelSubscription } from './cancel-subscription'
import { deleteSubscription } from './delete-subscription'
import { getSubscription } from './get-subscription'
import { CREATED_AT, loadSamples, sampleSubscription } from './sample-resources'

vi.setConfig({ testTimeout: 180_000 })

/**
 * Subscriptions raced for in each test, and races under way at once: each asks for as many connections as it has calls.
 * The embedded database has one session: there a few races show all there is to show.
 */
const { RACES, LANES } = testDatabaseUrl() === undefined ? { RACES: 10, LANES: 1 } : { RACES: 1_000, LANES: 8 }

type Call = 'cancel' | 'delete'
type Stored = Partial<Subscription> & { startDate: string }

let store: FreshStore
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

/** What one caller got: the subscription, nothing but consent, or the code of a refusal. */
async function outcomeOf(answer: Promise<{ subscription: Subscription } | void>) {
  try {
    return (await answer)?.subscription ?? 'granted'
  } catch (error) {
    if (error instanceof BillingError) return error.code
    throw error
  }
}

/**
 * Calls at once for one subscription. Its clock moves by a millisecond whenever it is asked, which a call does while it
 * holds the row: so the readings say in which order the calls had it.
 */
async function race(merchantId: string, stored: Subscription, calls: Call[], firstMs: number) {
  const turns: { index: number; at: string }[] = []
  const clockOf = (index: number) => () => {
    const at = new Date(firstMs + turns.length).toISOString()
    turns.push({ index, at })
    return at
  }
  const { id } = stored
  const answers = await Promise.all(
    calls.map((call, index) => {
      const context = { db: store.db, merchantId, now: clockOf(index) }
      return outcomeOf(call === 'cancel' ? cancelSubscription(context, { id }) : deleteSubscription(context, { id }))
    }),
  )

  // The same calls one after the other, in that order, by the rules alone.
  let state = stored
  let effects = 0
  const expected: typeof answers = []
  for (const { index, at } of turns) {
    const decision = calls[index] === 'cancel' ? decideCancel(state, at) : decideDelete(state, at)
    if (decision.outcome === 'change') {
      state = { ...state, ...decision.change, updatedAt: at }
      effects += 1
    }
    const reads = { ...state, status: subscriptionStatusAt(state, at) }
    expected[index] = decision.outcome === 'refused' ? decision.code : calls[index] === 'cancel' ? reads : 'granted'
  }
  expect(answers).toEqual(expected)
  expect([turns.length, effects]).toEqual([calls.length, 1])

  const after = new Date(firstMs + calls.length).toISOString()
  const { plan: _, ...found } = await getSubscription({ db: store.db, merchantId, now: () => after }, { id })
  expect(found).toEqual({ ...state, status: subscriptionStatusAt(state, after) })
  return found
}

/** Races for `RACES` subscriptions, and counts how they ended by status. */
async function raceForAll(
  given: (index: number) => { stored: Stored; firstMs: number },
  calls: Call[],
): Promise<Record<string, number>> {
  const merchantId = await store.newMerchant()
  const all = Array.from({ length: RACES }, (_, index) => {
    const { stored, firstMs } = given(index)
    const { plan, ...subscription } = sampleSubscription(merchantId, { id: `sub_${index}`, ...stored })
    return { plan, subscription, firstMs }
  })
  await loadSamples(
    store,
    merchantId,
    all.map(({ plan, subscription }) => ({ kind: 'subscription', data: { ...subscription, plan } })),
  )
  const ended: Record<string, number> = {}
  const waiting = all.values()
  const lane = async () => {
    for (const { subscription, firstMs } of waiting) {
      const { status } = await race(merchantId, subscription, calls, firstMs)
      ended[status] = (ended[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  console.log(`${RACES} races of ${calls.join(', ')}: ended ${JSON.stringify(ended)}`)
  return ended
}

describe('calls at once for one subscription: exactly one has an effect, and every answer is true', () => {
  const inMarchMs = Date.parse('2026-03-10T12:00:00.000Z')

  test('four cancels', async () => {
    const stored = { startDate: CREATED_AT }
    expect(await raceForAll(() => ({ stored, firstMs: inMarchMs }), ['cancel', 'cancel', 'cancel', 'cancel'])).toEqual({
      active: RACES,
    })
  })

  test('cancels and deletes, of an active, an upcoming and an ended one', async () => {
    const upcoming = '2026-04-01T00:00:00.000Z'
    const ended = '2026-03-01T00:00:00.000Z'
    const given: Stored[] = [
      { status: 'active', startDate: CREATED_AT },
      { status: 'pendingActivation', startDate: upcoming },
      { status: 'draft', startDate: upcoming },
      { status: 'active', startDate: CREATED_AT, endDate: ended },
      { status: 'ended', startDate: CREATED_AT, endDate: ended },
    ]
    const one = (index: number) => ({ stored: given[index % 5] ?? { startDate: CREATED_AT }, firstMs: inMarchMs })
    expect(await raceForAll(one, ['cancel', 'delete', 'cancel', 'delete'])).toEqual({
      active: RACES / 5,
      deleted: (RACES * 4) / 5,
    })
  })

  test('cancels around the instant a pending one starts: it is deleted or it ends with its period, never both', async () => {
    const startMs = Date.parse('2026-04-30T00:00:00.000Z')
    const starting = (index: number) => ({
      stored: { status: 'pendingActivation' as const, startDate: new Date(startMs).toISOString() },
      // The row is first held from 3 ms before the start to 1 ms after it; the calls that follow come over the start.
      firstMs: startMs - 3 + (index % 5),
    })
    expect(await raceForAll(starting, ['cancel', 'cancel', 'cancel', 'cancel'])).toEqual({
      deleted: (RACES * 3) / 5,
      active: (RACES * 2) / 5,
    })
  })
})
