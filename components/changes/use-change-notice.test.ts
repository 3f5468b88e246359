import { describe, expect, test } from 'vitest'
import type { SubscriptionChange } from '@/lib/changes/change'
import { bareChange } from '@/testing/console/bare-views'
import { nextChangeNotice } from './use-change-notice'

const NOW = Date.parse('2027-02-10T12:00:00.000Z')
const EARLIER = '2027-02-10T09:00:00.000Z'
const LATER = '2027-02-10T11:00:00.000Z'

const change = (sent: Partial<SubscriptionChange> = {}) =>
  bareChange({ state: 'UNKNOWN', isOpen: true, createdAt: EARLIER, changedAt: EARLIER, ...sent })
const notApplied = change({ state: 'NOT_APPLIED', isOpen: false })
const confirmed = change({ id: 'op_2', state: 'CONFIRMED', isOpen: false, createdAt: LATER })
const open = change({ id: 'op_2', createdAt: LATER })

describe('nextChangeNotice without a notice', () => {
  test('returns an open change and one that was not applied', () => {
    expect(nextChangeNotice(undefined, undefined, NOW)).toBe('keep')
    expect(nextChangeNotice(undefined, open, NOW)).toBe(open)
    expect(nextChangeNotice(undefined, notApplied, NOW)).toBe(notApplied)
    expect(nextChangeNotice(undefined, confirmed, NOW)).toBe('keep')
  })
})

describe('nextChangeNotice with a notice', () => {
  test('returns a newer change', () => {
    expect(nextChangeNotice({ id: 'op_1', change: notApplied, isNew: false }, open, NOW)).toBe(open)
    expect(nextChangeNotice({ id: 'op_1', change: notApplied, isNew: true }, open, NOW)).toBe(open)
    expect(nextChangeNotice({ id: 'op_1', change: notApplied, isNew: false }, notApplied, NOW)).toBe('keep')
  })

  test('hides a change when a newer one has ended, unless it was requested here', () => {
    expect(nextChangeNotice({ id: 'op_1', change: notApplied, isNew: false }, confirmed, NOW)).toBe('none')
    expect(nextChangeNotice({ id: 'op_1', change: notApplied, isNew: true }, confirmed, NOW)).toBe('keep')
  })

  test('keeps a change without response, or not read yet, when an older one has ended', () => {
    for (const id of [undefined, 'op_3']) {
      expect(nextChangeNotice({ id, change: undefined, isNew: true }, notApplied, NOW)).toBe('keep')
      expect(nextChangeNotice({ id, change: undefined, isNew: true }, open, NOW)).toBe(open)
    }
    expect(nextChangeNotice({ id: open.id, change: undefined, isNew: false }, open, NOW)).toBe('keep')
  })
})
