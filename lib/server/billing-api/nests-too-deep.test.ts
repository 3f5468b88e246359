import { expect, test } from 'vitest'
import { nestsTooDeep } from './nests-too-deep'

const nested = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth)

test('accepts 64 levels and rejects 65', () => {
  expect(nestsTooDeep(nested(64))).toBe(false)
  expect(nestsTooDeep(nested(65))).toBe(true)
  expect(nestsTooDeep('{"a":'.repeat(64) + '1' + '}'.repeat(64))).toBe(false)
  expect(nestsTooDeep('{"a":'.repeat(65) + '1' + '}'.repeat(65))).toBe(true)
  expect(nestsTooDeep('['.repeat(100_000))).toBe(true)
})

test('does not add up levels side by side', () => {
  expect(nestsTooDeep(`[${Array.from({ length: 1_000 }, () => nested(63)).join(',')}]`)).toBe(false)
})

test.each([
  ['brackets', '"[[['],
  ['a quote', String.raw`"\"[`],
  ['a backslash at its end', String.raw`"[\\"`],
  ['backslashes and a quote', String.raw`"\\\"["`],
  ['no end', '"['],
])('ignores a string with %s', (_, text) => {
  const strings = Array.from({ length: 100 }, () => `${text}"`).join(',')
  expect(nestsTooDeep(`[${strings}]`)).toBe(false)
})

test('finds the nesting that follows an escaped quote', () => {
  expect(nestsTooDeep(String.raw`["a\\",${nested(64)}]`)).toBe(true)
  expect(nestsTooDeep(String.raw`["a\\\"",${nested(64)}]`)).toBe(true)
})

test('takes linear time for many quotes and backslashes', () => {
  const began = performance.now()
  for (const text of [`["${'\\'.repeat(1e6)}"]`, `["${String.raw`\"`.repeat(1e6)}"]`, '"'.repeat(1e6)])
    nestsTooDeep(text)
  expect(performance.now() - began).toBeLessThan(2_000)
})
