import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { OidcBrowser, oidcSettings } from '@/testing/console/oidc-browser'
import { type ForgingProvider, type Forgery, startForgingProvider } from '@/testing/console/start-forging-provider'
import { auditEntries, sessions, users } from '@/lib/store/schema'
import { VISITOR } from '@/lib/core/server/actor'

const store = useConsoleStore()
let provider: ForgingProvider

beforeAll(async () => {
  provider = await startForgingProvider()
  const createdAt = '2027-01-05T09:00:00.000Z'
  await store().db.insert(users).values({ id: 'local', email: 'local@example.com', role: 'admin', createdAt })
})
afterAll(() => provider.close())

const seconds = (offset = 0) => Math.floor(Date.now() / 1000) + offset
const browser = () => new OidcBrowser(oidcSettings(provider))

interface Forged {
  /** Claims that replace those of a valid token; undefined removes one. */
  claims?: Record<string, unknown>
  header?: Forgery['header']
  signedBy?: Forgery['signedBy']
  /** Parameters that replace those of a valid response. */
  query?: Record<string, string | undefined>
}

/** Starts a sign-in and returns to the console with the forged response. */
async function signIn(mine: OidcBrowser, { claims, query, ...forged }: Forged, fresh?: '1'): Promise<string> {
  const { searchParams } = await mine.start(fresh && { fresh })
  const good = {
    iss: provider.issuer,
    sub: 'ann',
    aud: provider.clientId,
    iat: seconds(),
    exp: seconds(60),
    auth_time: seconds(),
    nonce: searchParams.get('nonce'),
    email: 'ann@example.com',
    email_verified: true,
    groups: ['support'],
  }
  provider.token = { ...forged, claims: { ...good, ...claims } }
  const back = { code: 'code', state: searchParams.get('state') ?? '', iss: provider.issuer, ...query }
  return mine.finish(JSON.parse(JSON.stringify(back)))
}

async function whyRefused() {
  const [last] = await store().db.select().from(auditEntries).orderBy(desc(auditEntries.sequence)).limit(1)
  return JSON.parse(last?.detail ?? '{}').why
}

test('accepts a valid token', async () => {
  const mine = browser()
  expect(await signIn(mine, {})).toBe('/')
  expect(await mine.actor()).toMatchObject({ name: 'ann@example.com', role: 'agent' })
})

const FORGED: [string, Forged, RegExp][] = [
  ['without an algorithm and a signature', { header: { alg: 'none', kid: undefined }, signedBy: 'nothing' }, /./],
  ['with alg none and a signature', { header: { alg: 'none' } }, /./],
  ['without its signature', { signedBy: 'nothing' }, /./],
  ['signed by another key', { signedBy: 'other key' }, /./],
  ['signed with the client secret', { header: { alg: 'HS256' }, signedBy: 'secret' }, /./],
  ['of a key that the provider does not publish', { header: { kid: 'two' }, signedBy: 'other key' }, /./],
  ['of another issuer', { claims: { iss: 'https://other.example' } }, /\(iss\)/],
  ['for another client', { claims: { aud: 'another' } }, /\(aud\)/],
  ['for several clients, requested by another', { claims: { aud: ['console', 'another'], azp: 'another' } }, /./],
  ['that has expired', { claims: { exp: seconds(-60), iat: seconds(-120) } }, /\(exp\)/],
  ['that never expires', { claims: { exp: undefined } }, /./],
  ['that is not valid yet', { claims: { nbf: seconds(3600) } }, /\(nbf\)/],
  ['with another nonce', { claims: { nonce: 'another' } }, /\(nonce\)/],
  ['without a nonce', { claims: { nonce: undefined } }, /./],
  ['without a subject', { claims: { sub: undefined } }, /./],
]

test.each(FORGED)('rejects a token %s', async (_, forged, why) => {
  const before = await store().db.select().from(sessions)
  const mine = browser()
  expect(await signIn(mine, forged)).toBe('/sign-in?error=oidc_failed')
  expect(await mine.actor()).toEqual(VISITOR)
  expect(await store().db.select().from(sessions)).toEqual(before)
  expect(await whyRefused()).toMatch(why)
})

test.each([
  ['of another issuer', { iss: 'https://other.example' }],
  ['that names no issuer', { iss: undefined }],
  ['without a code', { code: undefined }],
])('rejects a response %s', async (_, query) => {
  const mine = browser()
  expect(await signIn(mine, { query })).toBe('/sign-in?error=oidc_failed')
  expect(await mine.actor()).toEqual(VISITOR)
})

test('rejects userinfo claims of another subject', async () => {
  const mine = browser()
  provider.userinfo = { sub: 'bob', groups: ['admins'] }
  expect(await signIn(mine, { claims: { groups: undefined } })).toBe('/sign-in?error=oidc_failed')
  provider.userinfo = { sub: 'ann', groups: ['admins'] }
  expect(await signIn(mine, { claims: { groups: undefined } })).toBe('/')
  expect(await mine.actor()).toMatchObject({ role: 'admin' })
})

test('rejects a fresh sign-in without a recent, valid auth_time', async () => {
  const mine = browser()
  await signIn(mine, { claims: { auth_time: undefined } })
  const before = await mine.actor()
  expect(before.session?.authenticatedAt).toEqual(new Date(0))
  for (const auth_time of [undefined, 'now', seconds(400), seconds(-400)])
    expect(await signIn(mine, { claims: { auth_time } }, '1')).toBe('/sign-in?error=oidc_failed')
  expect(await whyRefused()).toContain('(auth_time)')
  expect(await mine.actor()).toEqual(before)
  expect(await signIn(mine, { claims: { auth_time: seconds(-200) } }, '1')).toBe('/')
})

test('records refusals without codes and tokens', async () => {
  await signIn(browser(), { signedBy: 'other key', query: { code: 'a-secret-code' } })
  const audit = JSON.stringify(await store().db.select().from(auditEntries))
  expect(audit).not.toMatch(/a-secret-code|eyJ|secret of/)
})

test('discovers the provider once, and retries only after a failure', async () => {
  const mine = browser()
  provider.isDown = true
  const { pathname, search } = await mine.start({ next: '/find' })
  expect(pathname + search).toBe('/sign-in?error=oidc_failed&next=%2Ffind')
  provider.isDown = false
  provider.requests.length = 0
  for (const redirect of await Promise.all([mine.start(), mine.start()])) expect(redirect.origin).toBe(provider.issuer)
  expect((await mine.start()).origin).toBe(provider.issuer)
  expect(provider.requests).toEqual(['/.well-known/openid-configuration'])
})
