import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SubscriptionView } from '@/contract/console/subscription'
import { volume } from '@/scripts/volume.mjs'
import { forecast } from '../subscription/forecast'
import { type KnownSubscription, knownSubscription } from '../subscription/known-subscription'
import { barePlan, bareSubscription } from '@/testing/console/bare-views'
import { isAsBefore, showsEffect, type ChangeAction } from './change-effect'
import { changeEvidence } from './change-evidence'

const NOW = '2027-02-10T12:00:00.000Z'
const later = (ms: number, from = NOW) => new Date(Date.parse(from) + ms).toISOString()
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type Changes = Partial<SubscriptionView>

const view = (sent: Changes = {}) =>
  bareSubscription({
    status: 'active',
    startDate: later(-400 * DAY),
    billingCadence: 'monthly',
    updatedAt: later(-DAY),
    ...sent,
  })
const known = (sent: Changes = {}) => knownSubscription(view(sent))

const shows = (action: ChangeAction, before: Changes, after: Changes | null) => {
  const seen = view(before)
  const expected = forecast(seen, seen.asOf, 'UTC')
  return showsEffect(action, expected, knownSubscription(seen), after && known({ ...before, ...after }))
}

const unreadableEnd = { endDate: { unreadable: '1' } }

describe('a cancel of a running one is in effect', () => {
  it.each<[string, Changes, Changes]>([
    ['by a new end', {}, { endDate: later(18 * DAY) }],
    ['by a new end, however far', {}, { endDate: later(900 * DAY) }],
    ['by an earlier end', { endDate: later(900 * DAY) }, { endDate: later(18 * DAY) }],
    ['by a new end and a status nobody knows', {}, { endDate: later(18 * DAY), status: 'windingDown' }],
    ['when it ended and had no end', {}, { status: 'ended' }],
    ['when it ended before its end', { endDate: later(18 * DAY) }, { status: 'ended' }],
  ])('%s', (_, before, after) => expect(shows('cancel', before, after)).toBe(true))

  it.each<[string, Changes, Changes | null]>([
    ['by nothing', {}, {}],
    ['by a far end that has not moved', { endDate: later(900 * DAY) }, {}],
    ['by a later end', { endDate: later(18 * DAY) }, { endDate: later(900 * DAY) }],
    [
      'by the same end, told to another precision',
      { endDate: '2028-12-31T23:59:59.999Z' },
      { endDate: '2028-12-31T23:59:59Z' },
    ],
    ['by an end that its start comes after', {}, { endDate: '0000-01-01T00:00:00.000Z' }],
    ['by an end that is gone', { endDate: later(18 * DAY) }, { endDate: null }],
    ['by an end reached', { endDate: later(MINUTE) }, { status: 'ended', asOf: later(2 * MINUTE) }],
    ['by an end that one clock has reached and another not', { endDate: later(MINUTE / 2) }, { status: 'ended' }],
    ['by a status nobody knows', {}, { status: 'windingDown' }],
    ['by a name, a plan and a date of change', {}, { planId: 'other', plan: barePlan(), updatedAt: NOW }],
    ['by being deleted', {}, { status: 'deleted' }],
    ['by being gone', {}, null],
    ['where the end before could not be read', unreadableEnd, { endDate: later(18 * DAY) }],
    ['where it ended, and the end before could not be read', unreadableEnd, { status: 'ended' }],
  ])('not %s', (_, before, after) => expect(shows('cancel', before, after)).toBe(false))
})

describe.each(['pendingActivation', 'draft'])('a cancel of an upcoming %s one', (status) => {
  const upcoming = { status, startDate: later(DAY) }
  it('is in effect when it is deleted or gone', () => {
    expect(shows('cancel', upcoming, { status: 'deleted' })).toBe(true)
    expect(shows('cancel', upcoming, null)).toBe(true)
  })
  it('is not when it merely started, or has an end', () => {
    expect(shows('cancel', upcoming, { status: 'active', asOf: later(2 * DAY) })).toBe(false)
    expect(shows('cancel', upcoming, { endDate: later(30 * DAY) })).toBe(false)
    expect(shows('cancel', upcoming, { status: 'ended' })).toBe(false)
  })
})

describe('a cancel of one whose standing is not known', () => {
  it.each<[string, Changes]>([
    ['a status nobody knows', { status: 'frozen' }],
    ['no status', { status: null }],
    ['pending past its start', { status: 'pendingActivation' }],
  ])('%s: is in effect by either', (_, before) => {
    expect(shows('cancel', before, { status: 'deleted' })).toBe(true)
    expect(shows('cancel', before, null)).toBe(true)
    expect(shows('cancel', before, { endDate: later(DAY) })).toBe(true)
    expect(shows('cancel', before, { status: 'ended' })).toBe(true)
    expect(shows('cancel', before, { status: 'active' })).toBe(false)
    expect(shows('cancel', before, {})).toBe(false)
  })
  it('active past its end, then ended, was ended by the clock', () => {
    expect(shows('cancel', { endDate: later(-DAY) }, { status: 'ended' })).toBe(false)
  })
})

