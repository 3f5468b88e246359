import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '@/lib/core/roles'
import type { OpenDatabase } from '@/database/open-database'
import { tally, volume } from '@/scripts/test/volume.mjs'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { insertSession } from './sessions'
import { createLink } from './one-time-link'
import { ProblemError } from '@/lib/core/server/problem'
import { auditEntries, oneTimeLinks, sessions, users } from '@/lib/store/schema'
import { newUserWrite, passwordWrite, resetLinkWrite, setupLinkWrite, userChangeWrite } from './users'
import { findUsers } from '@/lib/store/user-rows'
import type { Writer } from '@/lib/core/server/store-write'
import { writeRecorded } from '@/lib/store/append-entry'

const RACES = volume({ test: 2, prove: 200 })
const now = new Date('2027-01-05T09:00:00.000Z')
let store: OpenDatabase

beforeAll(async () => void (store = await openFreshConsoleStore()))
afterAll(() => store.close())
beforeEach(async () => {
  for (const table of [sessions, oneTimeLinks, users]) await store.db.delete(table)
})

const writer = (action = 'changeUser', more: Partial<Writer> = {}): Writer => ({
  name: 'command line (test)',
  role: 'operator',
  isCommandLine: true,
  action,
  requestId: 'request',
  now,
  ...more,
})
const signedInAs = (userId: string) =>
  writer('changeUser', { name: `${userId}@example.com`, role: 'admin', userId, isCommandLine: false })
const demo = writer('addUser', { name: 'demo@localhost', role: 'admin', isCommandLine: false })

const insert = (id: string, role: Role, more: Partial<typeof users.$inferInsert> = {}) =>
  store.db
    .insert(users)
    .values({ id, email: `${id}@example.com`, role, passwordHash: 'scrypt$', createdAt: now.toISOString(), ...more })
const signIn = (userId: string) =>
  store.db.transaction((tx) =>
    insertSession(tx, { userId, method: 'password', peer: '127.0.0.1', userAgent: 'vitest', now }),
  )
const add = (by: Writer, email: string, role: Role) =>
  writeRecorded(
    store.db,
    by,
    newUserWrite({ email, role, passwordHash: null }, async (_, { id }) => id),
  )
const changeUser = (by: Writer, ...change: Parameters<typeof userChangeWrite>) =>
  writeRecorded(store.db, by, userChangeWrite(...change))
const createResetLink = (by: Writer, userId: string) => writeRecorded(store.db, by, resetLinkWrite(userId))
const createSetupLink = (by: Writer) => writeRecorded(store.db, by, setupLinkWrite())
const setPassword = async (by: Writer, email: string, password: string) =>
  writeRecorded(store.db, by, await passwordWrite(email, password))
const stateOf = async (id: string) => {
  const [user] = await store.db.select().from(users).where(eq(users.id, id))
  return user && { role: user.role, disabled: user.disabledAt !== null }
}
const codeOf = (change: Promise<unknown>) =>
  change.then(
    () => 'done',
    (error: unknown) => (error instanceof ProblemError ? error.problem.code : String(error)),
  )
const lastEntries = async (count: number) => {
  const rows = await store.db.select().from(auditEntries).orderBy(asc(auditEntries.sequence))
  return rows.slice(-count).map(({ actor, action, objectId, outcome, detail }) => {
    return { actor, action, objectId, outcome, detail: JSON.parse(detail) }
  })
}

const found = async (search: string, limit = 200) => {
  const page = await findUsers(store.db, { search, limit })
  return [page.users.map(({ email }) => email), page.matching]
}

