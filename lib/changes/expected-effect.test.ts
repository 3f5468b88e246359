import { expect, test } from 'vitest'
import { bareSubscription } from '@/testing/console/bare-views'
import { effectOn, effectUntil, effectWords, mayDelete } from './expected-effect'

const asOf = '2026-11-10T12:00:00.000Z'
const running = { status: 'active', startDate: '2026-01-29T00:00:00.000Z', billingCadence: 'monthly' }

test.each([
  ['cancel', running, 'ends 2026-11-28', 'ends 28 Nov 2026', '2026-11-29T00:00:00.000Z'],
  ['cancel', { ...running, endDate: '2026-11-20T00:00:00.000Z' }, 'nothing', 'does not change', null],
  [
    'cancel',
    { ...running, billingCadence: 'weekly' },
    'ends on an unknown day',
    'ends on a day that is not known',
    null,
  ],
  [
    'cancel',
    { ...running, endDate: { unreadable: 'x' } },
    'ends 2026-11-28 or earlier',
    'ends 28 Nov 2026 or earlier',
    '2026-11-29T00:00:00.000Z',
  ],
  ['cancel', { ...running, billingCadence: 'oneTime' }, 'ends at once', 'ends at once', null],
  ['cancel', { ...running, status: 'paused' }, 'unknown', 'does what the billing API decides', null],
  [
    'cancel',
    { status: 'pendingActivation', startDate: '2026-12-01T00:00:00.000Z' },
    'deletes',
    'is deleted',
    '2026-12-01T00:00:00.000Z',
  ],
  [
    'cancel',
    { ...running, billingCadence: 'weekly', endDate: '2026-11-20' },
    'ends on an unknown day',
    'ends on a day that is not known',
    '2026-11-21T00:00:00.000Z',
  ],
  [
    'cancel',
    { ...running, startDate: '2026-12-01T00:00:00.000Z' },
    'unknown',
    'does what the billing API decides',
    '2026-12-01T00:00:00.000Z',
  ],
  [
    'cancel',
    { status: 'draft', startDate: '2026-12-01T00:00:00.000Z' },
    'deletes',
    'is deleted',
    '2026-12-01T00:00:00.000Z',
  ],
  ['delete', running, 'nothing', 'does not change', null],
  ['delete', { status: 'ended' }, 'deletes', 'is deleted', null],
] as const)('a %s of %j is confirmed as "%s"', (action, fields, effect, words, until) => {
  const view = bareSubscription({ ...fields, asOf })
  expect(effectOn(action, view)).toBe(effect)
  expect(effectWords(effect)).toBe(words)
  expect(effectUntil(action, view)).toBe(until)
})

test('what was not confirmed, or is not known, may delete', () => {
  expect(['deletes', 'unknown', undefined, null].every(mayDelete)).toBe(true)
  expect(['ends 2026-11-28', 'ends at once', 'nothing'].some(mayDelete)).toBe(false)
})
