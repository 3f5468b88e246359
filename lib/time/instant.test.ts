import { expect, it } from 'vitest'
import { calendarDaysBetween, formatDate, formatDateTime, formatLastDay, formatNearDate, formatTime } from './instant'

it('formatDate writes every month in three letters', () => {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 3, 14, 5)).toISOString())
  expect(months.map((iso) => formatNearDate(iso, '2026-12-31T00:00:00Z', 'UTC')).join()).toBe(
    '3 Jan,3 Feb,3 Mar,3 Apr,3 May,3 Jun,3 Jul,3 Aug,3 Sep,3 Oct,3 Nov,3 Dec',
  )
  expect(formatDate('2026-09-03T14:05:00Z', 'UTC')).toBe('3 Sep 2026')
  expect(formatDateTime('2026-09-03T14:05:00Z', 'UTC')).toBe('3 Sep 2026, 14:05')
})

it('counts calendar days of the zone shown', () => {
  expect(calendarDaysBetween('2026-11-24T12:00:00Z', '2026-11-28T09:00:00Z', 'UTC')).toBe(4)
  expect(calendarDaysBetween('2026-11-24T23:30:00Z', '2026-11-25T00:30:00Z', 'UTC')).toBe(1)
  // Both instants are on the 24th in New York, and on the 25th in Kolkata.
  for (const timeZone of ['America/New_York', 'Asia/Kolkata'])
    expect(calendarDaysBetween('2026-11-24T23:30:00Z', '2026-11-25T00:30:00Z', timeZone)).toBe(0)
  expect(calendarDaysBetween('2026-11-21T00:01:00Z', '2026-11-09T23:59:00Z', 'UTC')).toBe(-12)
  // 23 and 25 hours long.
  expect(calendarDaysBetween('2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00', 'Europe/Berlin')).toBe(1)
  expect(calendarDaysBetween('2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00', 'Europe/Berlin')).toBe(1)
})

it('names an end by the UTC day of the instant one millisecond before it', () => {
  const ends = [
    '2026-12-08T00:00:00.000Z',
    '2026-12-08T00:00:00.001Z',
    '2026-12-07T23:59:59.999Z',
    '2026-12-07',
    'soon',
  ]
  expect(ends.map(formatLastDay)).toEqual(['7 Dec 2026', '8 Dec 2026', '7 Dec 2026', '7 Dec 2026', 'soon'])
})

it('shows a date-only value as the same day in every zone', () => {
  for (const zone of ['America/New_York', 'Pacific/Kiritimati'])
    expect([formatDate('2026-12-07', zone), formatDateTime('2026-12-07', zone)]).toEqual(['7 Dec 2026', '7 Dec 2026'])
})

/** Returns the times of day of instants in a zone. */
const inZone = (zone: string, ...times: string[]) =>
  times.map((iso) => formatDateTime(iso, zone).slice(formatDate(iso, zone).length + 2))

it('adds the offset to a local time that occurs twice, and to no other', () => {
  expect(
    inZone(
      'Europe/Berlin',
      '2026-10-24T23:59:59Z',
      '2026-10-25T00:00:00Z',
      '2026-10-25T00:59:59Z',
      '2026-10-25T01:00:00Z',
      '2026-10-25T02:00:00Z',
    ),
  ).toEqual(['01:59', '02:00 UTC+2', '02:59 UTC+2', '02:00 UTC+1', '03:00'])
  // The clocks go forward: no time occurs twice.
  expect(inZone('Europe/Berlin', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z')).toEqual(['01:30', '03:30'])
  expect(inZone('America/New_York', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z')).toEqual([
    '01:30 UTC−4',
    '01:30 UTC−5',
  ])
  // Lord Howe Island puts its clocks back by half an hour.
  expect(inZone('Australia/Lord_Howe', '2026-04-04T14:40:00Z', '2026-04-04T15:10:00Z', '2026-04-04T15:40:00Z')).toEqual(
    ['01:40 UTC+11', '01:40 UTC+10:30', '02:10'],
  )
  expect(formatTime('2026-10-25T01:00:09Z', 'Europe/Berlin')).toBe('02:00:09 UTC+1')
})

it('counts the days of the years 0 to 99 as those of their own century', () => {
  expect(calendarDaysBetween('0100-01-02T00:00:00.000Z', '0099-12-31T12:00:00.000Z', 'UTC')).toBe(-2)
  expect(calendarDaysBetween('0001-01-01T00:00:00.000Z', '0000-12-31T12:00:00.000Z', 'UTC')).toBe(-1)
})
