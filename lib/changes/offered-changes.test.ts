import { describe, expect, it } from 'vitest'
import type { SubscriptionChange } from './change'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { bareChange, bareSubscription } from '@/testing/console/bare-views'
import { forecast } from '@/lib/subscriptions/forecast'
import { offeredChanges } from './offered-changes'

const NOW = '2027-02-10T12:00:00.000Z'
const RUNNING = { status: 'active', startDate: '2026-01-31T00:00:00.000Z', billingCadence: 'monthly' }
const ENDING = { ...RUNNING, endDate: '2027-02-20T00:00:00.000Z' }

const now = { status: 'active', endDate: ENDING.endDate, asOf: NOW }
const CONFIRMED = { kind: 'confirmed', response: 'accepted', shown: { kind: 'inEffect', now } } as const
const cancelled = (sent: Partial<SubscriptionChange> = {}) => bareChange({ cause: CONFIRMED, ...sent })

/** Returns each action as text: `cancel: rare, Already ends: last day 19 Feb 2027.` */
const offered = (
  sent: Partial<SubscriptionView>,
  known?: SubscriptionChange | SubscriptionChange[],
  lock: string | null = null,
) =>
  offeredChanges(forecast(bareSubscription(sent), NOW), [known ?? []].flat(), lock).map(
    ({ action, kind, reason }) => `${action}: ${kind}${reason === null ? '' : `, ${reason}`}`,
  )

describe('offeredChanges', () => {
  it('makes what is possible a button, and of two the cancel', () => {
    expect(offered(RUNNING)).toEqual(['cancel: possible', 'delete: impossible, Cancel before deleting'])
    expect(offered({ status: 'ended' })).toEqual(['cancel: impossible, Already ended', 'delete: possible'])
    expect(offered({ status: 'pendingActivation', startDate: '2027-03-01T00:00:00.000Z' })).toEqual([
      'cancel: possible',
      'delete: rare, It has not started yet: it will be deleted and will not start.',
    ])
    expect(offered({ ...RUNNING, status: 'frozen' })).toEqual([
      'cancel: possible',
      expect.stringMatching(/^delete: rare, .*The API decides what happens\.$/),
    ])
    expect(offered({ status: 'deleted' })).toEqual([
      'cancel: impossible, Already deleted',
      'delete: impossible, Already deleted',
    ])
  })

  it('offers no change that already waits for the approval of another person', () => {
    const waiting = bareChange({ state: 'PROPOSED', action: 'cancel' })
    expect(offered({ ...RUNNING, status: 'frozen' }, waiting)).toEqual([
      'cancel: impossible, ann@example.com asked to cancel it: waiting for approval',
      'delete: possible',
    ])
  })

  it('keeps a cancel possible, but rare, where only the estimated period says that it changes nothing', () => {
    expect(offered(ENDING)).toEqual([
      'cancel: rare, Already ends: last day 19 Feb 2027.',
      'delete: impossible, Can be deleted from 20 Feb',
    ])
    expect(offered({ ...ENDING, billingCadence: 'oneTime' })[0]).toBe(
      'cancel: impossible, Already ends: last day 19 Feb 2027.',
    )
  })

  it('says that it is already cancelled, and by whom, only for a confirmed cancel', () => {
    expect(offered(ENDING, cancelled())[0]).toBe(
      'cancel: impossible, Already cancelled by ann@example.com: last day 19 Feb 2027.',
    )
    const unsure = { ...CONFIRMED, response: 'unknown' } as const
    expect(offered(ENDING, cancelled({ cause: unsure }))[0]).toBe(
      'cancel: impossible, Already cancelled: last day 19 Feb 2027.',
    )
    const nothing = { ...CONFIRMED, shown: { kind: 'nothingToChange', now } } as const
    for (const other of [
      cancelled({ action: 'delete' }),
      cancelled({ state: 'NOT_APPLIED' }),
      cancelled({ cause: nothing }),
    ])
      expect(offered(ENDING, other)[0]).toBe('cancel: rare, Already ends: last day 19 Feb 2027.')
    // A second attempt that had nothing to change does not hide the first.
    expect(offered(ENDING, [cancelled({ cause: nothing, actor: 'ben@example.com' }), cancelled()])[0]).toContain(
      'Already cancelled by ann@example.com',
    )
    // It was reactivated since, and ends on another day.
    expect(offered(RUNNING, cancelled())[0]).toBe('cancel: possible')
    const elsewhere = { ...ENDING, endDate: '2027-02-15T00:00:00.000Z' }
    expect(offered(elsewhere, cancelled())[0]).toBe('cancel: rare, Already ends: last day 14 Feb 2027.')
  })

  it('gives the same reason for both while a change is open', () => {
    expect(offered(RUNNING, undefined, 'Asked for')).toEqual([
      'cancel: impossible, Asked for',
      'delete: impossible, Asked for',
    ])
  })
})
