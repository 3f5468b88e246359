import { sql } from 'drizzle-orm'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '@/database/open-database'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { problemOf } from '@/testing/console/problem-of'
import { startDemoService } from '@/testing/console/start-demo-service'
import { log } from '@/lib/core/server/log'
import { settings } from '@/lib/core/server/settings'
import { sessions, users } from '@/lib/store/schema'
import { DEMO_ACTOR, VISITOR } from '@/lib/core/server/actor'
import { authenticate, callerOf } from './authenticate'
import { hashToken, newToken } from '@/lib/core/server/http/cookies'

let store: OpenDatabase
const now = new Date('2027-01-05T09:00:00.000Z')
const earlier = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

/** The settings of the demo, as `npm start` makes them. */
const demo = {
  CONSOLE_DEMO: '1',
  CONSOLE_ORIGIN: undefined,
  BILLING_API_BASE_URL: 'http://127.0.0.1:4000',
}
let service: Awaited<ReturnType<typeof startDemoService>>
const before = { ...demo, ...settings() }

// Settings are read once per process, and the process runs other test files too.
beforeAll(async () => {
  service = await startDemoService()
  demo.BILLING_API_BASE_URL = service.url
  Object.assign(settings(), demo)
  store = await openFreshConsoleStore()
  globalThis.consoleStoreOpening = Promise.resolve(store)
})
afterAll(async () => {
  Object.assign(settings(), before)
  service.close()
  await store.close()
})

async function signedIn(
  email: string,
  { startedAt = earlier(10), seen = earlier(5), disabledAt = null as string | null } = {},
) {
  const token = newToken()
  await store.db.insert(users).values({ id: email, email, role: 'agent', createdAt: earlier(600), disabledAt })
  await store.db.insert(sessions).values({
    tokenHash: hashToken(token),
    id: `session of ${email}`,
    userId: email,
    createdAt: startedAt,
    seenAt: seen,
    authenticatedAt: startedAt,
    method: 'password',
    peer: '127.0.0.1',
    userAgent: 'vitest',
  })
  return token
}

test.each([
  ['a public address', { CONSOLE_ORIGIN: 'https://billing.example.com' }],
  ['another billing API', { BILLING_API_BASE_URL: 'https://api.example.com' }],
  ['CONSOLE_DEMO=0 (another merchant, database or API)', { CONSOLE_DEMO: '0' }],
] as const)('ends the demo with %s', async (_, change) => {
  Object.assign(settings(), change)
  try {
    expect(await authenticate(undefined, now)).toEqual(VISITOR)
  } finally {
    Object.assign(settings(), demo)
  }
  expect(await authenticate(undefined, now)).toEqual(DEMO_ACTOR)
})

test('admits visitors to the demo until a user exists', async () => {
  expect(await authenticate(undefined, now)).toEqual(DEMO_ACTOR)
  await signedIn('first@example.com')
  expect(await authenticate(undefined, now)).toEqual(VISITOR)
  expect(await authenticate('no such token', now)).toEqual(VISITOR)
})

test('returns the user with the current role, and records the use of the session', async () => {
  const token = await signedIn('ann@example.com')
  expect(await authenticate(token, now)).toMatchObject({
    userId: 'ann@example.com',
    name: 'ann@example.com',
    role: 'agent',
    session: { id: 'session of ann@example.com', method: 'password', authenticatedAt: new Date(earlier(10)) },
  })
  await store.db.update(users).set({ role: 'viewer' })
  expect(await authenticate(token, now)).toMatchObject({ role: 'viewer' })
  const later = new Date(now.getTime() + 29 * 60_000)
  expect(await authenticate(token, later)).toMatchObject({ name: 'ann@example.com' })
})

test('does not count background requests of a page as use of a session', async () => {
  const token = await signedIn('away@example.com', { seen: earlier(20) })
  const later = new Date(now.getTime() + 9 * 60_000)
  expect(await authenticate(token, later, { countsAsUse: false })).toMatchObject({ name: 'away@example.com' })
  expect(await authenticate(token, new Date(now.getTime() + 11 * 60_000), { countsAsUse: false })).toEqual(VISITOR)
})

test('rejects a session that is idle for 30 minutes, older than eight hours or of a disabled user', async () => {
  const idle = await signedIn('idle@example.com', { seen: earlier(31) })
  const old = await signedIn('old@example.com', { startedAt: earlier(8 * 60 + 1), seen: earlier(1) })
  const disabled = await signedIn('gone@example.com', { disabledAt: earlier(1) })
  for (const token of [idle, old, disabled]) expect(await authenticate(token, now)).toEqual(VISITOR)
})

test('fails after five seconds when the store hangs, and works again afterwards', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 25))
  const logged = vi.spyOn(log(), 'error').mockReturnValue()
  try {
    await store.db.transaction(async (tx) => {
      await tx.execute(sql`lock table console.users in access exclusive mode`)
      expect(await problemOf(callerOf(new Headers()))).toMatchObject({ code: 'store_unavailable', status: 503 })
    })
    expect(timeouts.mock.calls).toEqual([[5_000]])
    expect(logged).toHaveBeenCalledOnce()
  } finally {
    timeouts.mockRestore()
    logged.mockRestore()
  }
  expect(await authenticate(undefined, now)).toEqual(VISITOR)
})

describe('the demo with the built-in service', () => {
  beforeAll(async () => {
    await store.db.delete(sessions)
    await store.db.delete(users)
  })

  test.each([
    ['the store also holds other data', '{"isDemo":false}'],
    ['the response is not JSON', 'demo'],
  ])('closes within a second when %s', async (_, response) => {
    service.say('{"isDemo":true}')
    await vi.waitFor(async () => expect(await authenticate(undefined, now)).toEqual(DEMO_ACTOR), { timeout: 3_000 })
    service.say(response)
    await setTimeout(1_100)
    expect(await authenticate(undefined, now)).toEqual(VISITOR)
  })

  test('is closed while the service does not respond, and says so', async () => {
    Object.assign(settings(), { BILLING_API_BASE_URL: 'http://127.0.0.1:1' })
    await setTimeout(1_100)
    expect(await problemOf(authenticate(undefined, now))).toMatchObject({
      code: 'unreachable',
      detail: expect.stringContaining('does not respond'),
    })
  })
})
