import { describe, expect, it } from 'vitest'
import type { SubscriptionView } from '@/contract/console/subscription'
import { forecast } from '@/lib/domain/subscription/forecast'
import type { ChangeAction } from '@/lib/domain/change/change-effect'
import { bareSubscription } from '@/testing/console/bare-views'
import { beforeAfter } from './before-after'

const NOW = '2027-02-10T12:00:00.000Z'
const day = (iso: string) => `${iso}T00:00:00.000Z`

function changes(action: ChangeAction, sent: Partial<SubscriptionView> = {}, timeZone = 'UTC') {
  const view = bareSubscription({ startDate: day('2026-01-31'), status: 'active', billingCadence: 'monthly', ...sent })
  return beforeAfter(action, view, forecast(view, NOW, timeZone), timeZone)
}
/** Returns each change as text with its reason: `Status: Active → Ended (Billed once, so it ends immediately.)`. */
const describeChanges = (...args: Parameters<typeof changes>) =>
  changes(...args).map(({ what, now, after, why }) => `${what}: ${now} → ${after}${why === null ? '' : ` (${why})`}`)

describe('beforeAfter for the cancel of a running subscription', () => {
  it('shows the end of the billing period and how it is derived', () => {
    expect(describeChanges('cancel')).toEqual([
      'Status: Active → Active · ends 27 Feb 2027',
      'End date: None → 28 Feb 2027, 00:00 · last day 27 Feb (The end of billing period 13, which began on 31 Jan 2027: monthly from 31 Jan 2026.)',
    ])
  })

  it('shows an earlier end date', () => {
    expect(describeChanges('cancel', { endDate: day('2028-01-31') })[1]).toMatch(
      /^End date: 31 Jan 2028, 00:00 · last day 30 Jan → 28 Feb 2027, 00:00 · last day 27 Feb \(/,
    )
  })

  it('shows start and end in the zone shown, and days of billing periods in UTC', () => {
    expect(describeChanges('cancel', {}, 'America/New_York')).toEqual([
      'Status: Active → Active · ends 27 Feb 2027',
      'End date: None → 27 Feb 2027, 19:00 (The end of billing period 13, which began on 31 Jan 2027 UTC: monthly from 31 Jan 2026 UTC.)',
    ])
  })

  it('shows an immediate end when the subscription is billed once', () => {
    expect(describeChanges('cancel', { billingCadence: 'oneTime' })).toEqual([
      'Status: Active → Ended',
      'End date: None → 10 Feb 2027, 12:00 (Billed once, so it ends immediately.)',
    ])
  })

  it.each<[string, Partial<SubscriptionView>, string]>([
    ['an unknown cadence', { billingCadence: 'weekly' }, 'None'],
    ['no start', { startDate: undefined }, 'None'],
    [
      'billed once, its end unreadable',
      { billingCadence: 'oneTime', endDate: { unreadable: 'x' } },
      'Could not be read',
    ],
  ])('says when the end is not known beforehand: %s', (_, sent, now) => {
    expect(describeChanges('cancel', sent)).toEqual([
      'Status: Active → Active until it ends, then Ended',
      `End date: ${now} → Not known beforehand`,
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
    'End date: None → Not known beforehand',
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
