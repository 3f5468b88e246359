import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACCESS_KEY_REQUESTS_PER_MINUTE, accessKeyActorName, MAX_ACCESS_KEYS, personOf } from '../access-key'
import type { Role } from '@/lib/core/roles'
import { callOperation, codeOf } from '@/testing/console/call-operation'
import { cheapHash } from '@/testing/console/cheap-hash'
import { signedInUser, useConsoleStore } from '@/testing/console/use-console-store'
import { settings } from '@/lib/core/server/settings'
import { accessKeys, auditEntries, sessions, users } from '@/lib/store/schema'
import { hashToken, newToken } from '@/lib/core/server/http/cookies'

const store = useConsoleStore()
const DAY_MS = 86_400_000
const PASSWORD = 'correct horse battery'
const after = (ms: number) => new Date(Date.now() + ms).toISOString()
const minutesAgo = (minutes: number) => after(-minutes * 60_000)

let admin = ''
beforeAll(async () => {
  admin = await signedInUser(store(), { email: 'boss@example.com', role: 'admin' })
})

const NEW = { name: 'Support assistant', role: 'viewer', days: 30 }
const create = (token: string, input: object = {}) =>
  callOperation('createAccessKey', { token, body: { ...NEW, ...input } })
const read = (accessKey: string, options: object = {}) => callOperation('listInvoices', { accessKey, ...options })
const problemIn = async (response: Response) => Object((await response.json()) as unknown)

const revoke = (token: string, keyId: string) => callOperation('revokeAccessKey', { token, params: { keyId } })
const setDisabled = (userId: string, disabled: boolean) =>
  callOperation('changeUser', { token: admin, params: { userId }, body: { disabled } })

interface MadeKey {
  owner?: string
  role?: Role
  fields?: Partial<typeof accessKeys.$inferInsert>
}

/** Stores a key of a user, and returns it. */
async function keyOf({ owner = 'boss@example.com', role = 'admin', fields = {} }: MadeKey = {}): Promise<string> {
  const key = newToken()
  await store()
    .db.insert(accessKeys)
    .values({
      id: `key_${newToken()}`,
      tokenHash: hashToken(key),
      userId: owner,
      name: 'Reports',
      role,
      addresses: '',
      createdAt: after(0),
      expiresAt: after(DAY_MS),
      ...fields,
    })
  return key
}

describe('createAccessKey', () => {
  test('returns a key once, which reads in the name of its owner, and stores its hash only', async () => {
    const response = await create(admin, { addresses: ['203.0.113.0/24'] })
    const { key, secret } = Object((await response.json()) as unknown)
    expect(key).toMatchObject({
      name: 'Support assistant',
      role: 'viewer',
      owner: 'boss@example.com',
      state: 'works',
      used: null,
    })
    expect(secret).toMatch(/^bck_[\w-]{43}$/)
    expect((await read(secret)).status).toBe(200)
    const rows = await store().db.select().from(accessKeys)
    const entries = await store().db.select().from(auditEntries)
    expect(JSON.stringify([rows, entries])).not.toContain(secret.slice(4))
    const made = entries.find(({ action }) => action === 'createAccessKey')
    expect(made).toMatchObject({ actor: 'boss@example.com', outcome: 'done', objectId: 'boss@example.com' })
    expect(JSON.parse(made?.detail ?? '')).toMatchObject({ keyRole: 'viewer', addresses: '203.0.113.0/24' })
    const listed = await callOperation('listOwnAccessKeys', { token: admin })
    expect(Object((await listed.json()) as unknown)).toMatchObject({
      count: 1,
      keys: [{ used: { from: '203.0.113.9' } }],
    })
  })

  test('rejects an old sign-in, the role admin, a role above the owner’s, and an invalid address', async () => {
    const agent = await signedInUser(store(), { email: 'ann@example.com' })
    const viewer = await signedInUser(store(), { email: 'vic@example.com', role: 'viewer' })
    expect(await codeOf(await create(admin, { role: 'admin' }))).toEqual([400, 'invalid_request'])
    expect(await codeOf(await create(viewer, { role: 'agent' }))).toEqual([403, 'not_allowed'])
    expect(await codeOf(await create(agent, { days: 366 }))).toEqual([400, 'invalid_request'])
    expect(await codeOf(await create(agent, { addresses: ['example.com'] }))).toEqual([400, 'invalid_request'])
    // The activity would show it like another person, or like a key of one.
    for (const name of [
      'bob@example.com',
      'bobⓐexample.com',
      'Bot (key) of bob',
      'Bot (кеу) of bob',
      'Bot ❨key❩ of bob',
      'Bot [key] of bob',
      'Bot ⒦⒠⒴ of bob',
      'bob a⃝ example.com',
      'Bot k\uFE0Fey of bob',
      'Bot\u2028key',
      '\u2800',
      'Bot\uE000',
    ])
      expect([name, ...(await codeOf(await create(agent, { name })))]).toEqual([name, 400, 'invalid_request'])
    for (const name of ['Zapier-2, nightly', 'Ночной импорт', '請求書', 'दैनिक', 'น้ำ'])
      expect([name, (await create(agent, { name, role: 'agent' })).status]).toEqual([name, 200])
    expect((await create(agent, { role: 'agent' })).status).toBe(200)
    await store()
      .db.update(sessions)
      .set({ authenticatedAt: minutesAgo(16) })
      .where(eq(sessions.userId, 'ann@example.com'))
    expect(await codeOf(await create(agent))).toEqual([403, 'fresh_sign_in_required'])
  })

  test('is refused beyond 50 keys, and forgets those that ended 30 days ago', async () => {
    const token = await signedInUser(store(), { email: 'many@example.com' })
    const fields = { revokedAt: after(-29 * DAY_MS) }
    for (let made = 0; made < MAX_ACCESS_KEYS; made += 1) await keyOf({ owner: 'many@example.com', fields })
    expect(await codeOf(await create(token))).toEqual([409, 'too_many_access_keys'])
    await store()
      .db.update(accessKeys)
      .set({ revokedAt: after(-31 * DAY_MS) })
      .where(eq(accessKeys.userId, 'many@example.com'))
    expect((await create(token)).status).toBe(200)
    expect(await store().db.$count(accessKeys, eq(accessKeys.userId, 'many@example.com'))).toBe(1)
  })
})

