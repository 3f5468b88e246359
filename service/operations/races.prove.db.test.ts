import { CancelSubscriptionOutput } from '@/contract/billing/operations'
import { ExpandedSubscription, type Subscription } from '@/contract/billing/subscription'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tally } from '../../scripts/test/volume.mjs'
import { BillingError } from '../refusals'
import { decideCancel, decideDelete, subscriptionStatusAt } from '../domain/subscription-state'
import { openFreshStore, testDatabaseUrl, type FreshStore } from '@/testing/service/fresh-store'
import { responseOf } from '@/testing/service/response-of'
import { cancelSubscription } from './cancel-subscription'
import { deleteSubscription } from './delete-subscription'
import { getSubscription } from './get-subscription'
import { SAMPLE_DATES } from '@/testing/service/samples/sample-customer'
import { sampleSubscription, type SampleSubscription } from '@/testing/service/samples/sample-subscription'
import { loadSamples } from '@/testing/service/load-samples'

vi.setConfig({ testTimeout: 300_000 })

const isPostgres = testDatabaseUrl() !== undefined
/**
 * Races per test, one subscription each, and parallel races. A race needs a connection for each call. The embedded
 * database has one session, so there the calls wait for each other.
 */
const RACES = 1_000
const LANES = isPostgres ? 8 : 1
/** Fewest races in which a call locked the row before an earlier call, as proof of overlap. Usually 7 of 10 do. */
const OVERTAKEN = isPostgres ? RACES / 10 : 0

type Call = 'cancel' | 'delete'

type Stored = Omit<SampleSubscription, 'plan'>

/** A subscription for a race from an instant on, and its expected state afterwards. */
interface Given {
  stored: Partial<Stored> & { startDate: string }
  firstMs: number
  ends: Pick<Subscription, 'status' | 'endDate'>
}

let store: FreshStore
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

/** Outcome of a call: the subscription, success without a body, or an error code. */
async function outcomeOf(response: Promise<string | void>) {
  try {
    const text = await response
    return text === undefined ? 'granted' : (await responseOf(CancelSubscriptionOutput, text)).subscription
  } catch (error) {
    if (error instanceof BillingError) return error.code
    throw error
  }
}

/**
 * Runs parallel calls for one subscription. The clock advances a millisecond at each reading. A call reads it while it
 * holds the row, so the readings show the order of the calls.
 */
async function race(
  merchantId: string,
  { stored, firstMs, ends }: Given & { stored: Stored },
  calls: Call[],
): Promise<{ wasOvertaken: boolean }> {
  const turns: { index: number; at: string }[] = []
  const clockOf = (index: number) => () => {
    const at = new Date(firstMs + turns.length).toISOString()
    turns.push({ index, at })
    return at
  }
  const { id } = stored
  const responses = await Promise.all(
    calls.map((call, index) => {
      const context = { db: store.db, merchantId, now: clockOf(index) }
      return outcomeOf(call === 'cancel' ? cancelSubscription(context, { id }) : deleteSubscription(context, { id }))
    }),
  )

  // Applies the rules to the same calls one by one in that order.
  let state = stored
  let effects = 0
  const expected: typeof responses = []
  for (const { index, at } of turns) {
    const given = { ...state, changedAt: state.updatedAt }
    const decision = calls[index] === 'cancel' ? decideCancel(given, at) : decideDelete(given, at)
    if (decision.outcome === 'change') {
      state = { ...state, ...decision.change, updatedAt: at }
      effects += 1
    }
    const reads = { ...state, status: subscriptionStatusAt(state, at) }
    expected[index] =
      decision.outcome === 'refused' ? decision.refusal.code : calls[index] === 'cancel' ? reads : 'granted'
  }
  expect(responses).toEqual(expected)
  expect([turns.length, effects]).toEqual([calls.length, 1])

  const after = new Date(firstMs + calls.length).toISOString()
  const keyHash = await store.newKeyHash(merchantId)
  const reading = getSubscription({ db: store.db, keyHash, now: () => after }, { id })
  const { plan: _, ...found } = await responseOf(ExpandedSubscription, reading)
  expect(found).toEqual({ ...state, status: subscriptionStatusAt(state, after) })
  expect(found).toMatchObject(ends)
  return { wasOvertaken: turns.some(({ index }, turn) => index !== turn) }
}

