import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { volume } from '@/scripts/test/volume.mjs'
import { forecast } from '@/lib/subscriptions/forecast'
import { type KnownSubscription, knownSubscription } from '@/lib/subscriptions/known-subscription'
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
  const expected = forecast(seen, seen.asOf)
  return showsEffect(action, expected, knownSubscription(seen), after && known({ ...before, ...after }))
}

const unreadableEnd = { endDate: { unreadable: '1' } }

describe('showsEffect for the cancel of a running subscription', () => {
  it.each<[string, Changes, Changes]>([
    ['a new end', {}, { endDate: later(18 * DAY) }],
    ['a new end in the far future', {}, { endDate: later(900 * DAY) }],
    ['an earlier end', { endDate: later(900 * DAY) }, { endDate: later(18 * DAY) }],
    ['a new end and an unknown status', {}, { endDate: later(18 * DAY), status: 'windingDown' }],
    ['an ended status without an end date before', {}, { status: 'ended' }],
    ['an ended status before the end date', { endDate: later(18 * DAY) }, { status: 'ended' }],
  ])('returns true for %s', (_, before, after) => expect(shows('cancel', before, after)).toBe(true))

  it.each<[string, Changes, Changes | null]>([
    ['no difference', {}, {}],
    ['an unchanged far end', { endDate: later(900 * DAY) }, {}],
    ['a later end', { endDate: later(18 * DAY) }, { endDate: later(900 * DAY) }],
    ['the same end in another precision', { endDate: '2028-12-31T23:59:59.999Z' }, { endDate: '2028-12-31T23:59:59Z' }],
    ['an end before the start', {}, { endDate: '0000-01-01T00:00:00.000Z' }],
    ['a removed end', { endDate: later(18 * DAY) }, { endDate: undefined }],
    ['an end date that has passed', { endDate: later(MINUTE) }, { status: 'ended', asOf: later(2 * MINUTE) }],
    ['an end date within the clock difference', { endDate: later(MINUTE / 2) }, { status: 'ended' }],
    ['an unknown status', {}, { status: 'windingDown' }],
    ['another name, plan and date of change', {}, { planId: 'other', plan: barePlan(), updatedAt: NOW }],
    ['a deleted status', {}, { status: 'deleted' }],
    ['a 404', {}, null],
    ['a new end after an unreadable one', unreadableEnd, { endDate: later(18 * DAY) }],
    ['an ended status after an unreadable end', unreadableEnd, { status: 'ended' }],
  ])('returns false for %s', (_, before, after) => expect(shows('cancel', before, after)).toBe(false))
})

describe.each(['pendingActivation', 'draft'])('showsEffect for the cancel of an upcoming %s subscription', (status) => {
  const upcoming = { status, startDate: later(DAY) }
  it('returns true when the subscription is deleted or gone', () => {
    expect(shows('cancel', upcoming, { status: 'deleted' })).toBe(true)
    expect(shows('cancel', upcoming, null)).toBe(true)
  })
  it('returns false when the subscription has started, or has an end', () => {
    expect(shows('cancel', upcoming, { status: 'active', asOf: later(2 * DAY) })).toBe(false)
    expect(shows('cancel', upcoming, { endDate: later(30 * DAY) })).toBe(false)
    expect(shows('cancel', upcoming, { status: 'ended' })).toBe(false)
  })
})

describe('showsEffect for the cancel of a subscription of unknown standing', () => {
  it.each<[string, Changes]>([
    ['an unknown status', { status: 'frozen' }],
    ['no status', { status: undefined }],
    ['pending past its start', { status: 'pendingActivation' }],
  ])('accepts both kinds of effect for %s', (_, before) => {
    expect(shows('cancel', before, { status: 'deleted' })).toBe(true)
    expect(shows('cancel', before, null)).toBe(true)
    expect(shows('cancel', before, { endDate: later(DAY) })).toBe(true)
    expect(shows('cancel', before, { status: 'ended' })).toBe(true)
    expect(shows('cancel', before, { status: 'active' })).toBe(false)
    expect(shows('cancel', before, {})).toBe(false)
  })
  it('returns false when an active subscription past its end becomes ended', () => {
    expect(shows('cancel', { endDate: later(-DAY) }, { status: 'ended' })).toBe(false)
  })
})

