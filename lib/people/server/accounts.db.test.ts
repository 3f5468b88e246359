import { eq } from 'drizzle-orm'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { callOperation, codeOf, tokenIn } from '@/testing/console/call-operation'
import { cheapHash } from '@/testing/console/cheap-hash'
import { signedInUser, useConsoleStore } from '@/testing/console/use-console-store'
import { volume } from '@/scripts/test/volume.mjs'
import { settings } from '@/lib/core/server/settings'
import { auditEntries, failedAttempts, oneTimeLinks, sessions, users } from '@/lib/store/schema'
import { budgetOf, countAttempt, MAX_CONCURRENT_ATTEMPTS } from './password/attempts'
import { hashPassword } from './password/password-hash'
import { hashToken, newToken } from '@/lib/core/server/http/cookies'
import { authenticate } from './authenticate'

const store = useConsoleStore()
const PASSWORD = 'correct horse battery'
const OTHER = 'another horse battery'
const passwordHash = cheapHash(PASSWORD)

const emailOf = async (token: string | undefined) => (await authenticate(token, new Date())).name
const idIn = async (token: string | undefined) => (await authenticate(token, new Date())).session?.id ?? ''
const readAudit = async () =>
  (await store().db.select().from(auditEntries).orderBy(auditEntries.sequence)).map(
    ({ action, actor, outcome, objectId }) => [action, actor, outcome, objectId].join(' '),
  )
const signedIn = (email: string) => signedInUser(store(), { email, passwordHash })

beforeEach(async () => {
  await store().db.delete(failedAttempts)
})

/** Returns the header of a page that was rendered for this user. */
const renderedFor = (name: string) => ({ 'x-billing-console-user': encodeURIComponent(name) })

async function link(purpose: 'set-up' | 'reset', userId: string | null, minutes = 15): Promise<string> {
  const token = newToken()
  const [createdAt, expiresAt] = [0, minutes].map((after) => new Date(Date.now() + after * 60_000).toISOString())
  if (createdAt === undefined || expiresAt === undefined) throw new Error('Two instants were made')
  await store()
    .db.insert(oneTimeLinks)
    .values({ tokenHash: hashToken(token), purpose, userId, createdAt, expiresAt })
  return token
}

describe('setUp', () => {
  test('adds the first admin by a link that works once, and ends the demo', async () => {
    const [late, token, another] = await Promise.all([
      link('set-up', null, -1),
      link('set-up', null),
      link('set-up', null),
    ])
    const body = { token, email: ' First@Example.com ', password: PASSWORD }
    expect(await emailOf(undefined)).toBe('demo@localhost')
    expect(await codeOf(await callOperation('setUp', { body: { ...body, token: late } }))).toEqual([
      410,
      'link_not_valid',
    ])
    expect(await codeOf(await callOperation('setUp', { body: { ...body, password: 'too short' } }))).toEqual([
      400,
      'password_refused',
    ])
    const [one, two] = await Promise.all([
      callOperation('setUp', { body }),
      callOperation('setUp', { body: { ...body, token: another } }),
    ])
    expect(new Set([one.status, two.status])).toEqual(new Set([200, 410]))
    const done = one.ok ? one : two
    expect(await authenticate(tokenIn(done), new Date())).toMatchObject({ name: 'first@example.com', role: 'admin' })
    expect(await emailOf(undefined)).toBe('visitor')
    const further = { ...body, token: await link('set-up', null), email: 'second@example.com' }
    expect(await codeOf(await callOperation('setUp', { body: further }))).toEqual([410, 'link_not_valid'])
    expect(await readAudit()).toEqual(['setUp first@example.com done first@example.com'])
    const [user] = await store().db.select().from(users)
    expect(user?.passwordHash).toMatch(/^scrypt\$65536\$8\$2\$/)
  })
})

