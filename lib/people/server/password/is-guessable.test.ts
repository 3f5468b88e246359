import { afterEach, expect, test } from 'vitest'
import { settings } from '@/lib/core/server/settings'
import { isGuessable } from './new-password'

const EMAIL = 'ann.smith@example.com'
const { CONSOLE_ENVIRONMENT: environment } = settings()
afterEach(() => {
  settings().CONSOLE_ENVIRONMENT = environment
  delete settings().CONSOLE_ORIGIN
})

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
  'billing console 2026',
  'Billing-Console-2026!',
  'billingconsole2026',
  'b1ll1ng c0ns0le 2026',
  'billing billing billing',
  'customer invoice 1999',
  'changeme changeme',
  'changeme changeme1',
  'ChangeMe-changeme-CHANGEME',
  'password password',
  'kangaroo kangaroo',
  'hunter2 hunter2 hunter2',
  'letmein billing console',
  'ann smith ann smith',
  'example billing 2026',
  'ann.smith 2026 summer',
])('returns true for %s', async (password) => {
  expect(await isGuessable(password, EMAIL)).toBe(true)
})

test.each([
  'correct horse battery',
  'my dog is called rex',
  'the tests’ own long password',
  'wandering otters knit scarves',
  'billing otters knit scarves',
  'tulips of 1987 in the rain',
  'qX7#vLp2 wT9!mKd4',
])('returns false for %s', async (password) => {
  expect(await isGuessable(password, EMAIL)).toBe(false)
})

test.each(['zorblatt billing 2026 vexing', 'Quuxland console 1 vexing'])(
  'returns true for %s only when the address and the environment contain its words',
  async (password) => {
    expect(await isGuessable(password, EMAIL)).toBe(false)
    settings().CONSOLE_ORIGIN = 'https://billing.zorblatt.example'
    settings().CONSOLE_ENVIRONMENT = 'Quuxland Live'
    expect(await isGuessable(password, EMAIL)).toBe(true)
  },
)
