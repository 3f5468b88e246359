import { describe, expect, it } from 'vitest'
import type { SubscriptionView } from '@/contract/console/subscription'
import { bareSubscription } from './testing/bare-views'
import { type SentWrite, writeOutcome } from './write-outcome'

const END = '2027-02-28T00:00:00.000Z'

const subscription = (sent: Partial<SubscriptionView> = {}) =>
  bareSubscription({ status: 'active', billingCadence: 'monthly', ...sent })

type Changes = Partial<SubscriptionView>

function outcome(sent: Partial<Omit<SentWrite, 'before'>>, before: Changes, after: Changes | null) {
  const write = { action: 'cancel' as const, accepted: true, before: subscription(before), ...sent }
  return writeOutcome(write, after && subscription(after), 'UTC')
}

describe('a cancel that was accepted', () => {
  it('is told with the end date as it was read again', () => {
    expect(outcome({}, {}, { endDate: END })).toEqual({ took: true, words: 'Cancelled: it ends on 28 Feb 2027.' })
    expect(outcome({}, {}, { status: 'ended', endDate: '2027-02-10T11:59:00.000Z' }).words).toBe(
      'Cancelled: it ended on 10 Feb 2027.',
    )
  })

  it('of an upcoming subscription deletes it, whether it still answers or not', () => {
    const upcoming = { status: 'pendingActivation' }
    expect(outcome({}, upcoming, { status: 'deleted' }).words).toBe('Cancelled: it is deleted.')
    expect(outcome({}, upcoming, null).words).toBe('Cancelled: the billing API no longer knows the subscription.')
  })

  it('is not called done while nothing shows it', () => {
    expect(outcome({}, {}, {})).toEqual({
      took: false,
      words: 'The API accepted the cancel, but the subscription still shows no end date: refresh in a moment.',
    })
  })

  it('that changed nothing says so', () => {
    expect(outcome({}, { endDate: END }, { endDate: END }).words).toBe(
      'Cancelled: it ends on 28 Feb 2027, as it did before.',
    )
  })

  it('shows a status it does not know as it is', () => {
    expect(outcome({}, {}, { status: 'cancelled' }).words).toBe('Cancelled: its status is now cancelled.')
  })
})

describe('a delete that was accepted', () => {
  it('is done when the subscription is deleted or gone', () => {
    expect(outcome({ action: 'delete' }, { status: 'ended' }, { status: 'deleted' }).words).toBe('Deleted.')
    expect(outcome({ action: 'delete' }, { status: 'ended' }, null).words).toBe('Deleted.')
  })

  it('is not called done while nothing shows it', () => {
    expect(outcome({ action: 'delete' }, { status: 'ended' }, { status: 'ended' })).toEqual({
      took: false,
      words: 'The API accepted the delete, but the subscription is still ended: refresh in a moment.',
    })
  })
})

describe('a write without an answer', () => {
  it('is told by what is true now', () => {
    expect(outcome({ accepted: false }, {}, { endDate: END })).toEqual({
      took: true,
      words: 'It did take effect: it ends on 28 Feb 2027.',
    })
    expect(outcome({ accepted: false, action: 'delete' }, {}, null).words).toBe(
      'It did take effect: the billing API no longer knows the subscription.',
    )
  })

  it('that changed nothing may be tried again', () => {
    expect(outcome({ accepted: false }, {}, {})).toEqual({
      took: false,
      words: 'The subscription is unchanged: still active with no end date. You can try again.',
    })
    expect(outcome({ accepted: false }, { endDate: END }, { endDate: END }).words).toBe(
      'The subscription is unchanged: still active, and it ends on 28 Feb 2027. You can try again.',
    )
    expect(outcome({ accepted: false, action: 'delete' }, { status: 'ended' }, { status: 'ended' }).took).toBe(false)
  })
})