test('rejects disabling or demoting the last admin who can sign in', async () => {
  await insert('ann', 'admin')
  await insert('ben', 'admin', { disabledAt: now.toISOString() })
  await insert('eve', 'agent')
  expect(await codeOf(changeUser(writer(), 'ann', { role: 'agent' }))).toBe('last_admin')
  expect(await codeOf(changeUser(writer(), 'ann', { disabled: true }))).toBe('last_admin')
  expect(await codeOf(changeUser(signedInAs('ann'), 'ann', { role: 'viewer' }))).toBe('last_admin')
  expect(await stateOf('ann')).toEqual({ role: 'admin', disabled: false })
  const refused = { objectId: 'ann@example.com', outcome: 'refused', detail: { code: 'last_admin' } }
  expect(await lastEntries(2)).toMatchObject([refused, { ...refused, actor: 'ann@example.com' }])

  expect(await codeOf(changeUser(writer(), 'eve', { role: 'admin' }))).toBe('done')
  expect(await codeOf(changeUser(writer(), 'ann', { disabled: true }))).toBe('done')
  expect(await codeOf(changeUser(writer(), 'eve', { disabled: true }))).toBe('last_admin')
})

/** Changes three admins concurrently, each by another writer. @returns the codes, and the number of remaining admins */
async function race(writers: readonly Writer[]) {
  await store.db.delete(users)
  const ids = ['a', 'b', 'c']
  for (const id of ids) await insert(id, 'admin')
  const changes = [{ role: 'agent' }, { disabled: true }, { role: 'viewer', disabled: true }] as const
  const codes = await Promise.all(
    writers.map((by, index) => codeOf(changeUser(by, ids[index] ?? '', changes[index] ?? {}))),
  )
  const states = await Promise.all(ids.map(stateOf))
  return { codes: codes.toSorted(), admins: states.filter((user) => user?.role === 'admin' && !user.disabled).length }
}

test('keeps one admin when all are demoted or disabled concurrently', async () => {
  for (let round = 0; round < RACES; round += 1)
    expect(await race([writer(), writer(), writer()])).toEqual({ codes: ['done', 'done', 'last_admin'], admins: 1 })
  tally('races for the last admin', RACES)
})

test('refuses admins who were demoted by another admin concurrently', async () => {
  for (let round = 0; round < RACES; round += 1) {
    const { codes, admins } = await race(['b', 'c', 'a'].map(signedInAs))
    expect(codes).toEqual(admins === 1 ? ['done', 'done', 'not_allowed'] : ['done', 'not_allowed', 'not_allowed'])
  }
  tally('races of admins who demote each other', RACES)
})

test('does not count an admin without a password as one who can sign in', async () => {
  await insert('ann', 'admin')
  await insert('new', 'admin', { passwordHash: null })
  await insert('sso', 'admin', { passwordHash: null, issuer: 'https://id.example.com', subject: 'sso' })
  expect(await codeOf(changeUser(signedInAs('ann'), 'ann', { role: 'viewer' }))).toBe('last_admin')
  await insert('bob', 'admin')
  expect(await codeOf(changeUser(signedInAs('ann'), 'ann', { role: 'viewer' }))).toBe('done')
})

test('ends the sessions of the changed user only, and records the change', async () => {
  await insert('ann', 'admin')
  await insert('eve', 'agent')
  for (const [change, difference] of [
    [{ role: 'viewer' }, { role: { from: 'agent', to: 'viewer' } }],
    [{ disabled: true }, { disabled: true }],
    [{ disabled: false }, { disabled: false }],
  ] as const) {
    await signIn('ann')
    await signIn('eve')
    await changeUser(signedInAs('ann'), 'eve', change)
    expect(await store.db.$count(sessions, eq(sessions.userId, 'eve'))).toBe(0)
    expect(await lastEntries(1)).toEqual([
      {
        actor: 'ann@example.com',
        action: 'changeUser',
        objectId: 'eve@example.com',
        outcome: 'done',
        detail: difference,
      },
    ])
  }
  expect(await store.db.$count(sessions, eq(sessions.userId, 'ann'))).toBe(3)
  const entries = await store.db.$count(auditEntries)
  await changeUser(writer(), 'eve@example.com', { role: 'viewer' })
  expect(await store.db.$count(auditEntries), 'what changes nothing is no event').toBe(entries)
  expect(await codeOf(changeUser(writer(), 'unknown', { disabled: true }))).toBe('not_found')
})

