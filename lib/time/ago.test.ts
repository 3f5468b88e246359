import { expect, it } from 'vitest'
import { formatAgo } from './ago'

it.each([
  ['2026-11-24T11:59:01Z', 'just now'],
  // The clock of another process may be ahead.
  ['2026-11-24T12:00:05Z', 'just now'],
  ['2026-11-24T11:01:00Z', '59 min ago'],
  ['2026-11-24T11:00:00Z', '1 h ago'],
  ['2026-11-23T12:00:01Z', '23 h ago'],
  ['2026-11-23T12:00:00Z', '1 day ago'],
  ['2026-11-21T23:59:00Z', '3 days ago'],
])('formatAgo counts minutes, then hours, then calendar days of the zone: %s', (iso, text) => {
  expect(formatAgo(iso, '2026-11-24T12:00:00Z', 'UTC')).toBe(text)
})
