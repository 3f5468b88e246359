import { describe, expect, it } from 'vitest'
import type { SubscriptionView } from '@/contract/console/subscription'
import { forecast } from '@/lib/domain/subscription/forecast'
import type { ChangeAction } from '@/lib/domain/change/change-effect'
import { bareSubscription } from '@/testing/console/bare-views'
import { beforeAfter } from './before-after'

const NOW = '2027-02-10T12:00:00.000Z'
const day = (iso: string) => `${iso}T00:00:00.000Z`

function changes(action: ChangeAction, sent: Partial<SubscriptionView> = {}) {
  const view = bareSubscription({ startDate: day('2026-01-31'), status: 'active', billingCadence: 'monthly', ...sent })
  return beforeAfter(action, view, forecast(view, NOW))
}
/** Returns each change as text with its reason: `Status: Active → Ended (Billed once, so it ends immediately.)`. */
const describeChanges = (...args: Parameters<typeof changes>) =>
  changes(...args).map(({ what, now, after, why }) => `${what}: ${now} → ${after}${why === null ? '' : ` (${why})`}`)

describe('beforeAfter for the cancel of a running subscription', () => {
  it('shows the end of the billing period and how it is derived', () => {
    expect(describeChanges('cancel')).toEqual([
      'Status: Active → Active · ends 27 Feb 2027',
      'Last day: None → 27 Feb 2027 (The end of billing period 13, which began on 31 Jan 2027: monthly from 31 Jan 2026.)',
    ])
  })

  it('shows an earlier end date', () => {
    expect(describeChanges('cancel', { endDate: day('2028-01-31') })[1]).toMatch(
      /^Last day: 30 Jan 2028 → 27 Feb 2027 \(/,
    )
  })

  it('has the exact instant of the new end as a detail', () => {
    expect(changes('cancel').map(({ exact }) => exact)).toEqual([null, '28 Feb 2027, 00:00 UTC'])
  })

  it('shows an immediate end when the subscription is billed once', () => {
    expect(describeChanges('cancel', { billingCadence: 'oneTime' })).toEqual([
      'Status: Active → Ended',
      'Last day: None → 10 Feb 2027 (Billed once, so it ends immediately.)',
    ])
  })

  it.each<[string, Partial<SubscriptionView>, string]>([
    ['an unknown cadence', { billingCadence: 'weekly' }, 'None'],
    ['no start', { startDate: undefined }, 'None'],
    [
      'no usable end date',
      { billingCadence: 'weekly', endDate: day('0001-01-01') },
      'No usable end date (sent: 0001-01-01)',
    ],
    [
      'billed once, its end unreadable',
      { billingCadence: 'oneTime', endDate: { unreadable: 'x' } },
      'Could not be read',
    ],
  ])('says when the end is not known beforehand: %s', (_, sent, now) => {
    expect(describeChanges('cancel', sent)).toEqual([
      'Status: Active → Active until it ends, then Ended',
      `Last day: ${now} → Not known beforehand`,
    ])
  })

  it('returns nothing when the subscription ends no later anyway', () => {
    expect(changes('cancel', { endDate: day('2027-02-20') })).toEqual([])
  })
})

it('beforeAfter shows a deletion for both actions before the start, and for a delete after the end', () => {
  const upcoming = { status: 'pendingActivation', startDate: day('2027-03-01') }
  for (const action of ['cancel', 'delete'] as const)
    expect(describeChanges(action, upcoming)).toEqual(['Status: Pending activation → Deleted'])
  expect(describeChanges('delete', { status: 'ended', endDate: day('2027-01-31') })).toEqual([
    'Status: Ended → Deleted',
  ])
})

it('beforeAfter predicts nothing for an unknown status, and shows it as it was sent', () => {
  expect(describeChanges('delete', { status: 'fro\u202Ezen' })).toEqual([
    'Status: frozen → Not known beforehand',
    'Last day: None → Not known beforehand',
  ])
  expect(describeChanges('cancel', { status: { unreadable: '7' } })[0]).toBe(
    'Status: Could not be read → Not known beforehand',
  )
  expect(describeChanges('cancel', { status: undefined })[0]).toBe('Status: Not sent → Not known beforehand')
})

it('beforeAfter returns nothing for a change that is not possible', () => {
  expect(changes('delete')).toEqual([])
  expect(changes('cancel', { status: 'ended' })).toEqual([])
})
