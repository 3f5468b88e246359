import { expect, test } from 'vitest'
import { shouldShowChange } from './shown-changes'

const NOW = Date.parse('2027-02-10T12:00:00.000Z')
const changedAt = '2027-02-09T13:00:00.000Z'

test('shouldShowChange returns true while a change is open, and for a day when it was not applied', () => {
  expect(
    shouldShowChange(
      { isOpen: true, state: 'NEEDS_REVIEW', changedAt: '2027-01-01T00:00:00.000Z', proposal: null },
      NOW,
    ),
  ).toBe(true)
  expect(shouldShowChange({ isOpen: false, state: 'NOT_APPLIED', changedAt, proposal: null }, NOW)).toBe(true)
  expect(
    shouldShowChange(
      { isOpen: false, state: 'NOT_APPLIED', changedAt: '2027-02-09T11:00:00.000Z', proposal: null },
      NOW,
    ),
  ).toBe(false)
  for (const state of ['CONFIRMED', 'REJECTED', 'NOT_SENT', 'STALE', 'NEEDS_REVIEW'] as const)
    expect(shouldShowChange({ isOpen: false, state, changedAt, proposal: null }, NOW)).toBe(false)
})

test('shouldShowChange returns true while a proposal waits, and for a day when it ended unsent', () => {
  const proposal = { seen: {}, asOf: changedAt, externalCustomerId: null, expiresAt: changedAt, decided: null }
  const old = '2027-01-01T00:00:00.000Z'
  expect(shouldShowChange({ isOpen: false, state: 'PROPOSED', changedAt: old, proposal }, NOW)).toBe(true)
  for (const state of ['DECLINED', 'EXPIRED', 'STALE'] as const) {
    expect(shouldShowChange({ isOpen: false, state, changedAt, proposal }, NOW)).toBe(true)
    expect(shouldShowChange({ isOpen: false, state, changedAt: old, proposal }, NOW)).toBe(false)
  }
  expect(shouldShowChange({ isOpen: false, state: 'CONFIRMED', changedAt, proposal }, NOW)).toBe(false)
})
