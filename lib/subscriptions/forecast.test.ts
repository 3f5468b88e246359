import { describe, expect, it } from 'vitest'
import type { SubscriptionView } from './subscription'
import { forecast } from './forecast'
import { bareSubscription } from '@/testing/console/bare-views'

const NOW = '2027-02-10T12:00:00.000Z'
const day = (iso: string) => `${iso}T00:00:00.000Z`

const subscription = (sent: Partial<SubscriptionView> = {}) =>
  bareSubscription({ startDate: day('2026-01-31'), status: 'active', billingCadence: 'monthly', ...sent })

const foresee = (changes?: Partial<SubscriptionView>) => forecast(subscription(changes), NOW)

describe('an active subscription', () => {
  it('renews at the end of its billing period; cancelling ends it there', () => {
    const { standing, period, event, notes, cancel } = foresee()
    expect(standing).toEqual({ kind: 'running' })
    expect(period).toEqual({ number: 13, start: day('2027-01-31'), end: day('2027-02-28') })
    expect(event).toEqual({ kind: 'renews', at: day('2027-02-28') })
    expect(notes).toEqual([])
    expect(cancel).toEqual({
      blocked: null,
      effect:
        'The end of billing period 13, which began on 31 Jan 2027: monthly from 31 Jan 2026. Ends at 28 Feb 2027, 00:00 UTC.',
      final: true,
      isComputed: true,
    })
  })

  it('ends by a cancel with its period, or immediately without one; the end is null when unknown', () => {
    expect(foresee().cancelEnd).toBe(day('2027-02-28'))
    expect(foresee({ endDate: day('2028-06-30') }).cancelEnd).toBe(day('2027-02-28'))
    expect(foresee({ billingCadence: 'oneTime' }).cancelEnd).toBe(NOW)
    expect(foresee({ billingCadence: 'oneTime', endDate: day('2027-06-01') }).cancelEnd).toBe(day('2027-06-01'))
    for (const sent of [{ billingCadence: 'weekly' }, { status: 'pendingActivation' }, { status: 'paused' }])
      expect(foresee(sent).cancelEnd).toBeNull()
  })

  it('cannot be deleted: it must be cancelled first, and then have ended', () => {
    expect(foresee().delete.blocked).toBe('Cancel before deleting')
    expect(foresee({ endDate: day('2028-12-31') }).delete.blocked).toBe('Cancel before deleting')
    expect(foresee({ endDate: day('2027-02-20') }).delete.blocked).toBe('Can be deleted from 20 Feb')
    expect(foresee({ endDate: '2027-02-20T09:30:00.000Z' }).delete.blocked).toBe('Can be deleted from 21 Feb')
    expect(foresee({ endDate: '2027-02-20' }).delete.blocked).toBe('Can be deleted from 21 Feb')
    const annual = { billingCadence: 'annually', endDate: day('2028-01-31') }
    expect(foresee(annual).delete.blocked).toBe('Can be deleted from 31 Jan 2028')
    expect(foresee({ ...annual, billingCadence: 'oneTime' }).delete.blocked).toBe('Can be deleted from 31 Jan 2028')
  })

  it('has a period cut at its end, and a cancel still ends it with the period of its cadence', () => {
    const { period, cancelEnd } = foresee({ endDate: day('2027-02-20') })
    expect(period).toEqual({ number: 13, start: day('2027-01-31'), end: day('2027-02-20') })
    expect(cancelEnd).toBe(day('2027-02-28'))
    expect(foresee({ endDate: day('2027-12-31') }).period?.end).toBe(day('2027-02-28'))
  })

  it('keeps an earlier end', () => {
    const { notes, cancel } = foresee({ endDate: day('2027-02-20') })
    expect(notes).toEqual([])
    expect(cancel).toEqual({
      blocked: null,
      effect: 'Already ends: last day 19 Feb 2027.',
      final: false,
      isEstimate: true,
    })
  })

  it('billed once has no period and ends at once, or when it would have', () => {
    const once = foresee({ billingCadence: 'oneTime' })
    expect(once.period).toBeNull()
    expect(once.notes).toEqual([])
    expect(once.cancel.effect).toBe('Billed once, so it has no period to wait for. Ends at 10 Feb 2027, 12:00 UTC.')
    expect(foresee({ billingCadence: 'oneTime', endDate: day('2027-06-01') }).cancel.final).toBe(false)
  })

  it('says why the period is unknown', () => {
    expect(foresee({ billingCadence: 'weekly' }).notes).toEqual([
      'When it renews is unknown: this console does not know the billing interval “weekly”.',
    ])
    expect(foresee({ startDate: undefined }).cancel.effect).toContain(
      'then ends. The date is unknown: no start date was sent.',
    )
    expect(foresee({ endDate: { unreadable: 'soon' } }).notes).toEqual([
      'Whether it renews is unknown: its end date could not be read.',
    ])
  })

  it('has an unknown standing when its end has passed', () => {
    const { standing, notes, cancel, delete: deletion } = foresee({ endDate: day('2027-02-01') })
    expect(standing).toEqual({ kind: 'unknown', why: 'The API says active, but its last day was 31 Jan 2027.' })
    expect(notes).toEqual([])
    expect(cancel.blocked).toBeNull()
    expect(deletion.blocked).toBeNull()
  })

  it('has an unknown standing when its start is ahead, or was not sent while it is a draft', () => {
    const ahead = foresee({ startDate: day('2027-03-01') }).standing
    expect(ahead).toEqual({ kind: 'unknown', why: 'The API says active, but its start date is still ahead.' })
    expect(foresee({ status: 'draft', startDate: undefined }).standing).toEqual({
      kind: 'unknown',
      why: 'It is a draft, but no start date was sent.',
    })
  })

  it('mentions unreadable values', () => {
    const unreadable = { unreadable: '{}' }
    expect(foresee({ isTrial: unreadable }).notes).toContain('Whether it is a trial could not be read.')
    const upcoming = { status: 'pendingActivation', startDate: day('2027-03-01'), endDate: unreadable }
    expect(foresee(upcoming).notes).toEqual(['Its end date could not be read.'])
    const once = foresee({ billingCadence: 'oneTime', endDate: unreadable })
    expect(once.cancel.effect).toBe('It is billed once. When it ends is unknown: its end date could not be read.')
    expect(once.cancelEnd).toBeNull()
  })

  it('says whether usage is charged during a trial', () => {
    expect(foresee({ isTrial: true, chargeForUsageBasedPricesDuringTrial: false }).notes).toContain(
      'Trial: usage is not charged',
    )
    expect(foresee({ isTrial: false, chargeForUsageBasedPricesDuringTrial: true }).notes).toEqual([])
  })
})

