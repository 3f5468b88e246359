import { beforeEach, describe, expect, test } from 'vitest'
import { callOperation, codeOf, tokenIn } from '@/testing/console/call-operation'
import { volume } from '@/scripts/test/volume.mjs'
import { cheapHash } from '@/testing/console/cheap-hash'
import { signedInUser, useConsoleStore } from '@/testing/console/use-console-store'
import { auditEntries, failedAttempts, knownBrowsers } from '@/lib/store/schema'
import { budgetOf, countAttempt, FREE_ATTEMPTS, LONGEST_DELAY_MS, MAX_CONCURRENT_ATTEMPTS } from './attempts'

const store = useConsoleStore()
const PASSWORD = 'correct horse battery'
const WRONG = 'another horse battery'
const STRANGER = '198.51.100.1'
const passwordHash = cheapHash(PASSWORD)
const add = (email: string) => signedInUser(store(), { email, passwordHash })
const signIn = (email: string, { password = PASSWORD, peer = STRANGER, browserToken = '' } = {}) =>
  callOperation('signIn', { body: { email, password }, peer, browserToken })
const browserIn = (response: Response) =>
  /console-browser=([\w-]{43});/.exec(response.headers.getSetCookie().join('\n'))?.[1] ?? ''

/** Makes enough failed attempts of strangers to delay the account or the source. */
async function strangersFail(count: number, { email, peer }: Record<'email' | 'peer', (index: number) => string>) {
  for (let index = 0; index < count; index += 1) {
    const budget = await budgetOf(store().db, { email: email(index), peer: peer(index) })
    await countAttempt(store().db, budget, new Date())
  }
}

/** In `npm test`, two more failures than are free: they delay the next attempt by a second. */
const failuresOf = (budget: 'account' | 'source') => volume({ test: FREE_ATTEMPTS[budget] + 1, prove: 50 })
const DELAY_MS = volume({ test: 1_000, prove: LONGEST_DELAY_MS })

/** Runs an attempt that is delayed. @returns its response */
async function delayed(run: () => Promise<Response>): Promise<Response> {
  const began = performance.now()
  const response = await run()
  expect(performance.now() - began).toBeGreaterThan(DELAY_MS - 100)
  return response
}

/** Returns the delay of the next attempt. */
const delayOf = async (attempt: Parameters<typeof budgetOf>[1]) =>
  (await countAttempt(store().db, await budgetOf(store().db, attempt), new Date())).delayMs

beforeEach(() => store().db.delete(failedAttempts))

describe('the right password', () => {
  test('signs in after a delay when the source failed on made-up accounts, and without from another source', async () => {
    await add('ann@example.com')
    const madeUp = { email: (index: number) => `made-up-${index}@example.com`, peer: () => STRANGER }
    await strangersFail(failuresOf('source'), madeUp)
    const response = await delayed(() => signIn('ann@example.com'))
    expect(response.status).toBe(200)
    expect(tokenIn(response)).toBeDefined()
    const peer = '198.51.100.77'
    expect(await delayOf({ email: 'ann@example.com', peer })).toBe(0)
    expect((await signIn('ann@example.com', { peer })).status).toBe(200)
  })

  test('signs in after a delay when the account failed elsewhere, and without in a known browser', async () => {
    await add('bob@example.com')
    const browserToken = browserIn(await signIn('bob@example.com'))
    const failures = { email: () => 'bob@example.com', peer: (index: number) => `10.0.0.${index}` }
    await strangersFail(failuresOf('account'), failures)
    const known = { email: 'bob@example.com', peer: STRANGER, knownBrowserToken: browserToken }
    expect(await delayOf(known)).toBe(0)
    expect((await delayed(() => signIn('bob@example.com'))).status).toBe(200)
    await strangersFail(failuresOf('account'), failures)
    expect((await signIn('bob@example.com', { browserToken })).status).toBe(200)
  })

  test('confirms a signed-in user without delay and changes the password, despite failures of strangers', async () => {
    const token = await add('cat@example.com')
    await strangersFail(50, { email: () => 'cat@example.com', peer: () => '203.0.113.9' })
    const stepUp = await callOperation('stepUp', { token, body: { password: PASSWORD } })
    expect(stepUp.status).toBe(200)
    const change = { password: PASSWORD, newPassword: 'wandering otters knit scarves' }
    const changed = await callOperation('changePassword', { token: tokenIn(stepUp) ?? '', body: change })
    expect(changed.status).toBe(200)
    // Those of the session are the only ones: the account's are still counted, and delay only strangers.
    const rows = await store().db.select().from(failedAttempts).orderBy(failedAttempts.key)
    expect(rows.map(({ key, count }) => [key.split(' ')[0], count])).toEqual([
      ['account', 50],
      ['peer', 50],
    ])
  })

  test('is checked while another source uses all its slots', async () => {
    await add('dan@example.com')
    await strangersFail(30, { email: (index) => `x${index}@example.com`, peer: () => STRANGER })
    // Each attempt is delayed by four seconds.
    const flood = Array.from({ length: MAX_CONCURRENT_ATTEMPTS.stranger }, (_, index) =>
      signIn(`flood${index}@example.com`),
    )
    await expect.poll(() => store().db.$count(failedAttempts)).toBe(1 + 30 + MAX_CONCURRENT_ATTEMPTS.stranger)
    const refused = await signIn('dan@example.com')
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await codeOf(refused)).toEqual([429, 'too_many_attempts'])
    expect((await signIn('dan@example.com', { peer: '198.51.100.2' })).status).toBe(200)
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([401]))
    await store().db.delete(failedAttempts)
    expect((await signIn('dan@example.com')).status, 'from that source, once they are done').toBe(200)
  })
})

