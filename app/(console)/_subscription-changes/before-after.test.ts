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
/** `Status: Active → Ended`, with how it comes about behind it. */
const told = (...args: Parameters<typeof changes>) =>
  changes(...args).map(({ what, now, after, why }) => `${what}: ${now} → ${after}${why === null ? '' : ` (${why})`}`)

describe('a cancel of a running one', () => {
  it('ends it with its billing period, which is derived', () => {
    expect(told('cancel')).toEqual([
      'Status: Active → Active · ends 27 Feb 2027',
      'End date: None → 28 Feb 2027, 00:00 · last day 27 Feb (The end of billing period 13, which began on 31 Jan 2027: monthly from 31 Jan 2026.)',
    ])
  })

  it('brings a later end forward', () => {
    expect(told('cancel', { endDate: day('2028-01-31') })[1]).toMatch(
      /^End date: 31 Jan 2028, 00:00 · last day 30 Jan → 28 Feb 2027, 00:00 · last day 27 Feb \(/,
    )
  })

  it('names start and end in the zone shown, and days of billing periods in UTC', () => {
    expect(told('cancel', {}, 'America/New_York')).toEqual([
      'Status: Active → Active · ends 27 Feb 2027',
      'End date: None → 27 Feb 2027, 19:00 (The end of billing period 13, which began on 31 Jan 2027 UTC: monthly from 31 Jan 2026 UTC.)',
    ])
  })

  it('billed once ends it at once', () => {
    expect(told('cancel', { billingCadence: 'oneTime' })).toEqual([
      'Status: Active → Ended',
      'End date: None → 10 Feb 2027, 12:00 (Billed once: at once.)',
    ])
  })

  it.each<[string, Partial<SubscriptionView>, string]>([
    ['a cadence nobody knows', { billingCadence: 'weekly' }, 'None'],
    ['no start', { startDate: null }, 'None'],
    [
      'billed once, its end unreadable',
      { billingCadence: 'oneTime', endDate: { unreadable: 'x' } },
      'Could not be read',
    ],
  ])('says what cannot be told beforehand: %s', (_, sent, now) => {
    expect(told('cancel', sent)).toEqual([
      'Status: Active → Active until it ends, then Ended',
      `End date: ${now} → Not known beforehand`,
    ])
  })

  it('changes nothing where it ends no later anyway', () => {
    expect(changes('cancel', { endDate: day('2027-02-20') })).toEqual([])
  })
})

it('what has not started is deleted by either, and what is over by a delete', () => {
  const upcoming = { status: 'pendingActivation', startDate: day('2027-03-01') }
  for (const action of ['cancel', 'delete'] as const)
    expect(told(action, upcoming)).toEqual(['Status: Pending activation → Deleted'])
  expect(told('delete', { status: 'ended', endDate: day('2027-01-31') })).toEqual(['Status: Ended → Deleted'])
})

it('of a status nobody knows nothing is foretold, and it is shown as it was sent', () => {
  expect(told('delete', { status: 'fro\u202Ezen' })).toEqual([
    'Status: frozen → Not known beforehand',
    'End date: None → Not known beforehand',
  ])
  expect(told('cancel', { status: { unreadable: '7' } })[0]).toBe('Status: Could not be read → Not known beforehand')
  expect(told('cancel', { status: null })[0]).toBe('Status: Not sent → Not known beforehand')
})

it('what is not possible changes nothing', () => {
  expect(changes('delete')).toEqual([])
  expect(changes('cancel', { status: 'ended' })).toEqual([])
})
