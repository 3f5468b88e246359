import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { volume } from '../../scripts/test/volume.mjs'
import { calendarPeriodAt } from '@/testing/service/calendar-period'
import { propertiesOf } from '@/testing/service/properties-of'
import {
  decideCancel,
  decideDelete,
  subscriptionStatusAt,
  type Decision,
  updatedAtOfChange,
  type SubscriptionState,
} from './subscription-state'

const NOW = '2026-03-10T12:00:00.000Z'
const BEFORE = '2026-03-10T11:59:59.999Z'
const AFTER = '2026-03-10T12:00:00.001Z'

const subscription = (fields: Partial<SubscriptionState>): SubscriptionState => ({
  status: 'active',
  startDate: '2026-01-31T00:00:00.000Z',
  endDate: null,
  changedAt: '2026-01-31T00:00:00.000Z',
  billingCadence: 'monthly',
  ...fields,
})

describe('subscriptionStatusAt', () => {
  it.each([
    ['pendingActivation', AFTER, null, 'pendingActivation'],
    ['pendingActivation', NOW, null, 'active'],
    ['pendingActivation', BEFORE, AFTER, 'active'],
    ['pendingActivation', BEFORE, NOW, 'ended'],
    ['active', BEFORE, null, 'active'],
    ['active', BEFORE, AFTER, 'active'],
    ['active', BEFORE, NOW, 'ended'],
    ['draft', BEFORE, null, 'draft'],
    ['draft', BEFORE, BEFORE, 'draft'],
    ['ended', BEFORE, AFTER, 'ended'],
    ['deleted', BEFORE, BEFORE, 'deleted'],
  ] as const)('reads %s with start %s and end %s as %s', (status, startDate, endDate, expected) => {
    expect(subscriptionStatusAt({ status, startDate, endDate }, NOW)).toBe(expected)
  })
})

const endsOn = (endDate: string) => ({ outcome: 'change', change: { endDate } })

