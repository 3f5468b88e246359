import { expect, test } from 'vitest'
import { retryAfterSeconds } from './billing-response'

const now = new Date('2026-03-01T00:00:00.500Z')

test.each([
  ['7', 7],
  [' 7 ', 7],
  ['0', 0],
  ['007', 7],
  ['999999999', 86_400],
  ['9'.repeat(40), 86_400],
  ['Sun, 01 Mar 2026 00:01:00 GMT', 60],
  ['Sunday, 01-Mar-26 00:01:00 GMT', 60],
  ['Sat, 28 Feb 2026 00:00:00 GMT', 0],
  ['Sun, 01 Mar 2027 00:01:00 GMT', 86_400],
  [undefined, undefined],
  ['', undefined],
  ['soon', undefined],
  ['soon GMT', undefined],
  ['-1', undefined],
  ['1.2', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['Infinity', undefined],
  ['5, 30', undefined],
  ['2026-03-01T00:01:00Z', undefined],
  ['Sun, 01 Foo 2026 00:01:00 GMT', undefined],
  ['Sun, 01 Mar 2026 00:01:00', undefined],
  ['Sun, 01 Mar 2026 25:01:00 GMT', undefined],
])('parses %j as %s', (header, seconds) => {
  expect(retryAfterSeconds(header, now)).toBe(seconds)
})