/** Runs `RACES` races and returns the number in which a call overtook another. */
async function raceForAll(calls: Call[], given: (index: number) => Given): Promise<number> {
  const merchantId = await store.newMerchant()
  const all = Array.from({ length: RACES }, (_, index) => {
    const { stored, ...rest } = given(index)
    const { plan, ...subscription } = sampleSubscription(merchantId, { id: `sub_${index}`, ...stored })
    return { plan, given: { ...rest, stored: subscription } }
  })
  await loadSamples(
    store,
    merchantId,
    all.map(({ plan, given: { stored } }) => ({ kind: 'subscription', data: { ...stored, plan } })),
  )
  const ended: Record<string, number> = {}
  let overtaken = 0
  const waiting = all.values()
  const lane = async () => {
    for (const { given: one } of waiting) {
      const { wasOvertaken } = await race(merchantId, one, calls)
      ended[one.ends.status] = (ended[one.ends.status] ?? 0) + 1
      overtaken += Number(wasOvertaken)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  tally(isPostgres ? 'races on PostgreSQL' : 'races on PGlite', RACES)
  console.log(
    `${RACES} races of ${calls.join(', ')}: ended ${JSON.stringify(ended)}; in ${overtaken} a call overtook another`,
  )
  return overtaken
}

describe('parallel calls for one subscription have exactly one effect and true responses', () => {
  const inMarch = '2026-03-10T12:00:00.000Z'
  const inMarchMs = Date.parse(inMarch)
  /** Ends of subscriptions from January 31 that are cancelled in March; a oneTime one has no period. */
  const PERIODIC = [
    { billingCadence: 'monthly', status: 'active', endDate: '2026-03-31T00:00:00.000Z' },
    { billingCadence: 'quarterly', status: 'active', endDate: '2026-04-30T00:00:00.000Z' },
    { billingCadence: 'annually', status: 'active', endDate: '2027-01-31T00:00:00.000Z' },
  ] as const
  const ONE_TIME = { billingCadence: 'oneTime', status: 'ended', endDate: inMarch } as const

  test('for four cancels', async () => {
    const overtaken = await raceForAll(['cancel', 'cancel', 'cancel', 'cancel'], (index) => {
      const { billingCadence, ...ends } = PERIODIC[index % 4] ?? ONE_TIME
      return { stored: { startDate: SAMPLE_DATES.createdAt, billingCadence }, firstMs: inMarchMs, ends }
    })
    expect(overtaken).toBeGreaterThanOrEqual(OVERTAKEN)
  })

  test('for cancels and deletes of an active, an upcoming and an ended subscription', async () => {
    const upcoming = '2026-04-01T00:00:00.000Z'
    const ended = '2026-03-01T00:00:00.000Z'
    const DELETED: Given['stored'][] = [
      { status: 'pendingActivation', startDate: upcoming },
      { status: 'draft', startDate: upcoming },
      { status: 'active', startDate: SAMPLE_DATES.createdAt, endDate: ended },
      { status: 'ended', startDate: SAMPLE_DATES.createdAt, endDate: ended },
    ]
    const overtaken = await raceForAll(['cancel', 'delete', 'cancel', 'delete'], (index) => {
      const stored = DELETED[index % 5]
      if (stored) {
        const { billingCadence } = PERIODIC[index % 4] ?? ONE_TIME
        const ends = { status: 'deleted' as const, endDate: stored.endDate ?? null }
        return { stored: { ...stored, billingCadence }, firstMs: inMarchMs, ends }
      }
      // Leaves out oneTime: its cancel ends it, so a delete afterwards also has an effect.
      const { billingCadence, ...ends } = PERIODIC[index % 3] ?? PERIODIC[0]
      return { stored: { startDate: SAMPLE_DATES.createdAt, billingCadence }, firstMs: inMarchMs, ends }
    })
    expect(overtaken).toBeGreaterThanOrEqual(OVERTAKEN)
  })

  test('for cancels around the start of a pending subscription, which is deleted or ends with its period', async () => {
    const startDate = '2026-04-30T00:00:00.000Z'
    const FIRST_PERIOD = [
      { billingCadence: 'monthly', status: 'active', endDate: '2026-05-30T00:00:00.000Z' },
      { billingCadence: 'quarterly', status: 'active', endDate: '2026-07-30T00:00:00.000Z' },
      { billingCadence: 'annually', status: 'active', endDate: '2027-04-30T00:00:00.000Z' },
    ] as const
    /** Clock of the first call; the calls after it pass the start. */
    const FIRST_HELD = [
      '2026-04-29T23:59:59.997Z',
      '2026-04-29T23:59:59.998Z',
      '2026-04-29T23:59:59.999Z',
      startDate,
      '2026-04-30T00:00:00.001Z',
    ]
    const overtaken = await raceForAll(['cancel', 'cancel', 'cancel', 'cancel'], (index) => {
      const held = FIRST_HELD[index % 5] ?? startDate
      const oneTime = { billingCadence: 'oneTime', status: 'ended', endDate: held } as const
      const { billingCadence, ...ends } = FIRST_PERIOD[index % 4] ?? oneTime
      return {
        stored: { status: 'pendingActivation', startDate, billingCadence },
        firstMs: Date.parse(held),
        ends: held < startDate ? { status: 'deleted', endDate: null } : ends,
      }
    })
    expect(overtaken).toBeGreaterThanOrEqual(OVERTAKEN)
  })
})
