import { describe, expect, it } from 'vitest'
import type { SubscriptionView } from '@/contract/console/subscription'
import { bareSubscription } from '../testing/bare-views'
import { type SentWrite, seenInWords, writeOutcome } from './write-outcome'

/** The read before is of 10 Feb 2027: the forecast ends a monthly period on 28 Feb 2027. */
const FORECAST = '2027-02-28T00:00:00.000Z'
const FAR = '2028-06-30T00:00:00.000Z'

type Changes = Partial<SubscriptionView>

const subscription = (sent: Changes = {}) =>
  bareSubscription({ status: 'active', startDate: '2026-01-31T00:00:00.000Z', billingCadence: 'monthly', ...sent })

function outcome(sent: Partial<Omit<SentWrite, 'before'>>, before: Changes, after: Changes | null) {
  const write: SentWrite = { action: 'cancel', response: 'accepted', before: subscription(before), ...sent }
  return writeOutcome(write, { subscription: after && subscription({ ...before, ...after }) }, 'UTC')
}

it('what somebody saw is kept in words, as of when, and no longer than the console takes it', () => {
  const before = subscription({ asOf: '2027-02-10T12:00:00.000Z' })
  expect(seenInWords(before)).toBe('active, no end date, as of 10 Feb 2027, 12:00 UTC')
  expect(seenInWords({ ...before, status: 'x'.repeat(1000) }).length).toBeLessThanOrEqual(400)
})

describe('a cancel that was accepted', () => {
  it('is told with the end date as it was read again', () => {
    expect(outcome({}, {}, { endDate: FORECAST })).toEqual({
      verdict: 'done',
      message: 'Cancelled: it ends on 28 Feb 2027.',
    })
    expect(outcome({}, {}, { status: 'ended', endDate: '2027-02-10T11:59:00.000Z' }).message).toBe(
      'Cancelled: it ended on 10 Feb 2027.',
    )
    expect(outcome({}, { endDate: FAR }, { status: 'ended' }).message).toBe('Cancelled: it has ended.')
  })

  it('is told with both dates where the end is later than this console’s forecast', () => {
    expect(outcome({}, {}, { endDate: FAR }).message).toBe(
      'Cancelled: it ends on 30 Jun 2028, later than this console’s forecast of 28 Feb 2027.',
    )
    expect(outcome({}, { billingCadence: 'oneTime' }, { endDate: FORECAST }).message).toBe(
      'Cancelled: it ends on 28 Feb 2027, later than this console’s forecast of 10 Feb 2027.',
    )
    // The same day is not told twice, and without a forecast there is nothing to compare with.
    expect(outcome({}, {}, { endDate: '2027-02-28T23:59:59.999Z' }).message).toBe('Cancelled: it ends on 28 Feb 2027.')
    expect(outcome({}, { billingCadence: 'weekly' }, { endDate: FAR }).message).toBe(
      'Cancelled: it ends on 30 Jun 2028.',
    )
  })

  it('of an upcoming subscription deletes it, whether it still answers or not', () => {
    const upcoming = { status: 'pendingActivation', startDate: FORECAST }
    expect(outcome({}, upcoming, { status: 'deleted' }).message).toBe('Cancelled: it is deleted.')
    expect(outcome({}, upcoming, null).message).toBe('Cancelled: the billing API no longer knows the subscription.')
  })

  it('is not called done while nothing shows it', () => {
    expect(outcome({}, {}, {})).toEqual({
      verdict: 'unknown',
      message: 'The API accepted the cancel. Not known yet whether it took effect.',
      shown: 'Status and dates are as before: active, no end date.',
    })
    expect(outcome({}, { endDate: FAR }, {})).toMatchObject({
      verdict: 'unknown',
      shown: 'Status and dates are as before: active, end date 30 Jun 2028.',
    })
    expect(outcome({}, {}, { status: 'cancelled' })).toMatchObject({
      verdict: 'unknown',
      shown: 'It shows: cancelled, no end date. Before: active, no end date.',
    })
    expect(outcome({}, {}, { status: { unreadable: '7' } })).toMatchObject({
      shown: 'It shows: a status that could not be read, no end date. Before: active, no end date.',
    })
    expect(outcome({}, {}, { status: null })).toMatchObject({
      shown: 'It shows: without a status, no end date. Before: active, no end date.',
    })
  })

  it('of one that was to end no later anyway says so, and not that it was cancelled', () => {
    const ends = { endDate: FORECAST }
    expect(outcome({}, ends, {})).toEqual({
      verdict: 'alreadySo',
      message: 'It already ends on 28 Feb 2027, as before.',
      shown: 'The API accepted the cancel, and the end stayed where it was.',
    })
    expect(outcome({}, ends, { status: 'ended', asOf: '2027-03-01T00:00:00.000Z' })).toMatchObject({
      verdict: 'alreadySo',
      message: 'It already ended on 28 Feb 2027, as before.',
    })
  })
})

