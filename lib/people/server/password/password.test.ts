import { describe, expect, test } from 'vitest'
import { cheapHash } from '@/testing/console/cheap-hash'
import { passwordProblem } from './new-password'
import { hashPassword, matchesPassword } from './password-hash'

const LONG = 'correct horse battery'
const turn = { lane: 'test', isOwn: false }

describe('hashPassword', () => {
  test('encodes cost, salt and hash, with a new salt each time', async () => {
    const [one, two] = await Promise.all([hashPassword(LONG), hashPassword(LONG)])
    expect(one).toMatch(/^scrypt\$65536\$8\$2\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.toBe(two)
    expect(await matchesPassword(LONG, one, turn)).toBe(true)
    expect(await matchesPassword(`${LONG} `, one, turn)).toBe(false)
    expect(await matchesPassword(LONG, null, turn)).toBe(false)
  })

  test('matches a password whose characters are composed differently', async () => {
    const hash = await hashPassword('caf\u00e9 au lait, \ufb01ve cups')
    expect(await matchesPassword('cafe\u0301 au lait, five cups', hash, turn)).toBe(true)
  })

  test('matches a hash with another cost', async () => {
    expect(await matchesPassword('a password of old', cheapHash('a password of old'), turn)).toBe(true)
  })
})

test.each([
  ['14 characters', 'x'.repeat(14), 'ann@example.com', /15 characters or more/],
  ['14 characters of two units each', '🔑'.repeat(14), 'ann@example.com', /15 characters or more/],
  ['15 that are 14 once composed', `${'x'.repeat(13)}e\u0301`, 'ann@example.com', /15 characters or more/],
  ['15 characters', 'x'.repeat(15), 'ann@example.com', /^it may$/],
  ['256 characters of two units each', '🔑'.repeat(256), 'ann@example.com', /^it may$/],
  ['257 characters', 'x'.repeat(257), 'ann@example.com', /256 characters or fewer/],
  ['two lines', `${LONG}\n${LONG}`, 'ann@example.com', /without line breaks/],
  ['a control character', `${LONG}\u009B`, 'ann@example.com', /control characters/],
  ['the email address itself', 'Ann@Example.COM', 'ann@example.com', /not your email/],
])('passwordProblem checks a password with %s', (_, password, email, why) => {
  expect(passwordProblem(password, email) ?? 'it may').toMatch(why)
})