describe('a known browser', () => {
  test('is delayed by its own failures, and is known to one account only', async () => {
    await Promise.all(['eve@example.com', 'fay@example.com'].map(add))
    const browserToken = browserIn(await signIn('eve@example.com'))
    for (let count = 1; count <= 5; count += 1)
      expect((await signIn('eve@example.com', { password: WRONG, browserToken })).status).toBe(401)
    const response = await signIn('eve@example.com', { password: WRONG, browserToken })
    expect(Object((await response.json()) as unknown).detail).toBe(
      'Wrong email or password. The next attempt will take about 1 s.',
    )
    const rows = () => store().db.select().from(failedAttempts).orderBy(failedAttempts.key)
    const keys = async () => (await rows()).map(({ key }) => key.split(' ')[0])
    expect(await keys(), 'that of the first sign-in is forgiven').toEqual(['browser', 'peer'])
    await store().db.delete(failedAttempts)
    await signIn('fay@example.com', { password: WRONG, browserToken })
    expect(new Set(await keys())).toEqual(new Set(['account', 'peer']))
  })

  test('keeps its token for its other users, and is deleted with a new password', async () => {
    await Promise.all(['gil@example.com', 'hal@example.com'].map(add))
    const browserToken = browserIn(await signIn('gil@example.com'))
    expect(browserIn(await signIn('hal@example.com', { browserToken }))).toBe(browserToken)
    const rows = await store().db.select().from(knownBrowsers)
    expect(JSON.stringify(rows)).not.toContain(browserToken)
    const known = (email: string) => budgetOf(store().db, { email, peer: STRANGER, knownBrowserToken: browserToken })
    expect([await known('gil@example.com'), await known('hal@example.com')]).toEqual([
      { own: expect.stringMatching(/^browser /) },
      { own: expect.stringMatching(/^browser /) },
    ])
    const body = { password: PASSWORD, newPassword: 'wandering otters knit scarves' }
    const elsewhere = tokenIn(await signIn('gil@example.com', { peer: '198.51.100.3' })) ?? ''
    expect((await callOperation('changePassword', { token: elsewhere, body })).status).toBe(200)
    expect(await known('gil@example.com')).toHaveProperty('account')
    expect(await known('hal@example.com')).toHaveProperty('own')
  })

  test('is kept while it is among the user’s last 20', async () => {
    await add('ida@example.com')
    const first = browserIn(await signIn('ida@example.com', { peer: '198.51.100.4' }))
    for (let count = 1; count <= 20; count += 1) await signIn('ida@example.com', { peer: '198.51.100.4' })
    expect(await store().db.$count(knownBrowsers)).toBeGreaterThanOrEqual(20)
    const budget = await budgetOf(store().db, { email: 'ida@example.com', peer: STRANGER, knownBrowserToken: first })
    expect(budget).toHaveProperty('account')
  })
})

test('records the first 50 refused attempts of a source, and then every 50th', async () => {
  await strangersFail(48, { email: () => 'kim@example.com', peer: () => STRANGER })
  const before = await store().db.$count(auditEntries)
  await Promise.all([1, 2, 3].map((index) => signIn(`unknown${index}@example.com`, { password: WRONG })))
  expect((await store().db.$count(auditEntries)) - before).toBe(2)
})