describe('a delete that was accepted', () => {
  it('is done when the subscription is deleted or gone', () => {
    expect(outcome({ action: 'delete' }, { status: 'ended' }, { status: 'deleted' }).message).toBe('Deleted.')
    expect(outcome({ action: 'delete' }, { status: 'ended' }, null).message).toBe('Deleted.')
  })

  it('is not called done while nothing shows it', () => {
    expect(outcome({ action: 'delete' }, { status: 'ended' }, {})).toEqual({
      verdict: 'unknown',
      message: 'The API accepted the delete. Not known yet whether it took effect.',
      shown: 'Status and dates are as before: ended, no end date.',
    })
  })
})

describe('a write without an answer', () => {
  const none = { response: 'none' } as const

  it('is told by what is true now', () => {
    expect(outcome(none, {}, { endDate: FORECAST })).toEqual({
      verdict: 'done',
      message: 'It did take effect: it ends on 28 Feb 2027.',
    })
    expect(outcome({ ...none, action: 'delete' }, { status: 'ended' }, null).message).toBe(
      'It did take effect: the billing API no longer knows the subscription.',
    )
  })

  it('that shows no effect is not known, not even where it was to end anyway', () => {
    const message = 'Not known yet whether the cancel took effect.'
    expect(outcome(none, {}, {})).toEqual({
      verdict: 'unknown',
      message: message,
      shown: 'Status and dates are as before: active, no end date.',
    })
    expect(outcome(none, { endDate: FORECAST }, {})).toMatchObject({ verdict: 'unknown', message: message })
    expect(outcome(none, { endDate: FORECAST }, { endDate: FAR })).toMatchObject({
      verdict: 'unknown',
      message: message,
      shown: 'It shows: active, end date 30 Jun 2028. Before: active, end date 28 Feb 2027.',
    })
    expect(
      outcome(none, { status: 'pendingActivation', startDate: FORECAST }, { status: 'active', updatedAt: FORECAST }),
    ).toMatchObject({
      verdict: 'unknown',
      message: message,
      shown: 'It shows: active, no end date. Before: pending activation, no end date.',
    })
    // Something changed, but neither status nor end: "as before" would say too much.
    expect(outcome(none, {}, { updatedAt: FORECAST }).shown).toBe('It shows: active, no end date.')
  })

  it('and without a second read says why', () => {
    const write: SentWrite = { ...none, action: 'delete', before: subscription() }
    expect(writeOutcome(write, { problem: 'No answer came in time' }, 'UTC')).toEqual({
      verdict: 'unknown',
      message: 'Not known yet whether the delete took effect.',
      shown: 'It could not be read again: No answer came in time.',
    })
  })
})

describe('a write that was refused', () => {
  const refused = { response: 'refused' } as const

  it('changed nothing only where the read shows it', () => {
    expect(outcome(refused, {}, {})).toEqual({
      verdict: 'refused',
      message: 'Nothing was changed: it is active, no end date, as before.',
    })
    expect(outcome(refused, { endDate: { unreadable: 'soon' } }, {})).toEqual({
      verdict: 'unknown',
      message: 'The API refused the cancel. Not known yet whether it changed anything.',
      shown: 'It shows: active, an end date that could not be read.',
    })
    expect(outcome(refused, {}, { status: 'frozen' }).verdict).toBe('unknown')
    expect(outcome(refused, {}, null)).toMatchObject({
      verdict: 'unknown',
      shown: 'The billing API no longer knows the subscription.',
    })
    expect(
      writeOutcome({ ...refused, action: 'cancel', before: subscription() }, { problem: 'Busy' }, 'UTC').verdict,
    ).toBe('unknown')
  })

  it('and yet shows the effect is told as it is', () => {
    expect(outcome(refused, {}, { endDate: FORECAST })).toEqual({
      verdict: 'contradicted',
      message: 'The API refused the cancel, yet it is in effect: it ends on 28 Feb 2027.',
    })
    expect(outcome({ ...refused, action: 'delete' }, { status: 'ended' }, { status: 'deleted' }).message).toBe(
      'The API refused the delete, yet it is in effect: it is deleted.',
    )
  })
})
