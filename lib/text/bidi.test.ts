import { expect, test } from 'vitest'
import { nameInSentence } from './bidi'

test('nameInSentence returns a name on one line, without characters that reorder the sentence', () => {
  expect(nameInSentence(' Sc\u202Eale\n plan ')).toBe('Scale plan')
})

test('nameInSentence returns null for a name that a sentence cannot repeat', () => {
  expect(nameInSentence('a'.repeat(60))).toBe('a'.repeat(60))
  for (const name of [null, ' \u202E', 'a'.repeat(61)]) expect(nameInSentence(name)).toBeNull()
})