it('a delete is in effect when it is deleted or gone, and by nothing else', () => {
  expect(shows('delete', { status: 'ended' }, { status: 'deleted' })).toBe(true)
  expect(shows('delete', { status: 'ended' }, null)).toBe(true)
  expect(shows('delete', { status: 'ended' }, {})).toBe(false)
  expect(shows('delete', { status: 'ended' }, { status: 'erased_later' })).toBe(false)
  expect(shows('delete', {}, { status: 'ended' })).toBe(false)
  expect(shows('delete', {}, { endDate: later(DAY) })).toBe(false)
})

it('is as before with the same status and dates, all of them readable', () => {
  expect(isAsBefore(known(), known({ asOf: later(MINUTE), plan: barePlan() }))).toBe(true)
  for (const change of [{ status: 'ended' }, { startDate: NOW }, { endDate: NOW }, { updatedAt: NOW }, unreadableEnd])
    expect(isAsBefore(known(), known(change))).toBe(false)
  expect(isAsBefore(known(unreadableEnd), known(unreadableEnd))).toBe(false)
})

/** Days from now, with the time in minutes: near enough to each other that all orders come up. */
const instant = fc
  .tuple(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-2, -1, 0, 1, 2))
  .map(([days, minutes]) => later(days * DAY + minutes * MINUTE))
const maybe = fc.option(instant, { nil: null })
const status = fc.constantFrom('active', 'ended', 'deleted', 'draft', 'pendingActivation', 'windingDown', null)
const anyView = fc
  .record({
    status,
    startDate: maybe,
    endDate: maybe,
    updatedAt: maybe,
    billingCadence: fc.constantFrom('monthly', 'oneTime', null),
  })
  .map((sent) => knownSubscription(bareSubscription({ ...sent, asOf: NOW })))
const anyAction = fc.constantFrom<ChangeAction>('cancel', 'delete')
const RUNS = volume({ test: 1_000, prove: 100_000 })

it('never finds an effect in what only starts, is extended, renamed, or ends by the clock', () => {
  const anyMeanwhile = fc.record({
    name: fc.string(),
    minutes: fc.integer({ min: 0, max: 10 * 24 * 60 }),
    extendedBy: fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: 0 }),
  })
  fc.assert(
    fc.property(anyAction, anyView, anyMeanwhile, (action, before, meanwhile) => {
      fc.pre(before.status !== 'deleted')
      const asOf = later(meanwhile.minutes * MINUTE)
      const endDate = before.endDate && later(meanwhile.extendedBy * DAY, before.endDate)
      const hasCome = (date: string | null) => date !== null && date <= asOf
      const started = before.status === 'pendingActivation' && hasCome(before.startDate) ? 'active' : before.status
      const ended = started === 'active' && meanwhile.extendedBy === 0 && hasCome(endDate) ? 'ended' : started
      const plan = barePlan({ name: meanwhile.name })
      const after = { ...before, asOf, endDate, status: ended, updatedAt: asOf, plan }
      const { kind } = changeEvidence(action, before, after)
      const mayBeSoAlready = action === 'cancel' && after.endDate === before.endDate
      expect(['asBefore', 'other', ...(mayBeSoAlready ? ['nothingToChange'] : [])]).toContain(kind)
    }),
    { numRuns: RUNS },
  )
})

/** The effects that sections 3.1 and 4 give an action: what is true of two reads when the effect may be claimed. */
function isEffect(action: ChangeAction, before: KnownSubscription, after: KnownSubscription | null): boolean {
  const isRunning = before.status === 'active' && (before.startDate === null || before.startDate <= NOW)
  const hasEnded = before.endDate !== null && before.endDate <= NOW
  if (after === null || after.status === 'deleted') return action === 'delete' || !isRunning || hasEnded
  const isSooner = after.endDate !== null && (before.endDate === null || after.endDate < before.endDate)
  const isCutShort = after.status === 'ended' && before.status !== 'ended' && !hasEnded
  return action === 'cancel' && (isSooner || isCutShort)
}

it('finds an effect in nothing but what was asked for, whatever two reads show', () => {
  fc.assert(
    fc.property(anyAction, anyView, fc.option(anyView), (action, before, after) => {
      const { kind } = changeEvidence(action, before, after)
      const sameEnd = after?.endDate === before.endDate
      const allowed = {
        inEffect: isEffect(action, before, after),
        nothingToChange: (action === 'cancel' || before.status === 'deleted') && sameEnd,
        asBefore: after?.status === before.status && sameEnd,
        other: !(action === 'delete' && isEffect(action, before, after)),
      }
      expect(allowed[kind]).toBe(true)
    }),
    { numRuns: RUNS },
  )
})