describe('signIn', () => {
  test('redirects a form to the pending page and replaces the last session', async () => {
    const before = await signedIn('ann@example.com')
    const body = { email: ' Ann@Example.com', password: PASSWORD, next: '/invoices/inv_1?line=2' }
    const response = await callOperation('signIn', { body, token: before, asForm: true })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/invoices/inv_1?line=2'])
    const [cookie, browser, typed] = response.headers.getSetCookie()
    expect(browser).toMatch(/^console-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/)
    expect(cookie).toMatch(/^console-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(typed, 'who comes next does not see it').toMatch(/^console-typed-email=; Path=\/sign-in; .*Max-Age=0$/)
    expect(await emailOf(tokenIn(response))).toBe('ann@example.com')
    expect(await emailOf(before)).toBe('visitor')
    expect(JSON.stringify(await store().db.select().from(sessions))).not.toContain(tokenIn(response))
    const again = await callOperation('signIn', { body: { ...body, next: '//evil.example' } })
    expect(await again.json()).toEqual({ accepted: true, location: '/' })
    expect(again.headers.get('cache-control')).toBe('private, no-store')
  })

  test('redirects a refused form to its page, without the typed values in the URL', async () => {
    await signedIn('bea@example.com')
    const body = { email: 'bea@example.com', password: 'wrong', next: '/find?id=x' }
    const response = await callOperation('signIn', { body, asForm: true })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/sign-in?error=sign_in_refused&next=%2Ffind%3Fid%3Dx')
    expect(response.headers.get('set-cookie')).toBe(
      'console-typed-email=bea%40example.com; Path=/sign-in; HttpOnly; SameSite=Strict; Max-Age=60',
    )
    expect((await readAudit()).at(-1)).toBe('signIn visitor refused bea@example.com')
  })

  test('rejects a wrong password and an unknown, disabled, passwordless or single sign-on user alike', async () => {
    await signedIn('cat@example.com')
    await store()
      .db.insert(users)
      .values([
        { id: 'u1', email: 'off@example.com', role: 'admin', passwordHash, createdAt: '2027-01-01T00:00:00Z', disabledAt: '2027-01-01T00:00:00Z' },
        { id: 'u2', email: 'none@example.com', role: 'admin', createdAt: '2027-01-01T00:00:00Z' },
        { id: 'u3', email: 'oidc@example.com', role: 'admin', passwordHash, createdAt: '2027-01-01T00:00:00Z', issuer: 'https://id.example.com', subject: 'u3' },
      ]) // prettier-ignore
    const tries = { 'cat@example.com': OTHER, 'off@example.com': PASSWORD, 'none@example.com': PASSWORD, 'oidc@example.com': PASSWORD, 'unknown@example.com': OTHER } // prettier-ignore
    const responses = new Set<string>()
    for (const [email, password] of Object.entries(tries)) {
      const response = await callOperation('signIn', { body: { email, password } })
      const { requestId: _, ...problem } = Object((await response.json()) as unknown)
      responses.add(JSON.stringify([response.status, problem, [...response.headers.keys()]]))
    }
    expect([...responses]).toEqual([expect.stringContaining('"code":"sign_in_refused"')])
  })

  test('delays attempts after failures without refusing them, with the same message for unknown users', async () => {
    await signedIn('dan@example.com')
    for (const email of ['dan@example.com', 'nobody2@example.com']) {
      await store().db.delete(failedAttempts)
      for (let count = 1; count <= 6; count += 1)
        await countAttempt(store().db, await budgetOf(store().db, { email, peer: '203.0.113.9' }), new Date())
      const refused = await callOperation('signIn', { asForm: true, body: { email, password: OTHER } })
      expect(refused.headers.get('location')).toBe('/sign-in?error=sign_in_refused&wait=2')
      expect(refused.headers.get('retry-after')).toBe('2')
    }
  })

  test.each([
    ['is another one', { passwordHash: cheapHash(OTHER) }],
    ['belongs to a user who is disabled', { disabledAt: '2027-01-01T00:00:00Z' }],
  ])('rejects a password that %s during the check', async (_, change) => {
    const email = `${Object.keys(change).join('')}@example.com`
    await signedInUser(store(), { email, passwordHash: await hashPassword(PASSWORD) })
    const response = callOperation('signIn', { body: { email, password: PASSWORD } })
    // The attempt is counted before the check, which takes a while.
    await vi.waitFor(async () => expect(await store().db.$count(failedAttempts)).toBe(2))
    await setTimeout(20)
    await store().db.update(users).set(change).where(eq(users.email, email))
    expect(await codeOf(await response)).toEqual([401, 'sign_in_refused'])
    expect(await store().db.$count(sessions, eq(sessions.userId, email))).toBe(1)
  })

  test('rejects a sign-in from another site', async () => {
    await signedIn('eve@example.com')
    const body = { email: 'eve@example.com', password: PASSWORD }
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      // prettier-ignore
      const response = await callOperation('signIn', { body, asForm: true, headers })
      expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
      expect(response.headers.get('content-type')).toContain('text/html')
    }
  })

  test('accepts no password when the console is deployed without LOCAL_AUTH', async () => {
    await signedIn('fay@example.com')
    settings().CONSOLE_ORIGIN = 'https://billing.example.com'
    const headers = { origin: 'https://billing.example.com' }
    const body = { email: 'fay@example.com', password: PASSWORD }
    try {
      expect(await codeOf(await callOperation('signIn', { body, headers }))).toEqual([401, 'sign_in_refused'])
      const reset = { token: await link('reset', 'fay@example.com'), password: OTHER }
      expect(await codeOf(await callOperation('resetPassword', { body: reset, headers }))).toEqual([403, 'not_allowed'])
      settings().LOCAL_AUTH = '1'
      const response = await callOperation('signIn', { body, headers })
      expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-console-session=[\w-]{43}; Path=\/; .*; Secure$/)
    } finally {
      delete settings().CONSOLE_ORIGIN
      delete settings().LOCAL_AUTH
    }
  })

  test('takes as long for an unknown user as for a wrong password', { timeout: 120_000 }, async () => {
    await signedInUser(store(), { email: 'slow@example.com', passwordHash: await hashPassword(PASSWORD) })
    const times: Record<string, number[]> = { 'slow@example.com': [], 'unknown@example.com': [] }
    for (let round = 0; round < volume({ test: 2, prove: 9 }); round += 1)
      for (const [email, taken] of Object.entries(times)) {
        const began = performance.now()
        await callOperation('signIn', { body: { email, password: OTHER } })
        taken.push(performance.now() - began)
      }
    // The fastest run of each: other work of the machine only adds time.
    const [known = 0, unknown = 0] = Object.values(times).map((taken) => Math.min(...taken))
    expect(known / unknown).toBeGreaterThan(1 / 3)
    expect(known / unknown).toBeLessThan(3)
  })
})

