import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SIGN_IN_ERRORS } from '../../sign-in-words'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { CALLBACK, OidcBrowser, oidcSettings } from '@/testing/console/oidc-browser'
import { type ProviderLogin, startOidcProvider, type TestProvider } from '@/testing/console/start-oidc-provider'
import { auditEntries, pendingSignIns, sessions, users } from '@/lib/store/schema'
import { VISITOR } from '@/lib/core/server/actor'
import { hashToken } from '@/lib/core/server/http/cookies'

const store = useConsoleStore()
let provider: TestProvider
let people = 0

beforeAll(async () => {
  provider = await startOidcProvider(CALLBACK)
  // Otherwise the demo would admit visitors.
  const createdAt = '2027-01-05T09:00:00.000Z'
  await store().db.insert(users).values({ id: 'local', email: 'local@example.com', role: 'admin', createdAt })
})
afterAll(() => provider.close())
beforeEach(() => store().db.delete(pendingSignIns))

/** Adds an account at the provider, which signs in next. */
function person({ login = {}, ...claims }: { login?: Partial<ProviderLogin>; [claim: string]: unknown } = {}) {
  const accountId = `person-${(people += 1)}`
  const email = `${accountId}@example.com`
  provider.accounts.set(accountId, { email, email_verified: true, groups: ['support'], ...claims })
  provider.login = { accountId, ...login }
  return { accountId, email }
}
const browser = (more = {}) => new OidcBrowser({ ...oidcSettings(provider), ...more })
const refused = (code: keyof typeof SIGN_IN_ERRORS) => `/sign-in?error=${code}`

