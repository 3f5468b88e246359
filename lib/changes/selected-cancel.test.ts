import { describe, expect, test } from 'vitest'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { bareChange, bareSubscription } from '@/testing/console/bare-views'
import { selectedCancel, selectedSummary } from './selected-cancel'

const subscription = (sent: Partial<SubscriptionView> = {}) =>
  bareSubscription({
    status: 'active',
    startDate: '2026-01-05T00:00:00.000Z',
    billingCadence: 'monthly',
    asOf: '2026-11-20T00:00:00.000Z',
    ...sent,
  })

describe('selectedCancel', () => {
  test.each([
    ['ends', {}, /^Active → ends /],
    [
      'deletes',
      { status: 'pendingActivation', startDate: '2090-01-01T00:00:00.000Z' },
      /^Pending activation → deleted$/,
    ],
    ['mayDelete', { status: 'hibernating' }, /not known beforehand$/],
    ['leftOut', { status: 'ended', endDate: '2026-02-05T00:00:00.000Z' }, /^Already ended/],
    ['leftOut', { endDate: '2026-11-25T00:00:00.000Z' }, /^Already ends: last day /],
    ['leftOut', { customerId: { unreadable: '7' } }, /can’t be read$/],
  ] as const)('returns %s for %j', (kind, sent, words) => {
    expect(selectedCancel(subscription(sent), [])).toEqual({ kind, words: expect.stringMatching(words) })
  })

  test('leaves out a subscription with an open change or a proposed cancel, and names who asked for it', () => {
    const open = bareChange({ state: 'SENT', isOpen: true })
    const proposed = bareChange({ state: 'PROPOSED' })
    for (const change of [open, proposed])
      expect(selectedCancel(subscription(), [bareChange(), change])).toEqual({
        kind: 'leftOut',
        words: expect.stringContaining('ann@example.com asked to cancel it'),
      })
    expect(selectedCancel(subscription(), [bareChange({ state: 'PROPOSED', action: 'delete' })]).kind).toBe('ends')
  })
})

const of = (kind: 'ends' | 'deletes' | 'mayDelete' | 'leftOut', times: number) =>
  Array.from({ length: times }, () => ({ kind, words: '' }))

test('selectedSummary counts what ends, what is deleted, and what is left out', () => {
  expect(selectedSummary([...of('ends', 6), ...of('deletes', 2)])).toBe('6 end, 2 that have not started are deleted')
  expect(selectedSummary([...of('ends', 1), ...of('mayDelete', 1), ...of('leftOut', 1)])).toBe(
    '1 ends, 1 may be deleted, 1 is left out',
  )
})