it('showsEffect for a delete returns true only when the subscription is deleted or gone', () => {
  expect(shows('delete', { status: 'ended' }, { status: 'deleted' })).toBe(true)
  expect(shows('delete', { status: 'ended' }, null)).toBe(true)
  expect(shows('delete', { status: 'ended' }, {})).toBe(false)
  expect(shows('delete', { status: 'ended' }, { status: 'erased_later' })).toBe(false)
  expect(shows('delete', {}, { status: 'ended' })).toBe(false)
  expect(shows('delete', {}, { endDate: later(DAY) })).toBe(false)
})

it('isAsBefore returns true only when status and dates are readable and the same', () => {
  expect(isAsBefore(known(), known({ asOf: later(MINUTE), plan: barePlan() }))).toBe(true)
  for (const change of [{ status: 'ended' }, { startDate: NOW }, { endDate: NOW }, { updatedAt: NOW }, unreadableEnd])
    expect(isAsBefore(known(), known(change))).toBe(false)
  expect(isAsBefore(known(unreadableEnd), known(unreadableEnd))).toBe(false)
})

/** Instants so close to each other that all orders occur. */
const instant = fc
  .tuple(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-2, -1, 0, 1, 2))
  .map(([days, minutes]) => later(days * DAY + minutes * MINUTE))
const maybe = fc.option(instant, { nil: undefined })
const status = fc.constantFrom('active', 'ended', 'deleted', 'draft', 'pendingActivation', 'windingDown', undefined)
const anyView = fc
  .record({
    status,
    startDate: maybe,
    endDate: maybe,
    updatedAt: maybe,
    billingCadence: fc.constantFrom('monthly', 'oneTime', undefined),
  })
  .map((sent) => bareSubscription({ ...sent, asOf: NOW }))
const anyAction = fc.constantFrom<ChangeAction>('cancel', 'delete')
const RUNS = volume({ test: 1_000, prove: 100_000 })

it('changeEvidence finds no effect when a subscription starts, is extended or renamed, or reaches its end date', () => {
  const anyMeanwhile = fc.record({
    name: fc.string(),
    minutes: fc.integer({ min: 0, max: 10 * 24 * 60 }),
    extendedBy: fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: 0 }),
  })
  fc.assert(
    fc.property(anyAction, anyView, anyMeanwhile, (action, seen, meanwhile) => {
      const before = knownSubscription(seen)
      fc.pre(before.status !== 'deleted')
      const asOf = later(meanwhile.minutes * MINUTE)
      const endDate = before.endDate && later(meanwhile.extendedBy * DAY, before.endDate)
      const hasCome = (date: string | null) => date !== null && date <= asOf
      const started = before.status === 'pendingActivation' && hasCome(before.startDate) ? 'active' : before.status
      const ended = started === 'active' && meanwhile.extendedBy === 0 && hasCome(endDate) ? 'ended' : started
      const plan = barePlan({ name: meanwhile.name })
      const after = { ...seen, asOf, endDate: endDate ?? undefined, status: ended ?? undefined, updatedAt: asOf, plan }
      const { kind } = changeEvidence(action, seen, after).shown
      const mayHaveNothingToChange = action === 'cancel' && endDate === before.endDate
      expect(['asBefore', 'other', ...(mayHaveNothingToChange ? ['nothingToChange'] : [])]).toContain(kind)
    }),
    { numRuns: RUNS },
  )
})

/** True when sections 3.1 and 4 allow the two reads to count as the effect of the action. */
function isEffect(action: ChangeAction, before: KnownSubscription, after: KnownSubscription | null): boolean {
  const isRunning = before.status === 'active' && (before.startDate === null || before.startDate <= NOW)
  const hasEnded = before.endDate !== null && before.endDate <= NOW
  if (after === null || after.status === 'deleted') return action === 'delete' || !isRunning || hasEnded
  const isSooner = after.endDate !== null && (before.endDate === null || after.endDate < before.endDate)
  const isCutShort = after.status === 'ended' && before.status !== 'ended' && !hasEnded
  return action === 'cancel' && (isSooner || isCutShort)
}

it('changeEvidence finds only the requested effect, for any two reads', () => {
  fc.assert(
    fc.property(anyAction, anyView, fc.option(anyView), (action, seen, found) => {
      const { kind } = changeEvidence(action, seen, found).shown
      const [before, after] = [knownSubscription(seen), found && knownSubscription(found)]
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
