import { describe, expect, it } from 'vitest'
import { changeEvidence } from '@/lib/changes/change-evidence'
import { ENGLISH } from '@/lib/text/english'
import { changeReply } from '@/lib/changes/change-reply'
import { changeWords, resultTitle } from '@/lib/changes/change-texts'
import { forecast } from '@/lib/subscriptions/forecast'
import { subscriptionAnswer } from '@/lib/subscriptions/subscription-answer'
import { bareSubscription } from '@/testing/console/bare-views'
import { type StatusAndDates, subscriptionStatusLabel } from './subscription-status-label'

const PAST = '2026-02-05T00:00:00.000Z'
const AHEAD = '2027-01-01T00:00:00.000Z'

const label = (sent: Partial<StatusAndDates>) =>
  subscriptionStatusLabel({
    status: 'active',
    startDate: null,
    endDate: null,
    asOf: '2026-11-21T12:00:00.000Z',
    ...sent,
  })
const text = (sent: Partial<StatusAndDates>) => `${label(sent).status} ${label(sent).dateText}`.trim()

describe('subscriptionStatusLabel', () => {
  it('names the source of the status', () => {
    expect(label({ endDate: AHEAD }).meaning).toBe('API status “active”: running until its end date')
    expect(label({ status: 'paused' }).meaning).toBe('API status “paused”: not one that this console knows')
  })

  it('includes the UTC day, and of an end the last day', () => {
    expect(text({ endDate: AHEAD })).toBe('Active ends 31 Dec 2026')
    expect(text({ status: 'ended', endDate: PAST })).toBe('Ended 4 Feb 2026')
    expect(text({ endDate: '2027-01-01T00:00:01.000Z' })).toBe('Active ends 1 Jan 2027')
    expect(text({ status: 'pendingActivation', startDate: AHEAD })).toBe('Pending activation starts 1 Jan 2027')
    expect(text({ startDate: PAST })).toBe('Active since 5 Feb 2026')
    // A date-only end includes its day.
    expect(text({ endDate: '2026-11-21' })).toBe('Active ends 21 Nov 2026')
    expect(text({ endDate: '2026-11-20' })).toBe('Active last day was 20 Nov 2026')
    expect(text({ status: 'draft', startDate: AHEAD })).toBe('Draft start date 1 Jan 2027')
    expect(text({ status: 'deleted', startDate: PAST, endDate: AHEAD })).toBe('Deleted start date 5 Feb 2026')
    expect(['active', 'ended', 'pendingActivation', 'deleted'].map((status) => text({ status }))).toEqual([
      'Active',
      'Ended',
      'Pending activation',
      'Deleted',
    ])
  })

  it('does not present a future end as past, nor a past end as future', () => {
    expect(label({ status: 'ended', endDate: AHEAD })).toEqual({
      status: 'Ended',
      dateText: 'last day 31 Dec 2026',
      tone: 'yellow',
      meaning: 'API status “ended”: but its last day is ahead',
    })
    expect(text({ endDate: PAST })).toBe('Active last day was 4 Feb 2026')
    expect(text({ status: 'pendingActivation', startDate: PAST })).toBe('Pending activation start date 5 Feb 2026')
    expect(text({ startDate: AHEAD })).toBe('Active start date 1 Jan 2027')
    expect(text({ status: 'deleted', endDate: AHEAD })).toBe('Deleted')
  })

  it('derives nothing from a placeholder date', () => {
    for (const none of ['0001-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z']) {
      expect(label({ startDate: none, endDate: none })).toMatchObject({ status: 'Active', dateText: '', tone: 'green' })
      expect(text({ status: 'ended', endDate: none })).toBe('Ended')
      expect(text({ status: 'pendingActivation', startDate: none })).toBe('Pending activation')
    }
  })

  it('shows an unknown status as it was sent', () => {
    expect(label({ status: 'constructor', endDate: PAST })).toMatchObject({ status: 'constructor', tone: 'unknown' })
  })
})

describe('an end', () => {
  it.each([
    ['2026-12-08T00:00:00.000Z', '7 Dec 2026'],
    ['2026-12-07T11:00:00.000Z', '7 Dec 2026'],
    ['2026-12-07T23:59:59.999Z', '7 Dec 2026'],
    ['2026-12-07', '7 Dec 2026'],
    // Also an end that has passed while the status is still active.
    ['2026-11-20T00:00:00.000Z', '19 Nov 2026'],
  ])('at %s is named by one day in status, page, dialog, reply and activity', (endDate, day) => {
    const asOf = '2026-11-21T12:00:00.000Z'
    const before = bareSubscription({ status: 'active', startDate: '2026-01-01T00:00:00.000Z', asOf })
    const after = { ...before, endDate }
    const expected = forecast(after, asOf)
    const { standing } = expected
    const change = { action: 'cancel', state: 'CONFIRMED' } as const
    const { shown } = changeEvidence('cancel', before, after)
    const cause = { kind: 'confirmed', response: 'accepted', shown } as const
    const texts = [
      text({ endDate }),
      standing.kind === 'unknown' ? standing.why : subscriptionAnswer(after, expected).join(' '),
      resultTitle({ ...change, cause }, after),
      changeReply({ ...change, cause }, after, ENGLISH),
      changeWords('cancel', cause, []),
    ]
    for (const words of texts) expect(words?.match(/\d+ \w{3} \d{4}/g)).toEqual([day])
  })
})
