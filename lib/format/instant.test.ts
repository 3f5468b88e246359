import { expect, it } from 'vitest'
import { formatDate, formatDateTime, formatNearDate } from './instant'

it('writes every month in three letters', () => {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 3, 14, 5)).toISOString())
  expect(months.map((iso) => formatNearDate(iso, '2026-12-31T00:00:00Z', 'UTC')).join()).toBe(
    '3 Jan,3 Feb,3 Mar,3 Apr,3 May,3 Jun,3 Jul,3 Aug,3 Sep,3 Oct,3 Nov,3 Dec',
  )
  expect(formatDate('2026-09-03T14:05:00Z', 'UTC')).toBe('3 Sep 2026')
  expect(formatDateTime('2026-09-03T14:05:00Z', 'UTC')).toBe('3 Sep 2026, 14:05')
})
