import { expect, test } from 'vitest'
import { CONSOLE_ERRORS } from '@/lib/core/errors'
import { endedSessionWords, formRefusalWords, SIGN_IN_ERRORS } from './sign-in-words'

const UNKNOWN = 'That did not work. Try again.'

test.each(Object.entries(SIGN_IN_ERRORS))('says why single sign-on ended with %s', (code, words) => {
  expect(formRefusalWords(code)).toBe(words)
})

test('has words for each error of the console, and for a code that it does not know', () => {
  for (const code of Object.keys(CONSOLE_ERRORS)) expect([code, formRefusalWords(code)]).not.toEqual([code, UNKNOWN])
  for (const code of ['no_such_code', '__proto__', '']) expect(formRefusalWords(code)).toBe(UNKNOWN)
  expect(formRefusalWords(undefined)).toBeNull()
})

test('names the wait of the URL, if it is a real one', () => {
  expect(formRefusalWords('too_many_attempts', '1')).toMatch(/Try again in 1 second\.$/)
  for (const wait of ['0', '61', '1e9', undefined, ['5']])
    expect(formRefusalWords('too_many_attempts', wait)).toMatch(/Try again in a few seconds\.$/)
})

test('endedSessionWords says that nothing was sent only of a change, and that a text is kept only when it is', () => {
  expect(endedSessionWords('changeTyped')).toBe(
    'Your session ended. Nothing was sent, and your text is kept. Sign in to go on where you were.',
  )
  expect(endedSessionWords('change')).not.toContain('text')
  for (const read of ['read', 'readTyped']) expect(endedSessionWords(read)).not.toContain('sent')
  expect(endedSessionWords('readTyped')).toContain('your text is kept')
  expect([undefined, '', 'toString', ['change']].map(endedSessionWords)).toEqual([null, null, null, null])
})