describe('a subscription that has not started', () => {
  const startDate = day('2027-03-01')

  it.each(['pendingActivation', 'draft'])('is upcoming as %s with its start ahead: cancelling deletes it', (status) => {
    const { standing, period, cancel, delete: deletion } = foresee({ status, startDate })
    expect(standing).toEqual({ kind: 'upcoming' })
    expect(period).toBeNull()
    expect(cancel).toMatchObject({
      blocked: null,
      effect: 'It has not started yet: cancelling deletes it.',
      final: true,
    })
    expect(deletion).toMatchObject({ blocked: null, effect: expect.stringContaining('it will be deleted') })
  })

  it('says when it starts', () => {
    expect(foresee({ status: 'pendingActivation', startDate }).event).toEqual({ kind: 'starts', at: startDate })
    expect(foresee({ status: 'draft', startDate }).notes).toEqual(['It is a draft, set to start on 1 Mar 2027.'])
  })

  it('can be deleted, not cancelled, as a draft whose start has passed', () => {
    const { standing, cancel, delete: deletion } = foresee({ status: 'draft' })
    expect(standing).toEqual({ kind: 'draft' })
    expect(cancel.blocked).toBe('Never started: you can delete it')
    expect(deletion.blocked).toBeNull()
  })

  it('may be running when it is pending past its start, so the API decides', () => {
    const { standing, cancel, delete: deletion } = foresee({ status: 'pendingActivation' })
    const passed = 'its start date has passed: it may be running by now.'
    expect(standing).toEqual({ kind: 'unknown', why: `It is pending activation, but ${passed}` })
    expect(cancel).toMatchObject({ blocked: null, effect: expect.stringContaining('The API decides') })
    expect(deletion.blocked).toBeNull()
  })
})

describe('a subscription that is over', () => {
  it('can be deleted, not cancelled, when it has ended', () => {
    const { notes, cancel, delete: deletion } = foresee({ status: 'ended', endDate: day('2027-01-31') })
    expect(notes).toEqual([])
    expect(cancel.blocked).toBe('Already ended')
    expect(deletion).toMatchObject({ blocked: null, effect: 'It will be deleted.' })
  })

  it('can be neither deleted nor cancelled when it is deleted', () => {
    const { cancel, delete: deletion } = foresee({ status: 'deleted' })
    expect(cancel.blocked).toBe('Already deleted')
    expect(deletion.blocked).toBe('Already deleted')
  })
})

