import { expect, test } from 'vitest'
import { whyNotAskable } from './askable-id'

test.each(['cus_1', 'a/b c?#%25&ü', '../..', '...', ' ', 'x'.repeat(256), '😀'.repeat(128), '\u202E', '\u2028'])(
  'whyNotAskable accepts %j',
  (id) => {
    expect(whyNotAskable(id)).toBeNull()
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
])('whyNotAskable rejects %j: %s', (id, reason) => {
  expect(whyNotAskable(id)).toContain(reason)
})
