import { describe, expect, test } from 'vitest'
import type { WriteOperation } from '@/contract/console/write-operation'
import { nextTold } from './next-told'

const NOW = Date.parse('2027-02-10T12:00:00.000Z')
const EARLIER = '2027-02-10T09:00:00.000Z'
const LATER = '2027-02-10T11:00:00.000Z'

const operation = (sent: Partial<WriteOperation> = {}): WriteOperation => ({
  id: 'op_1',
  action: 'cancel',
  subscriptionId: 'sub_1',
  state: 'UNKNOWN',
  detail: '',
  nextCheckAt: null,
  isOpen: true,
  changes: [],
  actor: 'ann@example.com',
  reason: 'Asked for',
  ticket: null,
  requestId: 'test',
  createdAt: EARLIER,
  changedAt: EARLIER,
  upstreamStatus: null,
  upstreamMessage: null,
  closed: null,
  ...sent,
})
const notApplied = operation({ state: 'NOT_APPLIED', isOpen: false })
const confirmed = operation({ id: 'op_2', state: 'CONFIRMED', isOpen: false, createdAt: LATER })
const open = operation({ id: 'op_2', createdAt: LATER })

describe('a page that tells nothing', () => {
  test('tells of what is open, and of what was not applied', () => {
    expect(nextTold(undefined, undefined, NOW)).toBe('keep')
    expect(nextTold(undefined, open, NOW)).toBe(open)
    expect(nextTold(undefined, notApplied, NOW)).toBe(notApplied)
    expect(nextTold(undefined, confirmed, NOW)).toBe('keep')
  })
})

describe('a page that tells of a write', () => {
  test('tells of a newer one instead', () => {
    expect(nextTold({ id: 'op_1', operation: notApplied, isNew: false }, open, NOW)).toBe(open)
    expect(nextTold({ id: 'op_1', operation: notApplied, isNew: true }, open, NOW)).toBe(open)
    expect(nextTold({ id: 'op_1', operation: notApplied, isNew: false }, notApplied, NOW)).toBe('keep')
  })

  test('that a newer one has made old tells of it no more, unless it was asked for here', () => {
    expect(nextTold({ id: 'op_1', operation: notApplied, isNew: false }, confirmed, NOW)).toBe('none')
    expect(nextTold({ id: 'op_1', operation: notApplied, isNew: true }, confirmed, NOW)).toBe('keep')
  })

  test('whose answer is lost, or that was not read yet, is not hidden by an older one that has ended', () => {
    for (const id of [undefined, 'op_3']) {
      expect(nextTold({ id, operation: undefined, isNew: true }, notApplied, NOW)).toBe('keep')
      expect(nextTold({ id, operation: undefined, isNew: true }, open, NOW)).toBe(open)
    }
    expect(nextTold({ id: open.id, operation: undefined, isNew: false }, open, NOW)).toBe('keep')
  })
})