describe('a request with an access key', () => {
  test('has the lower role of the key and of its owner at that moment', async () => {
    await signedInUser(store(), { email: 'down@example.com', role: 'agent' })
    const key = await keyOf({ owner: 'down@example.com', role: 'agent' })
    const propose = () => callOperation('proposeCancel', { accessKey: key, params: { id: 'sub_1' } })
    expect(await codeOf(await propose())).toEqual([400, 'invalid_request'])
    await store().db.update(users).set({ role: 'viewer' }).where(eq(users.id, 'down@example.com'))
    expect(await codeOf(await propose())).toEqual([403, 'not_allowed'])
  })

  test('ignores cookies, and a key that is none is refused even beside a session', async () => {
    const unknown = await read(newToken(), { token: admin })
    expect(unknown.headers.get('www-authenticate')).toBe('Bearer')
    expect(await codeOf(unknown)).toEqual([401, 'access_key_refused'])
    const without = await callOperation('listUsers', {})
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await problemIn(without)).toMatchObject({
      technicalDetail: expect.stringContaining('Authorization: Bearer'),
    })
    const refused = await callOperation('listUsers', { accessKey: await keyOf(), token: admin })
    expect(await codeOf(refused)).toEqual([403, 'not_allowed'])
  })

  test.each([
    ['revoked', { revokedAt: minutesAgo(1) }, /was revoked/],
    ['expired', { expiresAt: minutesAgo(0) }, /has expired/],
    ['meant for other addresses', { addresses: '198.51.100.0/24 2001:db8::/32' }, /does not work from 203\.0\.113\.9/],
  ])('is refused when the key is %s', async (_, fields, words) => {
    const response = await read(await keyOf({ fields }))
    expect([response.status, (await problemIn(response)).detail]).toEqual([401, expect.stringMatching(words)])
  })

  test('works from a listed network alone, with the address that a trusted proxy reports', async () => {
    const key = await keyOf({ fields: { addresses: '198.51.100.0/24' } })
    expect((await read(key, { peer: '198.51.100.7' })).status).toBe(200)
    settings().CONSOLE_TRUSTED_PROXIES = ['203.0.113.9']
    expect((await read(key, { headers: { 'x-forwarded-for': '198.51.100.7' } })).status).toBe(200)
    delete settings().CONSOLE_TRUSTED_PROXIES
    expect((await read(key, { headers: { 'x-forwarded-for': '198.51.100.7' } })).status).toBe(401)
  })

  test('is refused once its owner is disabled, also after they are enabled again', async () => {
    await signedInUser(store(), { email: 'left@example.com' })
    const key = await keyOf({ owner: 'left@example.com' })
    expect((await read(key)).status).toBe(200)
    await setDisabled('left@example.com', true)
    expect((await read(key)).status).toBe(401)
    await setDisabled('left@example.com', false)
    expect((await problemIn(await read(key))).detail).toMatch(/was revoked/)
  })

  test('is refused once its owner has a new password', async () => {
    const hash = cheapHash(PASSWORD)
    const token = await signedInUser(store(), { email: 'pat@example.com', passwordHash: hash })
    const key = await keyOf({ owner: 'pat@example.com' })
    const body = { password: PASSWORD, newPassword: 'another horse battery' }
    expect((await callOperation('changePassword', { token, body })).status).toBe(200)
    expect((await problemIn(await read(key))).detail).toMatch(/was revoked/)
  })

  test('is refused when its owner, who uses single sign-on, has not signed in for 7 days', async () => {
    const owner = 'sso@example.com'
    const user = {
      id: owner,
      email: owner,
      role: 'agent',
      issuer: 'https://sso',
      subject: '1',
      createdAt: after(0),
    } as const
    await store()
      .db.insert(users)
      .values({ ...user, signedInAt: after(-6 * DAY_MS) })
    const key = await keyOf({ owner })
    expect((await read(key)).status).toBe(200)
    await store()
      .db.update(users)
      .set({ signedInAt: after(-8 * DAY_MS) })
      .where(eq(users.id, owner))
    expect((await problemIn(await read(key))).detail).toMatch(/has not signed in to the console for too long/)
  })

  test('is refused beyond its rate, and other keys are not', async () => {
    const [key, other] = [await keyOf(), await keyOf()]
    for (let sent = 0; sent < ACCESS_KEY_REQUESTS_PER_MINUTE; sent += 1) expect((await read(key)).status).toBe(200)
    const refused = await read(key)
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect((await read(other)).status).toBe(200)
  })

  test('is refused from a page of another site', async () => {
    const headers = { origin: 'https://evil.example' }
    const asked = await callOperation('find', { accessKey: await keyOf(), body: { id: 'inv_1' }, headers })
    expect(await codeOf(asked)).toEqual([403, 'forbidden_origin'])
  })

  test('is in the audit with the names of the key and of its owner', async () => {
    const response = await callOperation('exportInvoices', { accessKey: await keyOf({ role: 'viewer' }) })
    await response.text()
    const [entry] = await store().db.select().from(auditEntries).where(eq(auditEntries.action, 'exportInvoices'))
    expect(entry).toMatchObject({ actor: 'Reports (key) of boss@example.com', role: 'viewer' })
  })

  test('has at most the role agent, also when the key was stored with the role admin', async () => {
    const key = await keyOf({ role: 'admin', fields: { id: 'key_admin' } })
    await (await callOperation('exportCustomers', { accessKey: key })).text()
    const [entry] = await store().db.select().from(auditEntries).where(eq(auditEntries.action, 'exportCustomers'))
    expect(entry).toMatchObject({ role: 'agent' })
    const listed = Object((await (await callOperation('listAccessKeys', { token: admin })).json()) as unknown)
    expect(listed.keys).toContainEqual(expect.objectContaining({ id: 'key_admin', role: 'agent' }))
  })
})

describe('revokeAccessKey', () => {
  test('revokes one’s own keys, and as an admin the keys of all people', async () => {
    const agent = await signedInUser(store(), { email: 'bob@example.com' })
    const [own, of] = ['key_own', 'key_of_boss']
    const key = await keyOf({ owner: 'bob@example.com', fields: { id: own } })
    const bosses = await keyOf({ fields: { id: of } })
    expect(await codeOf(await revoke(agent, of))).toEqual([404, 'not_found'])
    expect((await read(bosses)).status).toBe(200)
    expect((await revoke(admin, own)).status).toBe(200)
    expect((await read(key)).status).toBe(401)
    const entries = await store().db.select().from(auditEntries).where(eq(auditEntries.action, 'revokeAccessKey'))
    expect(entries.map(({ actor, objectId }) => [actor, objectId])).toEqual([['boss@example.com', 'bob@example.com']])
  })
})

test.each([
  ['Reports', 'ann@example.com'],
  ['x (key) of bob@example.com', 'ann@example.com'],
  [' (key) of ', 'ann@example.com'],
])('personOf finds the owner behind the key “%s”', (name, email) => {
  expect(personOf(accessKeyActorName(name, email))).toBe(email)
  expect(personOf(email)).toBe(email)
})
