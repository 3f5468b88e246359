import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { OidcBrowser, oidcSettings } from '@/testing/console/oidc-browser'
import { type ForgingProvider, type Forgery, startForgingProvider } from '@/testing/console/start-forging-provider'
import { auditEntries, sessions, users } from '../../store/schema'
import { VISITOR } from '../../actor'

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
  /** What of a good token's claims is another; undefined leaves it out. */
  claims?: Record<string, unknown>
  header?: Forgery['header']
  signedBy?: Forgery['signedBy']
  /** What of a good answer is another. */
  query?: Record<string, string | undefined>
}

/** Begins a sign-in, and brings back what a provider would that made this. */
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

test('what is not forged is let in', async () => {
  const mine = browser()
  expect(await signIn(mine, {})).toBe('/')
  expect(await mine.actor()).toMatchObject({ name: 'ann@example.com', role: 'agent' })
})

const FORGED: [string, Forged, RegExp][] = [
  ['signed by nothing', { header: { alg: 'none', kid: undefined }, signedBy: 'nothing' }, /./],
  ['that says alg none, and is signed', { header: { alg: 'none' } }, /./],
  ['without its signature', { signedBy: 'nothing' }, /./],
  ['signed by another key', { signedBy: 'other key' }, /./],
  ['signed with the client secret', { header: { alg: 'HS256' }, signedBy: 'secret' }, /./],
  ['of a key that the provider has not', { header: { kid: 'two' }, signedBy: 'other key' }, /./],
  ['of another issuer', { claims: { iss: 'https://other.example' } }, /\(iss\)/],
  ['for another client', { claims: { aud: 'another' } }, /\(aud\)/],
  ['for several clients, asked for by another', { claims: { aud: ['console', 'another'], azp: 'another' } }, /./],
  ['that has expired', { claims: { exp: seconds(-60), iat: seconds(-120) } }, /\(exp\)/],
  ['that never expires', { claims: { exp: undefined } }, /./],
  ['that is not valid yet', { claims: { nbf: seconds(3600) } }, /\(nbf\)/],
  ['with another nonce', { claims: { nonce: 'another' } }, /\(nonce\)/],
  ['without a nonce', { claims: { nonce: undefined } }, /./],
  ['of nobody', { claims: { sub: undefined } }, /./],
]

test.each(FORGED)('a token %s lets nobody in', async (_, forged, why) => {
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
])('an answer %s lets nobody in', async (_, query) => {
  const mine = browser()
  expect(await signIn(mine, { query })).toBe('/sign-in?error=oidc_failed')
  expect(await mine.actor()).toEqual(VISITOR)
})

test('claims of somebody else from the userinfo address let nobody in', async () => {
  const mine = browser()
  provider.userinfo = { sub: 'bob', groups: ['admins'] }
  expect(await signIn(mine, { claims: { groups: undefined } })).toBe('/sign-in?error=oidc_failed')
  provider.userinfo = { sub: 'ann', groups: ['admins'] }
  expect(await signIn(mine, { claims: { groups: undefined } })).toBe('/')
  expect(await mine.actor()).toMatchObject({ role: 'admin' })
})

test('a sign-in of an unknown time is no fresh one, and neither is one that is told to be fresh', async () => {
  const mine = browser()
  await signIn(mine, { claims: { auth_time: undefined } })
  const before = await mine.actor()
  expect(before.session?.authenticatedAt).toEqual(new Date(0))
  for (const auth_time of [undefined, seconds(-400), seconds(400), 'now'])
    expect(await signIn(mine, { claims: { auth_time } }, '1')).toBe('/sign-in?error=oidc_failed')
  expect(await mine.actor()).toEqual(before)
  expect(await signIn(mine, { claims: { auth_time: seconds(-200) } }, '1')).toBe('/')
})

test('what was told of a refusal holds no code and no token', async () => {
  await signIn(browser(), { signedBy: 'other key', query: { code: 'a-secret-code' } })
  const told = JSON.stringify(await store().db.select().from(auditEntries))
  expect(told).not.toMatch(/a-secret-code|eyJ|secret of/)
})

test('a provider says once what it is, and is asked again only where it could not', async () => {
  const mine = browser()
  provider.isDown = true
  const { pathname, search } = await mine.start({ next: '/find' })
  expect(pathname + search).toBe('/sign-in?error=oidc_failed&next=%2Ffind')
  provider.isDown = false
  provider.asked.length = 0
  for (const begun of await Promise.all([mine.start(), mine.start()])) expect(begun.origin).toBe(provider.issuer)
  expect((await mine.start()).origin).toBe(provider.issuer)
  expect(provider.asked).toEqual(['/.well-known/openid-configuration'])
})