test('rejects a writer who is no longer an admin', async () => {
  await insert('ann', 'agent')
  await insert('ben', 'admin', { disabledAt: now.toISOString() })
  await insert('eve', 'admin')
  for (const by of ['ann', 'ben', 'unknown'].map(signedInAs)) {
    expect(await codeOf(changeUser(by, 'eve', { role: 'viewer' }))).toBe('not_allowed')
    expect(await codeOf(add(by, 'new@example.com', 'admin'))).toBe('not_allowed')
    expect(await codeOf(createResetLink(by, 'eve'))).toBe('not_allowed')
  }
  expect(await lastEntries(1)).toMatchObject([{ actor: 'unknown@example.com', outcome: 'refused' }])
})

test('adds only one user, an admin, for concurrent requests of the demo’s admin', async () => {
  expect(await codeOf(add(demo, 'a@example.com', 'agent'))).toBe('last_admin')
  const emails = Array.from({ length: 6 }, (_, index) => `${index}@example.com`)
  const codes = await Promise.all(emails.map((email) => codeOf(add(demo, email, 'admin'))))
  expect(codes.toSorted()).toEqual(['done', ...Array.from({ length: 5 }, () => 'not_allowed')])
  expect(await store.db.$count(users)).toBe(1)
})

test('keeps emails unique regardless of case, and finds users by any part of the email', async () => {
  await add(writer('users add'), 'ann@example.com', 'admin')
  expect(await codeOf(add(writer('users add'), 'ann@example.com', 'agent'))).toBe('email_taken')
  for (const name of ['ben', 'bob', '100%_x']) await add(writer('users add'), `${name}@example.org`, 'agent')
  expect(await found('B')).toEqual([['ben@example.org', 'bob@example.org'], 2])
  expect(await found('%_')).toEqual([['100%_x@example.org'], 1])
  expect(await found('', 3)).toEqual([['100%_x@example.org', 'ann@example.com', 'ben@example.org'], 4])
})

test('rejects a reset link or password for a single sign-on user, and a link for a disabled user', async () => {
  await insert('ann', 'admin')
  await insert('off', 'agent', { disabledAt: now.toISOString() })
  await insert('sso', 'agent', { issuer: 'https://id.example.com', subject: 'sso' })
  expect(await codeOf(createResetLink(signedInAs('ann'), 'off'))).toBe('link_not_possible')
  expect(await codeOf(createResetLink(signedInAs('ann'), 'sso'))).toBe('link_not_possible')
  const password = 'correct horse battery'
  expect(await codeOf(setPassword(writer(), 'sso@example.com', password))).toBe('not_allowed')
  const [sso] = await store.db.select().from(users).where(eq(users.email, 'sso@example.com'))
  expect(sso?.passwordHash).toBe('scrypt$')
  const { path } = await createResetLink(signedInAs('ann'), 'ann')
  expect(JSON.stringify(await lastEntries(1))).not.toContain(path.split('=').at(-1))
})

test('deletes an unused link when a password is set or the user is disabled', async () => {
  await insert('ann', 'admin')
  await insert('eve', 'agent')
  const link = () => createLink(store.db, { purpose: 'reset', userId: 'eve', now })
  await link()
  await signIn('eve')
  await setPassword(writer('cli users password'), 'eve@example.com', 'correct horse battery')
  expect([await store.db.$count(oneTimeLinks), await store.db.$count(sessions)]).toEqual([0, 0])
  await link()
  await changeUser(writer(), 'eve', { disabled: true })
  expect(await store.db.$count(oneTimeLinks)).toBe(0)
  expect(await codeOf(setPassword(writer(), 'eve@example.com', 'short'))).toBe('password_refused')
  expect(JSON.stringify(await lastEntries(4))).not.toContain('battery')
})

test('creates a set-up link only while there is no user', async () => {
  expect(await createSetupLink(writer('cli setup-link'))).not.toBeNull()
  await insert('eve', 'viewer')
  expect(await createSetupLink(writer('cli setup-link'))).toBeNull()
})
