import { expect, test } from 'vitest'
import { withoutKey } from './without-key'

const KEY = 'sk/"live\\key"+0123456789'

test.each([
  ['as it is', KEY],
  ['as JSON', JSON.stringify(KEY).slice(1, -1)],
  ['with escaped slashes', JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/')],
  ['by numbers', KEY.replaceAll(/./g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)],
  ['by numbers in capitals', KEY.replaceAll(/./g, (c) => `\\u00${c.charCodeAt(0).toString(16).toUpperCase()}`)],
])('cuts the key out, %s', (_, written) => {
  expect(withoutKey(`Bad key ${written}, twice: ${written}.`, KEY)).toBe('Bad key [key], twice: [key].')
})

test('leaves everything else', () => {
  for (const text of ['{"a":"\\u0041\\n\\\\"}', KEY.slice(1), '']) expect(withoutKey(text, KEY)).toBe(text)
  expect(withoutKey('a short key', 'short')).toBe('a short key')
  expect(withoutKey('no key', undefined)).toBe('no key')
})