describe('a signed-in user', () => {
  test('lists their own sessions, and ends one of them or all others', async () => {
    const mine = await signedIn('gil@example.com')
    const theirs = await signedIn('hal@example.com')
    const again = { body: { email: 'gil@example.com', password: PASSWORD } }
    const [second, third] = [
      tokenIn(await callOperation('signIn', again)),
      tokenIn(await callOperation('signIn', again)),
    ]
    const account = Object((await (await callOperation('getAccount', { token: mine })).json()) as unknown)
    expect(account).toMatchObject({ email: 'gil@example.com', role: 'agent', hasPassword: true })
    expect(account.sessions).toHaveLength(3)
    expect(account.sessions.filter(({ isThis }: { isThis: boolean }) => isThis)).toHaveLength(1)
    expect(JSON.stringify(account)).not.toMatch(/[\da-f]{64}/)

    const end = (sessionId: string) => callOperation('endSession', { token: mine, params: { sessionId } })
    expect(await codeOf(await end(await idIn(theirs)))).toEqual([404, 'not_found'])
    expect(await emailOf(theirs)).toBe('hal@example.com')
    expect(await (await end(await idIn(second))).json()).toEqual({ accepted: true, ended: 1 })
    expect(await emailOf(second)).toBe('visitor')
    expect(await (await end('others')).json()).toEqual({ accepted: true, ended: 1 })
    expect([await emailOf(third), await emailOf(mine)]).toEqual(['visitor', 'gil@example.com'])
  })

  test('changes the password with the current one, which ends all sessions and starts a new one', async () => {
    const [mine, other] = [await signedIn('ida@example.com'), newToken()]
    const unused = await link('reset', 'ida@example.com')
    const change = (password: string, newPassword: string) =>
      callOperation('changePassword', { token: mine, body: { password, newPassword } })
    expect(await codeOf(await change(OTHER, OTHER))).toEqual([401, 'sign_in_refused'])
    expect(await codeOf(await change(PASSWORD, 'short'))).toEqual([400, 'password_refused'])
    const changed = await change(PASSWORD, OTHER)
    expect(await emailOf(tokenIn(changed))).toBe('ida@example.com')
    expect([await emailOf(mine), await emailOf(other)]).toEqual(['visitor', 'visitor'])
    const taken = await callOperation('resetPassword', { body: { token: unused, password: PASSWORD } })
    expect(await codeOf(taken)).toEqual([410, 'link_not_valid'])
    const statuses = []
    for (const password of [PASSWORD, OTHER])
      statuses.push((await callOperation('signIn', { body: { email: 'ida@example.com', password } })).status)
    expect(statuses).toEqual([401, 200])
  })

  test('must give the old password before the new one is hashed, so that 100 requests do not block a sign-in', async () => {
    const token = await signedIn('uma@example.com')
    await signedIn('vic@example.com')
    const body = { password: OTHER, newPassword: 'wandering otters knit scarves' }
    const responses = Array.from({ length: 100 }, () => callOperation('changePassword', { token, body }).then(codeOf))
    const other = await callOperation('signIn', { body: { email: 'vic@example.com', password: PASSWORD } })
    expect(other.status).toBe(200)
    const codes = (await Promise.all(responses)).map(([, code]) => code)
    expect(codes.filter((code) => code === 'sign_in_refused')).toHaveLength(MAX_CONCURRENT_ATTEMPTS.own)
    expect(new Set(codes)).toEqual(new Set(['sign_in_refused', 'too_many_attempts']))
  })

  test('signs out, which makes the token of the session invalid', async () => {
    const token = await signedIn('jo@example.com')
    const response = await callOperation('signOut', { token, asForm: true })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/sign-in'])
    expect(response.headers.get('set-cookie')).toMatch(/^console-session=; .*Max-Age=0$/)
    expect(await emailOf(token)).toBe('visitor')
    expect((await readAudit()).at(-1)).toBe('signOut jo@example.com done jo@example.com')
    const again = await callOperation('signOut', { token, asForm: true })
    expect([again.status, again.headers.get('location')]).toEqual([303, '/sign-in'])
  })

  test('cannot confirm the password for a session that has ended', async () => {
    const token = await signedInUser(store(), { email: 'pia@example.com', passwordHash: await hashPassword(PASSWORD) })
    const response = callOperation('stepUp', { token, body: { password: PASSWORD } })
    await vi.waitFor(async () => expect(await store().db.$count(failedAttempts)).toBe(1))
    await callOperation('signOut', { token, asForm: true })
    expect(await codeOf(await response)).toEqual([401, 'sign_in_required'])
    expect(await store().db.$count(sessions, eq(sessions.userId, 'pia@example.com'))).toBe(0)
  })

  test('is authenticated by the cookie with the path /, not by one that another program set', async () => {
    const token = await signedIn('max@example.com')
    const headers = { cookie: `console-session=${newToken()}; console-session=${token}` }
    expect((await callOperation('getAccount', { headers })).status).toBe(200)
  })

  test('cannot submit a page that was rendered for another user', async () => {
    const token = await signedIn('tom@example.com')
    const refused = await callOperation('endSession', {
      token,
      params: { sessionId: 'others' },
      headers: renderedFor('eva@example.com'),
    })
    expect(await codeOf(refused)).toEqual([409, 'signed_in_as_other'])
    const own = { token, params: { sessionId: 'others' }, headers: renderedFor('tom@example.com') }
    expect((await callOperation('endSession', own)).status).toBe(200)
  })

  test('confirms the password again, which replaces the token', async () => {
    const long = new Date(Date.now() - 20 * 60_000)
    const token = await signedInUser(store(), { email: 'kim@example.com', passwordHash, now: long })
    const stepUp = (password: string) =>
      callOperation('stepUp', { token, asForm: true, body: { password, next: '/invoices' } })
    const refused = await stepUp(OTHER)
    expect(refused.headers.get('location')).toBe('/step-up?error=sign_in_refused&next=%2Finvoices')
    expect((await authenticate(token, new Date())).session?.authenticatedAt).toEqual(long)
    const response = await stepUp(PASSWORD)
    expect(response.headers.get('location')).toBe('/invoices')
    expect(await emailOf(token)).toBe('visitor')
    const { session } = await authenticate(tokenIn(response), new Date())
    expect(Date.now() - (session?.authenticatedAt.getTime() ?? 0)).toBeLessThan(30_000)
  })
})

describe('resetPassword', () => {
  test('sets the password of the link’s user once, and ends their sessions', async () => {
    const before = await signedIn('lea@example.com')
    const [token, spare, late] = await Promise.all(
      [15, 15, -1].map((minutes) => link('reset', 'lea@example.com', minutes)),
    )
    const reset = (used = '', password = OTHER) =>
      callOperation('resetPassword', { asForm: true, body: { token: used, password } })
    expect((await reset(late)).headers.get('location')).toBe(`/reset?error=link_not_valid&token=${late}`)
    expect((await reset(token, 'short')).headers.get('location')).toBe(`/reset?error=password_refused&token=${token}`)
    const done = await reset(token)
    expect([done.headers.get('location'), await emailOf(tokenIn(done))]).toEqual(['/', 'lea@example.com'])
    expect(await emailOf(before)).toBe('visitor')
    for (const used of [token, spare]) expect((await reset(used)).headers.get('location')).toContain('link_not_valid')
    const setUp = { token: await link('reset', 'lea@example.com'), email: 'evil@example.com', password: OTHER }
    expect(await codeOf(await callOperation('setUp', { body: setUp }))).toEqual([410, 'link_not_valid'])
  })
})
