import { expect, test } from 'vitest'
import { shouldShowChange } from './shown-changes'

const NOW = Date.parse('2027-02-10T12:00:00.000Z')
const changedAt = '2027-02-09T13:00:00.000Z'

test('shouldShowChange returns true while a change is open, and for a day when it was not applied', () => {
  expect(shouldShowChange({ isOpen: true, state: 'NEEDS_REVIEW', changedAt: '2027-01-01T00:00:00.000Z' }, NOW)).toBe(
    true,
  )
  expect(shouldShowChange({ isOpen: false, state: 'NOT_APPLIED', changedAt }, NOW)).toBe(true)
  expect(shouldShowChange({ isOpen: false, state: 'NOT_APPLIED', changedAt: '2027-02-09T11:00:00.000Z' }, NOW)).toBe(
    false,
  )
  for (const state of ['CONFIRMED', 'REJECTED', 'NOT_SENT', 'STALE', 'NEEDS_REVIEW'] as const)
    expect(shouldShowChange({ isOpen: false, state, changedAt }, NOW)).toBe(false)
})
