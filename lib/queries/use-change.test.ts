import { expect, test } from 'vitest'
import type { SubscriptionChange } from '@/contract/console/change'
import { pauseBeforeNext } from './use-change'

const change = (state: SubscriptionChange['state'], isOpen: boolean): SubscriptionChange => ({
  id: 'op_1',
  action: 'cancel',
  subscriptionId: 'sub_1',
  state,
  detail: '',
  nextCheckAt: null,
  isOpen,
  differences: [],
  actor: 'ann@example.com',
  reason: 'Asked for',
  ticket: null,
  requestId: 'test',
  createdAt: '2027-02-10T12:00:00.000Z',
  changedAt: '2027-02-10T12:00:00.000Z',
  upstreamStatus: null,
  upstreamMessage: null,
  upstreamBody: null,
  closed: null,
  proposal: null,
})

test('pauseBeforeNext polls a change that a late response may correct, or that waits for approval', () => {
  expect(pauseBeforeNext(change('NOT_APPLIED', false))).toBe(15_000)
  expect(pauseBeforeNext(change('PROPOSED', false))).toBe(15_000)
  expect(pauseBeforeNext(change('CONFIRMED', false))).toBe(false)
})