/** Returns the redirect, and checks that no session was started. */
async function withoutSession(mine: OidcBrowser, leading: Promise<string>): Promise<string> {
  const before = await store().db.select().from(sessions)
  const location = await leading
  expect(await mine.actor()).toEqual(VISITOR)
  expect(await store().db.select().from(sessions)).toEqual(before)
  return location
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

async function lastEntries(count: number) {
  const entries = await store().db.select().from(auditEntries).orderBy(asc(auditEntries.sequence))
  return entries.slice(-count).map(({ detail, ...entry }) => ({ ...entry, detail: JSON.parse(detail) }))
}
const userOf = async (subject: string) =>
  (await store().db.select().from(users).where(eq(users.subject, subject))).at(0)

describe('a sign-in at the provider', () => {
  test('adds the user with the role of their groups, and redirects to the pending page', async () => {
    const { accountId, email } = person({ email: 'New.Person@Example.com', groups: ['finance', 'support', 'cooking'] })
    const mine = browser()
    expect(await mine.signIn({ next: '/subscriptions/sub_7?x=1' })).toBe('/subscriptions/sub_7?x=1')
    const user = await userOf(accountId)
    expect(user).toMatchObject({ email: 'new.person@example.com', role: 'agent', issuer: provider.issuer })
    expect(await mine.actor()).toMatchObject({ userId: user?.id, role: 'agent', session: { method: 'oidc' } })
    expect(email).not.toBe(user?.email)
    expect(await lastEntries(2)).toMatchObject([
      { action: 'addUser', actor: 'OpenID provider', objectId: user?.email, detail: { role: 'agent' } },
      { action: 'finishOidc', actor: user?.email, role: 'agent', outcome: 'done' },
    ])
  })

  test('requests a code with PKCE, and stores only the hash of the state', async () => {
    const url = await browser().start()
    const parameters = Object.fromEntries(url.searchParams)
    expect(parameters).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', redirect_uri: CALLBACK })
    expect(parameters.code_challenge).toMatch(/^[\w-]{43}$/)
    const [pending] = await store().db.select().from(pendingSignIns)
    expect(pending).toMatchObject({ stateHash: hashToken(parameters.state ?? ''), nonce: parameters.nonce })
    expect(JSON.stringify(pending)).not.toContain(parameters.state)
  })

  test('updates role and email of a known user, and gives a new token', async () => {
    const { accountId } = person({ groups: 'admins' })
    const first = browser()
    await first.signIn()
    const user = await userOf(accountId)
    expect(user?.role).toBe('admin')
    provider.accounts.set(accountId, { email: 'moved@example.com', groups: ['finance'] })
    const second = browser()
    expect(await second.signIn()).toBe('/')
    expect(await userOf(accountId)).toMatchObject({ id: user?.id, role: 'viewer', email: 'moved@example.com' })
    expect(await second.actor()).toMatchObject({ role: 'viewer' })
    expect(await first.actor(), 'a session of the old role').toEqual(VISITOR)
    const [changed] = await lastEntries(2)
    expect(changed).toMatchObject({ action: 'changeUser', detail: { role: 'viewer', roleBefore: 'admin' } })
    await second.signIn()
    expect(
      await store()
        .db.select()
        .from(sessions)
        .where(eq(sessions.userId, user?.id ?? '')),
    ).toHaveLength(1)
  })

  test('keeps at most 5,000 abandoned sign-ins, and none older than ten minutes', async () => {
    const createdAt = new Date(Date.now() - 601_000).toISOString()
    const row = { browserHash: '', nonce: '', codeVerifier: '', next: '/' }
    await store()
      .db.insert(pendingSignIns)
      .values({ ...row, stateHash: 'old', createdAt })
    await store().db.execute(sql`insert into console.pending_sign_ins
      (state_hash, browser_hash, nonce, code_verifier, next, created_at)
      select 'state ' || i, '', '', '', '/', ${new Date().toISOString()}::timestamptz from generate_series(1, 5005) i`)
    await browser().start()
    const left = await store().db.select().from(pendingSignIns)
    expect(left).toHaveLength(5_000)
    expect(left.map(({ stateHash }) => stateHash)).not.toContain('old')
  })
})

describe('finishOidc', () => {
  test('rejects a callback with an unknown state or none', async () => {
    person()
    const mine = browser()
    const { state, ...query } = await mine.walk(await mine.start())
    expect(await withoutSession(mine, mine.finish({ ...query, state: `${state}x` }))).toBe(refused('oidc_expired'))
    expect(await withoutSession(mine, mine.finish(query))).toBe(refused('oidc_expired'))
  })

  test('rejects a state of another browser, and consumes it', async () => {
    person()
    const mine = browser()
    const theirs = browser()
    await theirs.start()
    const query = await mine.walk(await mine.start())
    expect(await withoutSession(theirs, theirs.finish(query))).toBe(refused('oidc_expired'))
    expect(await withoutSession(mine, mine.finish(query))).toBe(refused('oidc_expired'))
    expect(await lastEntries(1)).toMatchObject([{ action: 'finishOidc', outcome: 'refused', actor: 'visitor' }])
  })

  test('rejects a callback that was used before', async () => {
    person()
    const mine = browser()
    const query = await mine.walk(await mine.start())
    expect(await mine.finish(query)).toBe('/')
    const other = browser()
    expect(await withoutSession(other, other.finish(query))).toBe(refused('oidc_expired'))
    // The used code with a new sign-in: the provider does not redeem it again.
    const { searchParams } = await other.start()
    const state = searchParams.get('state') ?? ''
    expect(await withoutSession(other, other.finish({ ...query, state }))).toBe(refused('oidc_failed'))
  })

  test('rejects a code of another sign-in, whose verifier differs', async () => {
    person()
    const mine = browser()
    const query = await mine.walk(await mine.start())
    await store()
      .db.update(pendingSignIns)
      .set({ codeVerifier: 'x'.repeat(43) })
    expect(await withoutSession(mine, mine.finish(query))).toBe(refused('oidc_failed'))
  })

  test('rejects a sign-in without PKCE', async () => {
    person()
    const mine = browser()
    const url = await mine.start()
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    expect(await withoutSession(mine, mine.finish(await mine.walk(url)))).toBe(refused('oidc_failed'))
  })

  test('rejects a callback after ten minutes', async () => {
    person()
    const mine = browser()
    const query = await mine.walk(await mine.start())
    await store()
      .db.update(pendingSignIns)
      .set({ createdAt: new Date(Date.now() - 601_000).toISOString() })
    expect(await withoutSession(mine, mine.finish(query))).toBe(refused('oidc_expired'))
  })

  test('rejects a person who cancels at the provider', async () => {
    provider.login = null
    const mine = browser()
    expect(await withoutSession(mine, mine.signIn())).toBe(refused('oidc_refused'))
    expect(await lastEntries(1)).toMatchObject([
      { outcome: 'refused', detail: { why: 'the provider says access_denied' } },
    ])
  })

  test('names the settings when the provider rejects the client secret', async () => {
    person()
    const mine = browser({ clientSecret: 'another-secret-than-that-of-the-provider' })
    expect(await withoutSession(mine, mine.signIn())).toBe(refused('oidc_failed'))
    const why = 'the provider rejects CONSOLE_OIDC_CLIENT_ID or CONSOLE_OIDC_CLIENT_SECRET'
    expect(await lastEntries(1)).toMatchObject([{ outcome: 'refused', detail: { why } }])
  })

  test.each([
    ['a person without a group that has a role', { groups: ['cooking'] }, 'oidc_no_access'],
    ['a person without any group', { groups: undefined }, 'oidc_no_access'],
    ['a person whose groups are not a list', { groups: { support: true } }, 'oidc_no_access'],
    ['a person whose email is not verified', { email_verified: false }, 'oidc_refused'],
    ['a person whose email is not verified, as text', { email_verified: 'false' }, 'oidc_refused'],
    ['a person without an email', { email: undefined }, 'oidc_refused'],
    ['a person with an invalid email', { email: 'root' }, 'oidc_refused'],
    ['a person with the email of a local account', { email: 'Local@example.com' }, 'oidc_email_taken'],
  ] as const)('rejects %s', async (_, claims, code) => {
    const { accountId } = person(claims)
    const mine = browser()
    expect(await withoutSession(mine, mine.signIn())).toBe(refused(code))
    expect(await userOf(accountId)).toBeUndefined()
    expect(await lastEntries(1)).toMatchObject([{ action: 'finishOidc', outcome: 'refused', detail: { code } }])
    expect(SIGN_IN_ERRORS[code]).not.toBe('')
  })

  test('rejects a person without groups, and ends their sessions', async () => {
    const { accountId, email } = person()
    const mine = browser()
    await mine.signIn()
    expect(await mine.actor()).toMatchObject({ name: email })
    provider.accounts.set(accountId, { email, groups: [] })
    expect(await browser().signIn()).toBe(refused('oidc_no_access'))
    expect(await mine.actor()).toEqual(VISITOR)
  })

  test('rejects a disabled user, who stays disabled', async () => {
    const { accountId } = person()
    await browser().signIn()
    await store().db.update(users).set({ disabledAt: new Date().toISOString() }).where(eq(users.subject, accountId))
    const mine = browser()
    expect(await withoutSession(mine, mine.signIn())).toBe(refused('oidc_no_access'))
    expect((await userOf(accountId))?.disabledAt).not.toBeNull()
  })

  test('rejects a person whose new email belongs to another user', async () => {
    const { accountId, email } = person()
    await browser().signIn()
    provider.accounts.set(accountId, { email: 'local@example.com', groups: ['admins'] })
    const mine = browser()
    expect(await withoutSession(mine, mine.signIn())).toBe(refused('oidc_email_taken'))
    expect(await userOf(accountId)).toMatchObject({ email, role: 'agent' })
  })

  test('rejects a sign-in without the required acr or amr', async () => {
    const required = { acr: ['urn:example:mfa'], amr: ['hwk', 'otp'] }
    person({ login: { amr: ['otp'] } })
    const withoutAcr = browser(required)
    expect(await withoutSession(withoutAcr, withoutAcr.signIn())).toBe(refused('oidc_refused'))
    person({ login: { acr: 'urn:example:mfa', amr: ['pwd'] } })
    const withoutAmr = browser(required)
    expect(await withoutSession(withoutAmr, withoutAmr.signIn())).toBe(refused('oidc_refused'))
    person({ login: { acr: 'urn:example:mfa', amr: ['pwd', 'otp'] } })
    expect(await browser(required).signIn()).toBe('/')
  })
})

describe('a fresh sign-in', () => {
  test('is required of the provider, and gives the same user a new token', async () => {
    const { accountId } = person({ login: { ts: nowSeconds() - 3600 } })
    const mine = browser()
    await mine.signIn()
    const before = await mine.actor()
    expect(before.session?.authenticatedAt.getTime(), 'when it was there').toBeLessThan(Date.now() - 3_500_000)
    provider.login = { accountId }
    const url = await mine.start({ fresh: '1', next: '/invoices/1' })
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ max_age: '0', prompt: 'login' })
    expect(await mine.finish(await mine.walk(url))).toBe('/invoices/1')
    const after = await mine.actor()
    expect(after.userId).toBe(before.userId)
    expect(after.session?.tokenHash).not.toBe(before.session?.tokenHash)
    expect(after.session?.authenticatedAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
    const theirs = await store()
      .db.select()
      .from(sessions)
      .where(eq(sessions.userId, before.userId ?? ''))
    expect(theirs).toHaveLength(1)
  })

  test('is rejected when another user signed in', async () => {
    person()
    const mine = browser()
    await mine.signIn()
    const before = await mine.actor()
    const { accountId } = person()
    mine.leaveProvider()
    expect(await mine.signIn({ fresh: '1', next: '/invoices/1' })).toBe(
      `${refused('oidc_refused')}&next=%2Finvoices%2F1`,
    )
    expect(await mine.actor()).toEqual(before)
    expect(await userOf(accountId)).toBeUndefined()
  })

  test('is a plain sign-in for a visitor, and never redirects to another site', async () => {
    person()
    const mine = browser()
    const url = await mine.start({ fresh: '1', next: '//evil.example' })
    expect(url.searchParams.get('prompt')).toBeNull()
    expect(await mine.finish(await mine.walk(url))).toBe('/')
  })
})