describe('decideCancel', () => {
  const change = (fields: Partial<SubscriptionState>) => decideCancel(subscription(fields), NOW)
  const deletes = { outcome: 'change', change: { status: 'deleted' } }
  const unchanged = { outcome: 'unchanged' }

  it.each([
    ['monthly', '9999-12-01T00:00:00.000Z', '9999-11-30T23:59:59.999Z', '9999-12-30T23:59:59.999Z'],
    ['quarterly', '9999-10-01T00:00:00.000Z', '9999-09-30T23:59:59.999Z', '9999-12-30T23:59:59.999Z'],
    ['annually', '9999-01-01T00:00:00.000Z', '9998-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ] as const)(
    'refuses a %s subscription whose period ends after the year 9999, and keeps an end that is set',
    (billingCadence, tooLate, lastStart, lastEnd) => {
      expect(change({ billingCadence, startDate: tooLate })).toMatchObject({
        outcome: 'refused',
        refusal: { code: 'not_cancellable', detail: expect.stringContaining('after the year 9999') },
      })
      expect(change({ billingCadence, startDate: tooLate, endDate: '9999-12-31T23:59:59.999Z' })).toEqual(unchanged)
      expect(change({ billingCadence, startDate: lastStart })).toEqual(endsOn(lastEnd))
      expect(change({ billingCadence, startDate: tooLate, status: 'pendingActivation' })).toEqual(deletes)
    },
  )
  it.each([
    ['ended', {}],
    ['active', { endDate: BEFORE }],
    ['active', { endDate: BEFORE, billingCadence: 'oneTime' }],
    ['pendingActivation', { startDate: BEFORE, endDate: NOW }],
    ['draft', { startDate: NOW }],
    ['deleted', { startDate: BEFORE, changedAt: NOW }],
    ['deleted', { startDate: AFTER, changedAt: null }],
  ] as const)('refuses %s with %o', (status, fields) => {
    expect(change({ status, ...fields })).toMatchObject({ outcome: 'refused', refusal: { code: 'not_cancellable' } })
  })
})

describe('updatedAtOfChange', () => {
  it('returns now, but at least a millisecond after the stored one, which may be ahead of the clock', () => {
    expect(updatedAtOfChange(null, NOW)).toBe(NOW)
    expect(updatedAtOfChange(BEFORE, NOW)).toBe(NOW)
    expect(updatedAtOfChange(NOW, NOW)).toBe(AFTER)
    expect(updatedAtOfChange('2031-12-31T23:59:59.999Z', NOW)).toBe('2032-01-01T00:00:00.000Z')
    expect(updatedAtOfChange('9999-12-31T23:59:59.999Z', NOW)).toBe('9999-12-31T23:59:59.999Z')
  })
})

describe('decideDelete', () => {
  it('refuses an active subscription and says to cancel it first', () => {
    for (const fields of [{}, { status: 'pendingActivation' }, { endDate: AFTER }] as const)
      expect(decideDelete(subscription(fields), NOW)).toMatchObject({
        outcome: 'refused',
        refusal: { code: 'subscription_active', detail: expect.stringContaining('Cancel it first') },
      })
  })
})

const after = (state: SubscriptionState, decision: Decision, at: string): SubscriptionState =>
  decision.outcome === 'change' ? { ...state, ...decision.change, changedAt: at } : state

const isUpcoming = (state: SubscriptionState, at: string) =>
  ['draft', 'pendingActivation'].includes(subscriptionStatusAt(state, at)) && at < state.startDate

/** Returns the end after a cancel (gaps.md, Cancel and Billing period); before its start, the end of the first period. */
function endByCancel({ startDate, endDate, billingCadence }: SubscriptionState, at: string): string {
  if (billingCadence === 'oneTime') return endDate ?? at
  const { end } = calendarPeriodAt(startDate, billingCadence, at < startDate ? startDate : at)
  return endDate !== null && endDate < end ? endDate : end
}

const holds = propertiesOf('Subscription states')

describe('the state rules, for any subscription and instants', () => {
  const RUNS = { numRuns: volume({ test: 300, prove: 20_000 }) }
  // Few days, so that instants often coincide, each with a millisecond before and after.
  const instants = fc
    .tuple(
      fc.constantFrom('2026-01-31', '2026-02-28', '2026-03-10', '2026-04-30', '2028-02-29'),
      fc.integer({ min: -1, max: 1 }),
    )
    .map(([date, ms]) => new Date(Date.parse(date) + ms).toISOString())
  const states = fc.record<SubscriptionState>({
    status: fc.constantFrom('draft', 'pendingActivation', 'active', 'ended', 'deleted'),
    startDate: instants,
    endDate: fc.option(instants),
    changedAt: instants,
    billingCadence: fc.constantFrom('oneTime', 'monthly', 'quarterly', 'annually'),
  })
  const twoInstants = fc
    .tuple(instants, instants)
    .map(([one, other]): [string, string] => (one <= other ? [one, other] : [other, one]))

  test('move a status only forward over time: pending, active, ended', () => {
    const ORDER = ['pendingActivation', 'active', 'ended']
    const moving = states.filter(({ status }) => ORDER.includes(status))
    return holds(
      fc.property(moving, twoInstants, (state, [earlier, later]) => {
        const [was, is] = [earlier, later].map((at) => ORDER.indexOf(subscriptionStatusAt(state, at)))
        expect(is).toBeGreaterThanOrEqual(was ?? ORDER.length)
      }),
      RUNS,
    )
  })

  test('keep a draft or deleted subscription over time', () => {
    const resting = states.filter(({ status }) => status === 'draft' || status === 'deleted')
    return holds(
      fc.property(resting, instants, (state, at) => {
        expect(subscriptionStatusAt(state, at)).toBe(state.status)
      }),
      RUNS,
    )
  })

  test('grant a repeated cancel without another change', () =>
    holds(
      fc.property(states, twoInstants, (state, [at, later]) => {
        const first = decideCancel(state, at)
        const cancelled = after(state, first, at)
        fc.pre(first.outcome === 'change')
        expect(decideCancel(cancelled, at)).toEqual({ outcome: 'unchanged' })
        const second = decideCancel(cancelled, later)
        expect(second.outcome).toBe(
          subscriptionStatusAt(cancelled, later) === 'ended' && state.billingCadence !== 'oneTime'
            ? 'refused'
            : 'unchanged',
        )
      }),
      RUNS,
    ))

  test('delete an upcoming subscription on a cancel', () =>
    holds(
      fc.property(states, instants, (state, at) => {
        fc.pre(isUpcoming(state, at))
        expect(after(state, decideCancel(state, at), at)).toEqual({ ...state, status: 'deleted', changedAt: at })
      }),
      RUNS,
    ))

  test('end an active subscription on a cancel with its period, a oneTime one now, and keep an earlier end', () =>
    holds(
      fc.property(states, instants, (state, at) => {
        fc.pre(subscriptionStatusAt(state, at) === 'active')
        const endDate = endByCancel(state, at)
        const changedAt = endDate === state.endDate ? state.changedAt : at
        expect(after(state, decideCancel(state, at), at)).toEqual({ ...state, endDate, changedAt })
      }),
      RUNS,
    ))

  test('change nothing else on a cancel', () =>
    holds(
      fc.property(states, instants, (state, at) => {
        fc.pre(!isUpcoming(state, at) && subscriptionStatusAt(state, at) !== 'active')
        expect(decideCancel(state, at).outcome).not.toBe('change')
      }),
      RUNS,
    ))

  test('decide for every instant of the years 1 to 9999, with every end in these years', () => {
    const YEARS = { min: new Date('0001-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z') }
    const LAST_YEARS = { ...YEARS, min: new Date('9998-01-01T00:00:00.000Z') }
    const anyInstant = fc
      .oneof(fc.date({ ...YEARS, noInvalidDate: true }), fc.date({ ...LAST_YEARS, noInvalidDate: true }))
      .map((date) => date.toISOString())
    const anyStates = fc
      .tuple(states, fc.record({ startDate: anyInstant, endDate: fc.option(anyInstant), updatedAt: anyInstant }))
      .map(([state, dates]) => ({ ...state, ...dates }))
    return holds(
      fc.property(anyStates, anyInstant, (state, at) => {
        decideDelete(state, at)
        const decision = decideCancel(state, at)
        const cancelled = after(state, decision, at)
        expect(cancelled.endDate ?? at).toMatch(/^\d{4}-/)
        const isRefused = decision.outcome === 'refused' && subscriptionStatusAt(state, at) === 'active'
        expect(isRefused && (state.endDate !== null || state.billingCadence === 'oneTime')).toBe(false)
      }),
      RUNS,
    )
  })

  test('refuse a delete only while active; otherwise it is permanent, and a repeat changes nothing', () =>
    holds(
      fc.property(states, twoInstants, (state, [at, later]) => {
        const decision = decideDelete(state, at)
        expect(decision.outcome === 'refused').toBe(subscriptionStatusAt(state, at) === 'active')
        fc.pre(decision.outcome !== 'refused')
        const deleted = after(state, decision, at)
        expect(subscriptionStatusAt(deleted, later)).toBe('deleted')
        expect(decideDelete(deleted, later)).toEqual({ outcome: 'unchanged' })
        expect(decideCancel(deleted, later).outcome).not.toBe('change')
      }),
      RUNS,
    ))
})
