import { describe, expect, it } from 'vitest'
import { type StatusAndDates, subscriptionStatusLabel } from './subscription-status-label'

const PAST = '2026-02-05T00:00:00.000Z'
const AHEAD = '2027-01-01T00:00:00.000Z'

const label = (sent: Partial<StatusAndDates>) =>
  subscriptionStatusLabel(
    { status: 'active', startDate: null, endDate: null, asOf: '2026-11-21T12:00:00.000Z', ...sent },
    'UTC',
  )
const text = (sent: Partial<StatusAndDates>) => label(sent).text

describe('subscriptionStatusLabel', () => {
  it('names the source of the status', () => {
    expect(label({ endDate: AHEAD }).meaning).toBe('API status “active”: running until its end date')
    expect(label({ status: 'paused' }).meaning).toBe('API status “paused”: not one that this console knows')
  })

  it('includes the date', () => {
    expect(text({ endDate: AHEAD })).toBe('Active · ends 31 Dec 2026')
    expect(text({ status: 'ended', endDate: PAST })).toBe('Ended 4 Feb 2026')
    expect(text({ endDate: '2027-01-01T00:00:01.000Z' })).toBe('Active · ends 1 Jan 2027')
    expect(text({ status: 'pendingActivation', startDate: AHEAD })).toBe('Pending activation · starts 1 Jan 2027')
    expect(text({ startDate: PAST })).toBe('Active since 5 Feb 2026')
    expect(text({ status: 'draft', startDate: AHEAD })).toBe('Draft · start date 1 Jan 2027')
    expect(text({ status: 'deleted', startDate: PAST, endDate: AHEAD })).toBe('Deleted · start date 5 Feb 2026')
    expect(['active', 'ended', 'pendingActivation', 'deleted'].map((status) => text({ status }))).toEqual([
      'Active',
      'Ended',
      'Pending activation',
      'Deleted',
    ])
  })

  it('does not present a future end as past, nor a past end as future', () => {
    expect(label({ status: 'ended', endDate: AHEAD })).toEqual({
      text: 'Ended · end date 1 Jan 2027',
      tone: 'yellow',
      meaning: 'API status “ended”: but its end date is ahead',
    })
    expect(text({ endDate: PAST })).toBe('Active · end date 5 Feb 2026 has passed')
    expect(text({ status: 'pendingActivation', startDate: PAST })).toBe('Pending activation · start date 5 Feb 2026')
    expect(text({ startDate: AHEAD })).toBe('Active · start date 1 Jan 2027')
    expect(text({ status: 'deleted', endDate: AHEAD })).toBe('Deleted')
  })

  it('derives nothing from a date that stands for none', () => {
    for (const none of ['0001-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z']) {
      expect(label({ startDate: none, endDate: none })).toMatchObject({ text: 'Active', tone: 'green' })
      expect(text({ status: 'ended', endDate: none })).toBe('Ended')
      expect(text({ status: 'pendingActivation', startDate: none })).toBe('Pending activation')
    }
  })

  it('shows an unknown status as it was sent', () => {
    expect(label({ status: 'constructor', endDate: PAST })).toMatchObject({ text: 'constructor', tone: 'unknown' })
  })
})
