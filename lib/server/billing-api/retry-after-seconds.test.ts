import { expect, test } from 'vitest'
import { retryAfterSeconds } from './retry-after-seconds'

const now = new Date('2026-03-01T00:00:00.500Z')

test.each([
  ['7', 7],
  ['0', 0],
  ['999999999', 86_400],
  ['Sun, 01 Mar 2026 00:01:00 GMT', 60],
  ['Sat, 28 Feb 2026 00:00:00 GMT', 0],
  [undefined, undefined],
  ['soon', undefined],
  ['-1', undefined],
  ['2026-03-01', undefined],
])('parses %s as %s', (header, seconds) => {
  expect(retryAfterSeconds(header, now)).toBe(seconds)
})
