import { eq, inArray } from 'drizzle-orm'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tally } from '@/scripts/test/volume.mjs'
import { callOperation, codeOf, tokenIn } from '@/testing/console/call-operation'
import { OidcBrowser, oidcSettings } from '@/testing/console/oidc-browser'
import { seededRandom } from '@/testing/console/seeded-random'
import { type ForgingProvider, startForgingProvider } from '@/testing/console/start-forging-provider'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { auditEntries, knownBrowsers, sessions, users } from '@/lib/store/schema'
import { VISITOR } from '@/lib/core/server/actor'
import { SESSION_IDLE_MS, authenticate } from './authenticate'
import { insertSession } from './sessions'
import { createLink } from './one-time-link'

/* Concurrent, late and repeated sign-ins, and ten thousand sessions. */

const SEED = Number(process.env.SEED ?? 42)
const SET_UPS = 25
/** On a busy machine a round may end before another visitor looks, so two rounds prove no race, and half of 25 do. */
const RACES = 12
const SIGN_INS = 1_000
/** Sign-ins whose provider responds after the console has given up, all at once: they take 11 s. */
const TOO_LATE = 20
const SESSIONS = 10_000
const CONCURRENT_REQUESTS = 8
/** A sign-in with all sessions in the store may take this many times as long as one with few. */
const SLOWER = 5
vi.setConfig({ testTimeout: 300_000 })

const store = useConsoleStore()
const random = seededRandom(SEED)

describe('a set-up link', () => {
  test('makes one admin when several visitors use it, or another link, concurrently', async () => {
    const { db } = store()
    let refusedAfterHashing = 0
    for (let round = 0; round < SET_UPS; round += 1) {
      for (const table of [sessions, knownBrowsers, users]) await db.delete(table)
      const linked = async () => {
        const { path } = await createLink(db, { purpose: 'set-up', now: new Date() })
        return new URL(path, 'http://console').searchParams.get('token') ?? ''
      }
      // Two commands at once: neither deletes the other's link.
      const links = await Promise.all(random.chance(50) ? [linked()] : [linked(), linked()])
      const entriesBefore = await db.$count(auditEntries)
      const visitors = Array.from({ length: 2 + random.integer(2) }, (_, index) => `visitor${index}@example.com`)
      const startedAtMs = performance.now()
      const responses = await Promise.all(
        visitors.map(async (email, index) => {
          const token = links[index % links.length] ?? ''
          const response = await callOperation('setUp', { body: { token, email, password: 'correct horse battery' } })
          return { email, response, tookMs: performance.now() - startedAtMs }
        }),
      )
      const [winner, ...others] = responses.toSorted((one, other) => one.response.status - other.response.status)
      expect(winner?.response.status, `SEED=${SEED}, round ${round}`).toBe(200)
      for (const { response, tookMs } of others) {
        expect(await codeOf(response)).toEqual([410, 'link_not_valid'])
        // An invalid link is refused immediately. These links were valid until the password was hashed.
        if (tookMs > (winner?.tookMs ?? 0) / 2) refusedAfterHashing += 1
      }
      const admins = await db.select({ email: users.email, role: users.role }).from(users)
      expect(admins).toEqual([{ email: winner?.email, role: 'admin' }])
      expect([await db.$count(sessions), (await db.$count(auditEntries)) - entriesBefore]).toEqual([1, 1])
      const token = winner && tokenIn(winner.response)
      expect(await authenticate(token, new Date())).toMatchObject({ name: winner?.email })
    }
    expect(refusedAfterHashing).toBeGreaterThanOrEqual(RACES)
    tally('set-ups by several visitors at once', SET_UPS)
  })
})

const sessionsOf = async (subject: string) => {
  const { db } = store()
  const ofUser = db.select({ id: users.id }).from(users).where(eq(users.subject, subject))
  return db.$count(sessions, inArray(sessions.userId, ofUser))
}

