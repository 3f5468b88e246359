import { describe, expect, it } from 'vitest'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { bareSubscription } from '@/testing/console/bare-views'
import { forecast } from '@/lib/subscriptions/forecast'
import type { ChangeAction } from './change-effect'
import { beforeAfter } from './before-after'

const NOW = '2027-02-10T12:00:00.000Z'
const day = (iso: string) => `${iso}T00:00:00.000Z`

function changes(action: ChangeAction, sent: Partial<SubscriptionView> = {}) {
  const view = bareSubscription({ startDate: day('2026-01-31'), status: 'active', billingCadence: 'monthly', ...sent })
  return beforeAfter(action, view, forecast(view, NOW))
}
/** Returns the effect as text: `Active → ends 27 Feb 2027`. */
function lineOf(...args: Parameters<typeof changes>): string | null {
  const line = changes(...args)
  return line && `${line.now} → ${line.after}`
}

describe('beforeAfter for the cancel of a running subscription', () => {
  it('shows the last day of the billing period', () => {
    expect(changes('cancel')).toEqual({ now: 'Active', after: 'ends 27 Feb 2027' })
  })

  it('shows a later end that it brings forward', () => {
    expect(lineOf('cancel', { endDate: day('2028-01-31') })).toBe('Active, ends 30 Jan 2028 → ends 27 Feb 2027')
  })

  it('says when its end date could not be read', () => {
    expect(lineOf('cancel', { endDate: { unreadable: 'x' } })).toBe(
      'Active → ends 27 Feb 2027, or earlier: its end date could not be read',
    )
  })

  it('shows an immediate end when the subscription is billed once', () => {
    expect(lineOf('cancel', { billingCadence: 'oneTime' })).toBe('Active → ends immediately, last day 10 Feb 2027')
  })

  it.each<[string, Partial<SubscriptionView>]>([
    ['an unknown cadence', { billingCadence: 'weekly' }],
    ['no start', { startDate: undefined }],
    ['no usable end date', { billingCadence: 'weekly', endDate: day('0001-01-01') }],
    ['billed once, its end unreadable', { billingCadence: 'oneTime', endDate: { unreadable: 'x' } }],
  ])('says when the end is not known beforehand: %s', (_, sent) => {
    expect(changes('cancel', sent)).toEqual({
      now: 'Active',
      after: 'ends, last day not known beforehand',
    })
  })

  it('returns nothing when the subscription ends no later anyway', () => {
    expect(changes('cancel', { endDate: day('2027-02-20') })).toBeNull()
  })
})

it('beforeAfter shows a deletion for both actions before the start, and for a delete after the end', () => {
  const upcoming = { status: 'pendingActivation', startDate: day('2027-03-01') }
  for (const action of ['cancel', 'delete'] as const)
    expect(lineOf(action, upcoming)).toBe('Pending activation → deleted')
  expect(lineOf('delete', { status: 'ended', endDate: day('2027-01-31') })).toBe('Ended → deleted')
})

it('beforeAfter predicts nothing for an unknown status, and shows it as it was sent', () => {
  expect(lineOf('delete', { status: 'fro\u202Ezen' })).toBe('frozen → not known beforehand')
  expect(lineOf('cancel', { status: { unreadable: '7' } })).toBe('Status could not be read → not known beforehand')
  expect(lineOf('cancel', { status: undefined })).toBe('Status not sent → not known beforehand')
})

it('beforeAfter returns nothing for a change that is not possible', () => {
  expect(changes('delete')).toBeNull()
  expect(changes('cancel', { status: 'ended' })).toBeNull()
})
