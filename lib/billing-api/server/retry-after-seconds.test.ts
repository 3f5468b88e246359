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
  ['1.2', 2],
  ['0.01', 1],
  ['120s', 120],
  ['120 seconds', 120],
  // The three forms of RFC 9110, 5.6.7.
  ['Sun, 01 Mar 2026 00:01:00 GMT', 60],
  ['Sunday, 01-Mar-26 00:01:00 GMT', 60],
  ['Sun Mar  1 00:01:00 2026', 60],
  ['Sat Feb 28 23:59:00 2026', 0],
  ['Sun, 01 Mar 2026 01:01:00 +0100', 60],
  ['1 mar 2026 00:01:00 utc', 60],
  ['Sat, 28 Feb 2026 00:00:00 GMT', 0],
  ['Wednesday, 01-Mar-76 00:01:00 GMT', 86_400],
  ['Tuesday, 01-Mar-77 00:01:00 GMT', 0],
  ['2026-03-01T00:01:00Z', 60],
  ['2026-03-01T01:01:00.500+01:00', 60],
  // Unix time.
  ['1772323260', 60],
  ['1772323000', 0],
  ['1792323260', 86_400],
  [['5', 'soon', 'Sun, 01 Mar 2026 00:01:00 GMT'], 60],
  ['5, 30', 30],
  [undefined, undefined],
  [[], undefined],
  ['', undefined],
  ['soon', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['Infinity', undefined],
  ['1.2.3', undefined],
  ['2026-03-01', undefined],
  ['2026-03-01T00:01:00', undefined],
  ['Sun, 01 Foo 2026 00:01:00 GMT', undefined],
  ['Sun, 01 Mar 2026 00:01:00', undefined],
  ['Sun, 01 Mar 2026 25:01:00 GMT', undefined],
])('parses %j as %s', (header, seconds) => {
  expect(retryAfterSeconds(header, now)).toBe(seconds)
})
