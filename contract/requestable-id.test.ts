import { expect, test } from 'vitest'
import { idProblem } from './requestable-id'

test.each(['cus_1', 'a/b c?#%25&ü', '../..', '...', ' ', 'x'.repeat(256), '😀'.repeat(128), '\u202E', '\u2028'])(
  'idProblem accepts %j',
  (id) => {
    expect(idProblem(id)).toBeNull()
  },
)

test.each([
  ['', 'empty'],
  ['.', '"."'],
  ['..', '".."'],
  ['a\nb', 'control'],
  ['\u0000', 'control'],
  ['\u007F', 'control'],
  ['\u0085', 'control'],
  ['\uD800', 'surrogate'],
  ['x'.repeat(257), '256 characters'],
])('idProblem rejects %j: %s', (id, reason) => {
  expect(idProblem(id)).toContain(reason)
})