describe('a sign-in at a provider', () => {
  let provider: ForgingProvider
  beforeAll(async () => {
    provider = await startForgingProvider()
  })
  afterAll(() => provider.close())
  let people = 0

  /** Starts a sign-in. Its `code(…)` makes a code that the provider redeems for a token with these claims. */
  async function started() {
    const subject = `person-${(people += 1)}`
    const browser = new OidcBrowser(oidcSettings(provider))
    const { searchParams } = await browser.start()
    const nonce = searchParams.get('nonce')
    const code = (claims: object = {}, afterMs = 0) => {
      const name = `code-${provider.tokensByCode.size}`
      const nowSeconds = Math.floor(Date.now() / 1000)
      provider.tokensByCode.set(name, {
        afterMs,
        claims: {
          iss: provider.issuer,
          sub: subject,
          aud: provider.clientId,
          iat: nowSeconds,
          exp: nowSeconds + 60,
          nonce,
          email: `${subject}@example.com`,
          email_verified: true,
          groups: ['support'],
          ...claims,
        },
      })
      return { code: name, state: searchParams.get('state') ?? '', iss: provider.issuer }
    }
    return { subject, browser, nonce, code }
  }
  type Started = Awaited<ReturnType<typeof started>>

  /** Returns the callbacks of a sign-in by what its provider does; they arrive at once. */
  const CALLBACKS = {
    'responds once': ({ code }: Started) => [code()],
    'responds late': ({ code }: Started) => [code({}, 100 + random.integer(400))],
    'sends the browser back twice': ({ code }: Started) => {
      const one = code({}, random.integer(50))
      return [one, one, one]
    },
    'sends the browser back with two codes': ({ code }: Started) => [code({}, 50), code({}, random.integer(100))],
    'responds with the nonce of another sign-in': ({ code }: Started, other: Started) => [code({ nonce: other.nonce })],
    'responds twice, first with another nonce': ({ code }: Started, other: Started) => {
      const query = code({ nonce: other.nonce })
      return [query, query]
    },
  }
  const WAYS = Object.entries(CALLBACKS)

  test('starts one session or none when the provider responds late, twice or with another nonce', async () => {
    const tried = { admitted: 0, refused: 0, further: 0 }
    for (let done = 0; done < SIGN_INS; done += CONCURRENT_REQUESTS) {
      const round = await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, started))
      await Promise.all(
        round.map(async (mine, index) => {
          const [way = '', callbacksOf = CALLBACKS['responds once']] = WAYS[(done + index) % WAYS.length] ?? []
          const callbacks = callbacksOf(mine, round[(index + 1) % CONCURRENT_REQUESTS] ?? mine)
          const redirects = await Promise.all(callbacks.map((query) => mine.browser.finish(query)))
          const expected = way.includes('nonce') ? 0 : 1
          expect(
            redirects.filter((path) => path === '/'),
            `${way}, SEED=${SEED}`,
          ).toHaveLength(expected)
          expect(await sessionsOf(mine.subject)).toBe(expected)
          const email = `${mine.subject}@example.com`
          expect(await mine.browser.actor()).toMatchObject(expected === 1 ? { name: email } : VISITOR)
          tried[expected === 1 ? 'admitted' : 'refused'] += 1
          tried.further += callbacks.length - 1
        }),
      )
    }
    // The provider was asked for a token by each of them, also by those that were refused.
    const tokens = provider.requests.filter((path) => path === '/token')
    expect(tokens.length).toBeGreaterThanOrEqual(SIGN_INS)
    for (const count of Object.values(tried)) expect(count).toBeGreaterThanOrEqual(SIGN_INS / 4)
    tally('sign-ins at a provider that answers late, twice or with another nonce', SIGN_INS)
  })

  test('starts no session when the provider responds after the console gave up', async () => {
    const late = await Promise.all(Array.from({ length: TOO_LATE }, started))
    const before = provider.requests.length
    const redirects = await Promise.all(late.map(({ browser, code }) => browser.finish(code({}, 11_000))))
    expect(new Set(redirects)).toEqual(new Set(['/sign-in?error=oidc_failed']))
    expect(provider.requests.slice(before)).toEqual(Array.from({ length: TOO_LATE }, () => '/token'))
    await wait(2_000)
    for (const { subject, browser } of late) {
      expect(await sessionsOf(subject)).toBe(0)
      expect(await browser.actor()).toEqual(VISITOR)
    }
    tally('sign-ins whose provider answered too late', TOO_LATE)
  })
})

