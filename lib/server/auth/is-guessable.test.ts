import { expect, test } from 'vitest'
import { isGuessable } from './is-guessable'

const EMAIL = 'ann.smith@example.com'

test.each([
  'aaaaaaaaaaaaaaa',
  '123456789012345',
  'passwordpassword',
  'password1234567',
  'qwertyuiopasdfgh',
  '1qaz2wsx3edc4rfv',
  'abcdefghijklmno',
  'ann.smith@example.com1',
  'x!9'.repeat(85),
])('%s is among the first that are tried', async (password) => {
  expect(await isGuessable(password, EMAIL)).toBe(true)
})

test.each(['correct horse battery', 'my dog is called rex', 'the tests’ own long password'])(
  '%s is not',
  async (password) => {
    expect(await isGuessable(password, EMAIL)).toBe(false)
  },
)
