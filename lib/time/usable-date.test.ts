import { expect, it } from 'vitest'
import { isUsableDate, noUsableDate, placeholderDay, usableDate } from './usable-date'

const PLACEHOLDERS = ['0001-01-01', '0099-12-31', '1899-12-31', '1970-01-01', '3000-01-01', '9999-12-31']

it('isUsableDate is false for a year before 1900 or after 2999, and for the first day of 1970', () => {
  for (const day of [...PLACEHOLDERS, '+010000-01-01', '-000001-12-31'])
    expect(isUsableDate(`${day}T00:00:00.000Z`)).toBe(false)
  for (const day of ['1900-01-01', '1969-12-31', '1970-01-02', '2999-12-31'])
    expect(isUsableDate(`${day}T00:00:00.000Z`)).toBe(true)
})

it('usableDate returns usable dates, placeholderDay the day of a placeholder, and neither a missing or unreadable date', () => {
  const iso = '9999-12-31T23:59:59.000Z'
  expect([usableDate(iso), placeholderDay(iso)]).toEqual([null, '9999-12-31'])
  expect(usableDate('2026-12-07T00:00:00.000Z')).toBe('2026-12-07T00:00:00.000Z')
  for (const none of [null, undefined, { unreadable: 'soon' }, '2026-12-07T00:00:00.000Z'])
    expect(placeholderDay(none)).toBeNull()
  expect(noUsableDate('due date', '0001-01-01')).toBe('No usable due date (sent: 0001-01-01)')
})
