import { expect, test } from 'vitest'
import { decodePathId, pathId } from './path-id'
import { ProblemError } from './problem'

test.each(['cus_1', 'a/b c?#%25&ü', '../..', '...', ' ', 'x'.repeat(256), '😀'])('%s is an id', (id) => {
  expect(pathId(id)).toBe(id)
  expect(decodePathId(encodeURIComponent(id))).toBe(id)
})

test.each(['', '.', '..', 'a\nb', '\u0000', '\u0085', 'x'.repeat(257), '\uD800', undefined, 5])('%j is none', (id) => {
  expect(() => pathId(id)).toThrow(ProblemError)
})

test.each(['%', '%zz', '%E0%A4', '%2e%2E', '%00'])('%s leads to none', (param) => {
  expect(() => decodePathId(param)).toThrow(ProblemError)
})
