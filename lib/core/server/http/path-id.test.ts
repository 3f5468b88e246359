import { PathId } from '../input'
import { expect, test } from 'vitest'
import { decodePathId } from './path-id'
import { ProblemError } from '../problem'

test.each(['cus_1', 'a/b c?#%25&ü', '../..', '...', ' ', 'x'.repeat(256), '😀'])('accepts %s as an id', (id) => {
  expect(PathId.parse(id)).toBe(id)
  expect(decodePathId(encodeURIComponent(id))).toBe(id)
})

test.each(['', '.', '..', 'a\nb', '\u0000', '\u0085', 'x'.repeat(257), '\uD800', undefined, 5])('rejects %j', (id) => {
  expect(PathId.safeParse(id).success).toBe(false)
})

test.each(['%', '%zz', '%E0%A4'])('rejects the address %s', (param) => {
  expect(() => decodePathId(param)).toThrow(ProblemError)
})
