import { expect, test } from 'vitest'
import { upstreamMessage } from './upstream-message'

test.each([
  [{ detail: 'Cancel it first', title: 'Conflict' }, 'Cancel it first'],
  [{ message: 'Cancel it first', error: 'Conflict' }, 'Cancel it first'],
  [{ message: ['is active', 'cancel it first'] }, 'is active; cancel it first'],
  [{ error: 'Conflict' }, 'Conflict'],
  [{ error: { message: 'Conflict' } }, 'Conflict'],
  ['Conflict', 'Conflict'],
  [{ message: 'line\u0000 one\n\u202Etwo\u202C\u2028' }, 'line one two'],
])('returns the message of %j: %s', (body, label) => {
  expect(upstreamMessage(body, JSON.stringify(body), 'application/json')).toBe(label)
})

test.each([{}, [], null, 5, { message: '' }, { message: { a: 1 } }, { detail: '<html>no</html>' }])(
  'returns undefined for %j',
  (body) => {
    expect(upstreamMessage(body, JSON.stringify(body), 'application/json')).toBeUndefined()
  },
)

test('returns a text only when its type is text/plain', () => {
  expect(upstreamMessage(undefined, 'Too late', 'text/plain; charset=utf-8')).toBe('Too late')
  expect(upstreamMessage(undefined, '<h1>Too late</h1>', 'text/plain')).toBeUndefined()
  expect(upstreamMessage(undefined, '<h1>Too late</h1>', 'text/html')).toBeUndefined()
  expect(upstreamMessage(undefined, '{"message": ', 'application/json')).toBeUndefined()
  expect(upstreamMessage(undefined, '', 'text/plain')).toBeUndefined()
})

test('returns at most 500 characters', () => {
  expect(upstreamMessage({ message: 'é'.repeat(10_000) }, '', 'application/json')).toHaveLength(500)
})
