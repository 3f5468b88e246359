import { expect, it } from 'vitest'
import { distanceInDays, formatDate, formatDateTime, formatEnd, formatLastDay, formatNearDate } from './instant'

it('formatDate writes every month in three letters', () => {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 3, 14, 5)).toISOString())
  expect(months.map((iso) => formatNearDate(iso, '2026-12-31T00:00:00Z', 'UTC')).join()).toBe(
    '3 Jan,3 Feb,3 Mar,3 Apr,3 May,3 Jun,3 Jul,3 Aug,3 Sep,3 Oct,3 Nov,3 Dec',
  )
  expect(formatDate('2026-09-03T14:05:00Z', 'UTC')).toBe('3 Sep 2026')
  expect(formatDateTime('2026-09-03T14:05:00Z', 'UTC')).toBe('3 Sep 2026, 14:05')
})

it('counts calendar days of the zone shown', () => {
  expect(distanceInDays('2026-11-28T09:00:00Z', '2026-11-24T12:00:00Z', 'UTC')).toBe('in 4 days')
  expect(distanceInDays('2026-11-25T00:30:00Z', '2026-11-24T23:30:00Z', 'UTC')).toBe('in 1 day')
  // Both instants are on the 24th in New York, and on the 25th in Kolkata.
  for (const timeZone of ['America/New_York', 'Asia/Kolkata'])
    expect(distanceInDays('2026-11-25T00:30:00Z', '2026-11-24T23:30:00Z', timeZone)).toBe('today')
  expect(distanceInDays('2026-11-09T23:59:00Z', '2026-11-21T00:01:00Z', 'UTC')).toBe('12 days ago')
  // 23 and 25 hours long.
  expect(distanceInDays('2026-03-30T00:00:00+02:00', '2026-03-29T00:00:00+01:00', 'Europe/Berlin')).toBe('in 1 day')
  expect(distanceInDays('2026-10-26T00:00:00+01:00', '2026-10-25T00:00:00+02:00', 'Europe/Berlin')).toBe('in 1 day')
})

it('names the last day of an end at midnight of the zone', () => {
  const midnight = '2026-12-01T00:00:00.000Z'
  expect(formatEnd(midnight, 'UTC')).toBe('1 Dec 2026, 00:00 · last day 30 Nov')
  expect(formatEnd('2027-01-01T00:00:00.000Z', 'UTC')).toBe('1 Jan 2027, 00:00 · last day 31 Dec 2026')
  expect(formatEnd(midnight, 'Asia/Kolkata')).toBe('1 Dec 2026, 05:30')
  expect(formatEnd('2026-11-30T18:30:00.000Z', 'Asia/Kolkata')).toBe('1 Dec 2026, 00:00 · last day 30 Nov')
  expect([midnight, '2026-12-01T00:00:00.001Z'].map((iso) => formatLastDay(iso, 'UTC'))).toEqual([
    '30 Nov 2026',
    '1 Dec 2026',
  ])
  expect(formatLastDay('soon', 'UTC')).toBe('soon')
})

it('counts the days of the years 0 to 99 as those of their own century', () => {
  expect(distanceInDays('0099-12-31T12:00:00.000Z', '0100-01-02T00:00:00.000Z', 'UTC')).toBe('2 days ago')
  expect(distanceInDays('0000-12-31T12:00:00.000Z', '0001-01-01T00:00:00.000Z', 'UTC')).toBe('1 day ago')
})
