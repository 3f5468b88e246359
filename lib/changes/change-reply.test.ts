import { describe, expect, it } from 'vitest'
import { CHANGE_STATES, type SubscriptionChange } from './change'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { bareSubscription, barePlan } from '@/testing/console/bare-views'
import { ENGLISH } from '@/lib/text/english'
import { GERMAN } from '@/lib/text/german'
import { changeReply, groupReply } from './change-reply'

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
  it('says after a cancel that the subscription stays until its last day, in both languages', () => {
    const ends = { endDate: '2026-12-05T00:00:00.000Z' }
    expect(reply(ends)).toBe(
      'We have cancelled Scale as you asked. It stays active until 4 Dec 2026 and renews no more.',
    )
    expect(changeReply(CANCELLED, subscription(ends), GERMAN)).toBe(
      'Wir haben den Tarif Scale wie gewünscht gekündigt. Das Abonnement bleibt bis zum 4. Dezember 2026 aktiv und verlängert sich nicht mehr.',
    )
    expect(reply({ endDate: '2026-11-20' })).toContain('until 20 Nov 2026 and')
  })

  it('does not claim a cancel when there was nothing to change', () => {
    expect(reply({ endDate: END_AHEAD }, UNCHANGED)).toBe(
      'Your Scale plan stays active until 30 Nov 2026 and renews no more.',
    )
    expect(reply({ status: 'winding', endDate: END_AHEAD }, UNCHANGED)).toBeNull()
    expect(reply({ status: 'ended', endDate: ASOF }, UNCHANGED)).toBe('Your Scale plan ended on 20 Nov 2026.')
    expect(reply({ status: 'ended' }, UNCHANGED)).toBe('Your Scale plan has ended.')
    expect(reply({ status: 'deleted' }, UNCHANGED)).toBe('Your Scale plan was removed.')
  })

  it('states the day on which a cancelled subscription ended, in both languages', () => {
    for (const status of ['ended', 'active']) {
      const ended = { status, endDate: ASOF }
      expect(reply(ended)).toBe('We have cancelled Scale as you asked. It ended on 20 Nov 2026.')
      expect(changeReply(CANCELLED, subscription(ended), GERMAN)).toBe(
        'Wir haben den Tarif Scale wie gewünscht gekündigt. Das Ende war der 20. November 2026.',
      )
    }
  })

  it('states the removal, and that it was before the start only when that is ahead, in both languages', () => {
    for (const change of [CANCELLED, DELETED]) {
      const upcoming = { status: 'deleted', startDate: END_AHEAD }
      expect(reply(upcoming, change)).toBe('We have removed Scale as you asked, before its start.')
      expect(changeReply(change, subscription(upcoming), GERMAN)).toBe(
        'Wir haben den Tarif Scale wie gewünscht vor dem Beginn entfernt.',
      )
      for (const startDate of [undefined, { unreadable: 'soon' }, '2026-11-01T00:00:00.000Z'])
        expect(reply({ status: 'deleted', startDate }, change)).toBe('We have removed Scale as you asked.')
    }
  })

  it.each<[string, Partial<SubscriptionView>, string]>([
    [
      'no plan',
      { endDate: END_AHEAD, plan: undefined },
      'We have cancelled your subscription as you asked. It stays active until 30 Nov 2026 and renews no more.',
    ],
    ['no plan name', { status: 'deleted', plan: barePlan() }, 'We have removed your subscription as you asked.'],
    [
      'an unreadable plan name',
      { status: 'ended', plan: barePlan({ name: { unreadable: '{}' } }) },
      'We have cancelled your subscription as you asked. It has ended.',
    ],
    [
      'an unreadable end',
      { endDate: { unreadable: 'soon' } },
      'We have cancelled Scale as you asked. It renews no more.',
    ],
    [
      'an ended status with an end ahead',
      { status: 'ended', endDate: END_AHEAD },
      'We have cancelled Scale as you asked. It has ended.',
    ],
    ...[{ unreadable: '7' }, 'winding'].map((status): [string, Partial<SubscriptionView>, string] => [
      'a status that is not known',
      { status, endDate: END_AHEAD },
      'We have cancelled Scale as you asked. It ends on 30 Nov 2026.',
    ]),
  ])('leaves out what is missing or unclear: %s', (_, sent, sentence) => {
    expect(reply(sent)).toBe(sentence)
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
    expect(changeReply(DELETED, 'gone', ENGLISH)).toBe('We have removed your subscription as you asked.')
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

const cancelled = (name: string) => ({
  change: CANCELLED,
  after: subscription({ endDate: END_AHEAD, plan: barePlan({ name }) }),
})
const GONE = { change: CANCELLED, after: 'gone' } as const

describe('groupReply', () => {
  it('has a line for each change, in their order, and leaves out a subscription that is gone from the API', () => {
    const lines = ['Scale', 'Starter'].map(
      (name) => `We have cancelled ${name} as you asked. It stays active until 30 Nov 2026 and renews no more.`,
    )
    expect(groupReply([cancelled('Scale'), GONE, cancelled('Starter')], ENGLISH)).toBe(lines.join('\n'))
  })

  it('begins a line with the ID when the plan of another subscription has the same name', () => {
    const two = ['sub_1', 'sub_2'].map((id) => ({ change: CANCELLED, after: { ...cancelled('Scale').after, id } }))
    const line = 'We have cancelled Scale as you asked. It stays active until 30 Nov 2026 and renews no more.'
    expect(groupReply(two, ENGLISH)).toBe(`sub_1: ${line}\nsub_2: ${line}`)
  })

  it('returns null while one was not read or does not show its result, and when all are gone', () => {
    for (const after of [null, subscription({})])
      expect(groupReply([cancelled('Scale'), { change: CANCELLED, after }], ENGLISH)).toBeNull()
    expect(groupReply([GONE, GONE], ENGLISH)).toBeNull()
  })
})