describe('ten thousand sessions', () => {
  test('each belong to their user, end only after idling, and do not slow down a sign-in', async () => {
    const { db } = store()
    await db.delete(sessions)
    const now = new Date()
    const earlier = (ms: number) => new Date(now.getTime() - ms)
    const createdAt = now.toISOString()
    const many = Array.from({ length: SESSIONS / 20 }, (_, index) => `many-${index}`)
    await db
      .insert(users)
      .values(many.map((id) => ({ id, email: `${id}@example.com`, role: 'agent' as const, createdAt })))
    const insert = (userId: string, at: Date) =>
      db.transaction((tx) =>
        insertSession(tx, { userId, method: 'password', peer: '127.0.0.1', userAgent: 'vitest', now: at }),
      )

    // Half belong to one user. Every other one was last used almost half an hour ago.
    const tokens: { userId: string; token: string; isOld: boolean }[] = []
    const tookMs: number[] = []
    for (let index = 0; index < SESSIONS; index += 1) {
      const userId = index % 2 === 0 ? 'many-0' : (many[index % many.length] ?? 'many-0')
      const isOld = index % 4 < 2
      const startedAtMs = performance.now()
      tokens.push({ userId, isOld, token: await insert(userId, isOld ? earlier(SESSION_IDLE_MS - 60_000) : now) })
      tookMs.push(performance.now() - startedAtMs)
    }
    const tenth = SESSIONS / 10
    expect(await db.$count(sessions)).toBe(SESSIONS)
    expect(median(tookMs.slice(-tenth)) / median(tookMs.slice(0, tenth))).toBeLessThan(SLOWER)

    const actorsAt = async (at: Date) => {
      const found: (string | undefined)[] = []
      for (let from = 0; from < SESSIONS; from += CONCURRENT_REQUESTS)
        found.push(
          ...(
            await Promise.all(
              tokens
                .slice(from, from + CONCURRENT_REQUESTS)
                .map(({ token }) => authenticate(token, at, { countsAsUse: false })),
            )
          ).map(({ userId }) => userId),
        )
      return found
    }
    expect(await actorsAt(now)).toEqual(tokens.map(({ userId }) => userId))
    const ofThatUser = tokens.find(({ userId, isOld }) => userId === 'many-0' && !isOld)
    const account = await callOperation('getAccount', { token: ofThatUser?.token ?? '' })
    expect(Object((await account.json()) as unknown).sessions).toHaveLength(100)

    const later = new Date(now.getTime() + 120_000)
    expect(await actorsAt(later)).toEqual(tokens.map(({ userId, isOld }) => (isOld ? undefined : userId)))
    const token = await insert('many-0', later)
    expect(await db.$count(sessions)).toBe(tokens.filter(({ isOld }) => !isOld).length + 1)

    const ofOne = await db.$count(sessions, eq(sessions.userId, 'many-0'))
    expect(ofOne).toBeGreaterThan(SESSIONS / 5)
    const ended = await callOperation('endSession', { token, params: { sessionId: 'others' } })
    expect(await ended.json()).toEqual({ accepted: true, ended: ofOne - 1 })
    expect(await db.$count(sessions, eq(sessions.userId, 'many-0'))).toBe(1)
    tally('sessions at the same time', SESSIONS)
  })
})

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