describe('an unknown or missing status', () => {
  it('allows both actions and leaves the decision to the API', () => {
    const { standing, period, cancel, delete: deletion } = foresee({ status: 'paused' })
    expect(standing).toEqual({ kind: 'unknown', why: 'This console does not know the status “paused”.' })
    expect(period).toBeNull()
    for (const action of [cancel, deletion]) {
      expect(action.blocked).toBeNull()
      expect(action.effect).toBe('This console does not know the status “paused”. The API decides what happens.')
    }
    expect(foresee({ status: undefined }).standing).toEqual({ kind: 'unknown', why: 'No status was sent.' })
  })
})

describe('a date-only end', () => {
  it('includes its day', () => {
    const endDate = '2027-02-10'
    expect(foresee({ endDate }).event).toEqual({ kind: 'ends', at: endDate })
    expect(forecast(subscription({ endDate }), '2027-02-11T00:00:00.000Z').standing).toEqual({
      kind: 'unknown',
      why: 'The API says active, but its last day was 10 Feb 2027.',
    })
    expect(foresee({ endDate, status: 'ended' }).notes).toEqual([
      'The API says ended, although its last day is 10 Feb 2027.',
    ])
  })

  it('on the day on which the period ends replaces the renewal', () => {
    const { event, cancel } = foresee({ endDate: '2027-02-28' })
    expect(event).toEqual({ kind: 'ends', at: '2027-02-28' })
    expect(cancel.effect).toBe('Already ends: last day 28 Feb 2027.')
  })
})

it('forecast returns the start, the renewal or the end as the event, or null when it is unknown', () => {
  expect(foresee().event).toEqual({ kind: 'renews', at: day('2027-02-28') })
  expect(foresee({ endDate: day('2027-02-20') }).event).toEqual({ kind: 'ends', at: day('2027-02-20') })
  expect(foresee({ endDate: day('2027-12-31') }).event).toEqual({ kind: 'renews', at: day('2027-02-28') })
  expect(foresee({ billingCadence: 'oneTime' }).event).toBeNull()
  expect(foresee({ billingCadence: 'weekly', endDate: day('2027-12-31') }).event).toEqual({
    kind: 'ends',
    at: day('2027-12-31'),
  })
  expect(foresee({ endDate: { unreadable: 'soon' } }).event).toBeNull()
  expect(foresee({ status: 'pendingActivation', startDate: day('2027-03-01') }).event).toEqual({
    kind: 'starts',
    at: day('2027-03-01'),
  })
  expect(foresee({ status: 'ended', endDate: day('2027-01-31') }).event).toEqual({
    kind: 'ended',
    at: day('2027-01-31'),
  })
  expect(foresee({ status: 'deleted', endDate: day('2027-01-31') }).event).toBeNull()
  expect(foresee({ status: 'frozen' }).event).toBeNull()
  // A draft does not start when its start date comes.
  expect(foresee({ status: 'draft', startDate: day('2027-03-01') }).event).toBeNull()
})

it('forecast mentions a trial until the subscription is over', () => {
  const trial = { isTrial: true, chargeForUsageBasedPricesDuringTrial: true }
  expect(foresee(trial).notes).toContain('Trial, but usage is charged')
  expect(foresee({ ...trial, status: 'ended', endDate: day('2027-01-31') }).notes.join()).not.toContain('Trial')
  expect(foresee().notes.join()).not.toContain('Trial')
})

describe('a placeholder date', () => {
  const PLACEHOLDERS = ['0001-01-01', '1970-01-01', '9999-12-31']

  it.each(PLACEHOLDERS)('%s does not end the subscription, nor make a Delete possible', (none) => {
    const { standing, notes, event, cancelEnd, delete: deletion } = foresee({ endDate: day(none) })
    expect(standing).toEqual({ kind: 'running' })
    expect(notes).toEqual([`No usable end date (sent: ${none}).`])
    expect(event?.kind).toBe('renews')
    expect(cancelEnd).toBe(day('2027-02-28'))
    expect(deletion.blocked).toBe('Cancel before deleting')
  })

  it.each(PLACEHOLDERS)('%s starts no billing period', (none) => {
    const active = foresee({ startDate: day(none) })
    expect([active.standing.kind, active.period]).toEqual(['running', null])
    expect(active.notes).toEqual([`When it renews is unknown: it has no usable start date (sent: ${none}).`])
    expect(active.delete.blocked).toBe('Cancel before deleting')
    for (const [status, name] of [
      ['pendingActivation', 'It is pending activation'],
      ['draft', 'It is a draft'],
    ])
      expect(foresee({ status, startDate: day(none) }).standing).toEqual({
        kind: 'unknown',
        why: `${name}, but it has no usable start date (sent: ${none}).`,
      })
  })

  it('is mentioned for a subscription that is over', () => {
    const { notes, event } = foresee({ status: 'ended', endDate: day('0001-01-01') })
    expect(notes).toEqual(['No usable end date (sent: 0001-01-01).'])
    expect(event).toBeNull()
  })
})
