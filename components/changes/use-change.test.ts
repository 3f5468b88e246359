import { expect, test } from 'vitest'
import type { SubscriptionChange } from '@/lib/changes/change'
import { bareChange } from '@/testing/console/bare-views'
import { pauseBeforeNext } from './use-change'

const change = (state: SubscriptionChange['state'], isOpen: boolean) => bareChange({ state, isOpen })

test('pauseBeforeNext polls a change that a late response may correct, or that waits for approval', () => {
  expect(pauseBeforeNext(change('NOT_APPLIED', false))).toBe(15_000)
  expect(pauseBeforeNext(change('PROPOSED', false))).toBe(15_000)
  expect(pauseBeforeNext(change('CONFIRMED', false))).toBe(false)
})
