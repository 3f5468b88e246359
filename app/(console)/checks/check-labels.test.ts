import { expect, it } from 'vitest'
import type { Check } from '@/contract/console/checks'
import { durationLabel } from './check-labels'

const DONE: Check = {
  id: 'chk_1',
  kind: 'invoice',
  owner: 'finance@example.com',
  startedAt: '2026-11-27T20:29:00.000Z',
  endedAt: '2026-11-27T20:29:37.000Z',
  state: 'done',
  total: 107,
  checked: 107,
  counts: { look: 3, notFound: 1, notReadable: 0, unchecked: 14, agrees: 89 },
  changed: null,
  isMine: true,
}

it('says at least how long a check takes while none was measured', () => {
  const running: Check = { ...DONE, state: 'running', endedAt: null }
  const checks = [running, { ...DONE, state: 'stopped' as const }, { ...DONE, total: 3 }]
  expect(durationLabel(107, { perSecond: 5, checks })).toBe('at least 22 seconds')
  expect(durationLabel(1, { perSecond: 5, checks: [] })).toBe('at least 1 second')
})

it('says about how long a check takes at the pace of the newest one that is done', () => {
  const older = { ...DONE, endedAt: '2026-11-27T20:49:00.000Z' }
  expect(durationLabel(107, { perSecond: 5, checks: [DONE, older] })).toMatch(/^about 37 seconds, /)
  expect(durationLabel(1_000, { perSecond: 5, checks: [DONE] })).toMatch(/^about 6 minutes, /)
  expect(durationLabel(107, { perSecond: 1, checks: [DONE] }), 'never faster than the rate').toMatch(
    /^about 2 minutes, /,
  )
})
