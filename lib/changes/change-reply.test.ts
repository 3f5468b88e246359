import { describe, expect, it } from 'vitest'
import { CHANGE_STATES, type SubscriptionChange } from './change'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { bareSubscription, barePlan } from '@/testing/console/bare-views'
import { ENGLISH } from '@/lib/text/english'
import { changeReply } from './change-reply'

const ASOF = '2026-11-20T12:00:00.000Z'
const END_AHEAD = '2026-12-01T00:00:00.000Z'
const now = { status: 'active', endDate: END_AHEAD, asOf: ASOF }
const CANCELLED = {
  action: 'cancel',
  state: 'CONFIRMED',
  cause: { kind: 'confirmed', response: 'accepted', shown: { kind: 'inEffect', now } },
} as const
const DELETED = { ...CANCELLED, action: 'delete' } as const
const UNCHANGED = { ...CANCELLED, cause: { ...CANCELLED.cause, shown: { kind: 'nothingToChange', now } } } as const

const subscription = (sent: Partial<SubscriptionView>): SubscriptionView =>
  bareSubscription({ asOf: ASOF, status: 'active', plan: barePlan({ name: 'Scale' }), ...sent })
const reply = (
  sent: Partial<SubscriptionView>,
  change: Pick<SubscriptionChange, 'action' | 'state' | 'cause'> = CANCELLED,
) => changeReply(change, subscription(sent), ENGLISH)

describe('changeReply', () => {
  it('states the last day of a subscription that is scheduled to end, in UTC', () => {
    expect(reply({ endDate: END_AHEAD })).toBe('Your Scale plan is scheduled to end on 30 Nov 2026 (UTC).')
    expect(reply({ endDate: '2026-11-20' })).toBe('Your Scale plan is scheduled to end on 20 Nov 2026 (UTC).')
    expect(reply({ endDate: END_AHEAD }, UNCHANGED)).toBe('Your Scale plan is scheduled to end on 30 Nov 2026 (UTC).')
  })

  it('states the day on which a cancelled subscription ended', () => {
    for (const status of ['ended', 'active'])
      expect(reply({ status, endDate: ASOF })).toBe('Your Scale plan was cancelled and ended on 20 Nov 2026 (UTC).')
  })

  it('does not claim a cancel of a subscription that had already ended', () => {
    expect(reply({ status: 'ended', endDate: ASOF }, UNCHANGED)).toBe('Your Scale plan ended on 20 Nov 2026 (UTC).')
    expect(reply({ status: 'ended' }, UNCHANGED)).toBe('Your Scale plan has ended.')
  })

  it('states the removal, and calls a subscription upcoming only when its start is ahead', () => {
    for (const change of [CANCELLED, DELETED]) {
      expect(reply({ status: 'deleted', startDate: END_AHEAD }, change)).toBe('Your upcoming Scale plan was removed.')
      for (const startDate of [undefined, { unreadable: 'soon' }, '2026-11-01T00:00:00.000Z'])
        expect(reply({ status: 'deleted', startDate }, change)).toBe('Your Scale plan was removed.')
    }
  })

  it.each<[string, Partial<SubscriptionView>, string]>([
    ['no plan', { endDate: END_AHEAD, plan: undefined }, 'Your subscription is scheduled to end on 30 Nov 2026 (UTC).'],
    ['no plan name', { status: 'deleted', plan: barePlan() }, 'Your subscription was removed.'],
    [
      'an unreadable plan name',
      { status: 'ended', plan: barePlan({ name: { unreadable: '{}' } }) },
      'Your subscription was cancelled and has ended.',
    ],
    ['an unreadable end', { endDate: { unreadable: 'soon' } }, 'Your Scale plan is scheduled to end.'],
    [
      'an ended status with an end ahead',
      { status: 'ended', endDate: END_AHEAD },
      'Your Scale plan was cancelled and has ended.',
    ],
    [
      'an unreadable status',
      { status: { unreadable: '7' }, endDate: END_AHEAD },
      'Your Scale plan is scheduled to end on 30 Nov 2026 (UTC).',
    ],
    [
      'an unknown status',
      { status: 'winding', endDate: END_AHEAD },
      'Your Scale plan is scheduled to end on 30 Nov 2026 (UTC).',
    ],
  ])('leaves out what is missing or unclear: %s', (_, sent, sentence) => {
    expect(reply(sent)).toBe(sentence)
  })

  it('does not repeat the word "plan"', () => {
    expect(reply({ status: 'deleted', plan: barePlan({ name: 'Family Plan' }) })).toBe('Your Family Plan was removed.')
  })

  it.each<[string, Partial<SubscriptionView>]>([
    ['no end', {}],
    ['a placeholder as end date', { endDate: '0001-01-01T00:00:00.000Z' }],
    ['an end that has passed and an unknown status', { status: 'winding', endDate: ASOF }],
    ['an unreadable end and an unknown status', { status: 'winding', endDate: { unreadable: 'soon' } }],
    ['no status and no end', { status: undefined }],
  ])('returns null when the read does not show the result of a cancel: %s', (_, sent) => {
    expect(reply(sent)).toBeNull()
  })

  it('returns null when the read does not show the deletion', () => {
    for (const status of ['active', 'ended', 'frozen', undefined])
      expect(reply({ status, endDate: ASOF }, DELETED)).toBeNull()
  })

  it('states only the deletion when the API no longer knows the subscription', () => {
    expect(changeReply(DELETED, 'gone', ENGLISH)).toBe('Your subscription was removed.')
    expect(changeReply(CANCELLED, 'gone', ENGLISH)).toBeNull()
  })

  it('returns null before the read after the change', () => {
    for (const change of [CANCELLED, DELETED]) expect(changeReply(change, null, ENGLISH)).toBeNull()
  })

  it.each(CHANGE_STATES.filter((state) => state !== 'CONFIRMED'))('returns null for the state %s', (state) => {
    expect(reply({ endDate: END_AHEAD }, { ...CANCELLED, state })).toBeNull()
    expect(changeReply({ ...DELETED, state }, 'gone', ENGLISH)).toBeNull()
  })
})
