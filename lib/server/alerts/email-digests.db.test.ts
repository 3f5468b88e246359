import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AlertKind, EmailPace } from '@/contract/console/alert'
import { callOperation, codeOf } from '@/testing/console/call-operation'
import { emailText, startSmtpReceiver } from '@/testing/console/smtp-receiver'
import { testContext } from '@/testing/console/test-context'
import { signedInUser, useConsoleStore } from '@/testing/console/use-console-store'
import { emptyIndexMemory, ObjectIndex } from '../object-index/object-index'
import { settings } from '../settings'
import { alertEmails, alertEvents, alertSubscribers } from '../store/alert-schema'
import { watchedObjects } from '../store/index-schema'
import { auditEntries, users } from '../store/schema'
import { emailLines } from './alert-data'
import { prepareEmail, sendEmails, trimEmails } from './email-digests'

const store = useConsoleStore()
type Receiver = Awaited<ReturnType<typeof startSmtpReceiver>>
const started: Receiver[] = []
const receiver = () => {
  const [only] = started
  if (!only) throw new Error('The receiver runs from beforeAll to afterAll')
  return only
}
beforeAll(async () => void started.push(await startSmtpReceiver()))
afterEach(() => {
  receiver().behave('accept')
  receiver().received.length = 0
  delete settings().CONSOLE_ORIGIN
})
afterAll(() => receiver().close())

let people = 0
const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => sql`clock_timestamp() - make_interval(hours => ${hours})`

/** A person with a source of their own, who chose emails two hours ago. */
async function subscribed({
  kinds = ['invoice.overdue'],
  pace = 'hour',
}: { kinds?: AlertKind[]; pace?: EmailPace } = {}) {
  const { db } = store()
  const email = `reader-${(people += 1)}@example.com`
  const source = `emails-${people}`
  const environment = { ...testContext().environment, index: new ObjectIndex(source, emptyIndexMemory()) }
  const token = await signedInUser(store(), { email, role: 'viewer' })
  await db.insert(alertSubscribers).values({ source, userId: email, kinds, pace, since: hoursAgo(2) })
  const ofPerson = eq(alertSubscribers.userId, email)
  return {
    db,
    email,
    source,
    token,
    environment,
    send: () => sendEmails(environment, receiver().server),
    happens: (kind: AlertKind, id: string, createdAt = hoursAgo(1)) =>
      db.insert(alertEvents).values({
        id: `evt_${source}_${kind}_${id}`,
        source,
        key: `${kind} ${id}`,
        kind,
        objectKind: 'invoice',
        objectId: id,
        data: { object: 'invoice', id, amount: '12.50', customerId: 'cus_1', changed: ['total'] },
        createdAt,
      }),
    /** Makes the next email due. */
    later: () =>
      db
        .update(alertSubscribers)
        .set({ since: hoursAgo(25) })
        .where(ofPerson),
    stored: () => db.select().from(alertEmails).where(eq(alertEmails.userId, email)).orderBy(alertEmails.createdAt),
    audit: async () => {
      const isEmail = and(eq(auditEntries.objectId, email), eq(auditEntries.action, 'sendAlertEmail'))
      const entries = await db.select().from(auditEntries).where(isEmail).orderBy(auditEntries.sequence)
      return entries.map(({ phase, outcome, actor }) => [phase, outcome, actor])
    },
  }
}

describe('emailLines', () => {
  const at = { createdAt: '2027-01-31T12:00:00.000Z' }

  test.each([
    ['its number and ID', { number: 'No 1042/7', id: 'inv_1' }, 'invoice No 1042/7 (inv_1)'],
    ['its ID when it has no number', { number: null, id: 'inv_1' }, 'invoice inv_1'],
    ['nothing when its ID is an address', { id: 'https://evil.example/sign-in' }, 'invoice'],
    ['its ID when its number is an address', { number: 'evil.example', id: 'inv_1' }, 'invoice inv_1'],
  ])('names an invoice by %s', (_, data, named) => {
    const lines = emailLines({ kind: 'invoice.overdue', data: { object: 'invoice', ...data }, ...at })
    expect(lines).toBe(`- Overdue: ${named} (2027-01-31 12:00 UTC)`)
  })

  test.each([
    ['invoiceLineItems[].vat', 'field invoiceLineItems[] › vat'],
    ['', 'field none'],
    ['https://evil.example', 'field with an unusual name'],
  ])('names the field "%s" of a difference without making it a link', (field, named) => {
    const data = { resource: 'invoice', field, difference: 'missing' } as const
    expect(emailLines({ kind: 'api.drift', data, ...at })).toContain(`: invoice, ${named}, missing`)
  })
})

describe('sendEmails', () => {
  test('sends what a person chose to the address of their account, at most once an hour', async () => {
    settings().CONSOLE_ORIGIN = 'https://billing.example.com'
    const { send, happens, email, stored, audit, environment } = await subscribed()
    await send()
    expect(receiver().received).toHaveLength(0)
    await happens('invoice.overdue', 'inv_1')
    await happens('invoice.overdue', 'inv_2')
    await happens('api.drift', 'inv_3')
    await send()
    const [message] = receiver().received
    expect(message).toMatchObject({ from: 'console@example.com', to: [email] })
    const text = emailText(message ?? { source: '' })
    expect(text).toContain('Overdue: invoice inv_1')
    expect(text).toContain('https://billing.example.com/invoices/inv_2')
    expect(text).not.toMatch(/inv_3|12\.50|cus_1/)
    expect(message?.source).toContain(`Subject: ${environment.name}: 2 alerts of the billing console`)
    await happens('invoice.overdue', 'inv_4', sql`clock_timestamp()`)
    await send()
    expect(receiver().received).toHaveLength(1)
    const [row] = await stored()
    expect(row).toMatchObject({ state: 'sent', events: 2 })
    expect(message?.source).toContain(`Message-ID: <${row?.id ?? ''}@example.com>`)
    expect(await audit()).toEqual([
      ['intent', null, 'alerts'],
      ['outcome', 'done', 'alerts'],
    ])
  })

  test('waits a day when the person chose daily emails', async () => {
    const { send, happens, later } = await subscribed({ pace: 'day' })
    await happens('invoice.overdue', 'inv_1')
    await send()
    expect(receiver().received).toHaveLength(0)
    await later()
    await send()
    expect(receiver().received).toHaveLength(1)
  })

  test('tells of changed objects that the person watches, and of no others', async () => {
    const { db, source, email, send, happens } = await subscribed({ kinds: ['object.changed'] })
    await happens('object.changed', 'inv_other')
    await send()
    expect(receiver().received).toHaveLength(0)
    const at = new Date(Date.now() - 2 * HOUR_MS).toISOString()
    await db
      .insert(watchedObjects)
      .values({ source, user: email, kind: 'invoice', id: 'inv_watched', watchedAt: at, readAt: at })
    await happens('object.changed', 'inv_watched')
    const now = new Date().toISOString()
    await db
      .insert(watchedObjects)
      .values({ source, user: email, kind: 'invoice', id: 'inv_watched_later', watchedAt: now, readAt: now })
    await happens('object.changed', 'inv_watched_later')
    await send()
    const text = emailText(receiver().received[0] ?? { source: '' })
    expect(text).toContain('Changed: invoice inv_watched: total')
    expect(text).not.toMatch(/inv_other|inv_watched_later/)
  })

  test('keeps every email due while the mail server is unreachable or ends the connection before the sign-in', async () => {
    const { server } = receiver()
    const { db, source, email, environment, send, happens, audit } = await subscribed()
    await signedInUser(store(), { email: 'second@example.com', role: 'viewer' })
    const second = { source, userId: 'second@example.com', pace: 'hour', since: hoursAgo(2) } as const
    await db.insert(alertSubscribers).values({ ...second, kinds: ['invoice.overdue'] })
    await happens('invoice.overdue', 'inv_1')
    receiver().behave('reset')
    for (const url of ['smtp://127.0.0.1:1', server.url, server.url.replace('smtp:', 'smtps:')])
      await expect(sendEmails(environment, { ...server, url })).rejects.toThrow('the emails stay due')
    expect([await audit(), await db.$count(alertEmails, eq(alertEmails.source, source))]).toEqual([[], 0])
    receiver().behave('accept')
    await send()
    expect(receiver().received.flatMap(({ to }) => to)).toEqual(expect.arrayContaining([email, 'second@example.com']))
  })

  test('sends nothing to a disabled person', async () => {
    const { db, email, send, happens, stored } = await subscribed()
    await happens('invoice.overdue', 'inv_1')
    await db.update(users).set({ disabledAt: new Date().toISOString() }).where(eq(users.id, email))
    await send()
    expect([receiver().received, await stored()]).toEqual([[], []])
  })

  test('does not prepare an email to a person who was disabled since it was due', async () => {
    const { db, email, environment, happens } = await subscribed()
    await happens('invoice.overdue', 'inv_1')
    await db.update(users).set({ disabledAt: new Date().toISOString() }).where(eq(users.id, email))
    expect(await prepareEmail(db, environment, email)).toBeNull()
  })

  test('sends one email when several processes try', async () => {
    const { send, happens } = await subscribed()
    await happens('invoice.overdue', 'inv_1')
    await Promise.all([send(), send(), send()])
    expect(receiver().received).toHaveLength(1)
  })

  test('marks an email whose process died as not known, and does not send it again', async () => {
    const { db, email, environment, send, happens, stored, audit } = await subscribed()
    await happens('invoice.overdue', 'inv_1')
    // The process dies between this and the end of the email.
    expect(await prepareEmail(db, environment, email)).not.toBeNull()
    await send()
    expect(await stored()).toMatchObject([{ state: 'sending' }])
    await db
      .update(alertEmails)
      .set({ createdAt: hoursAgo(1) })
      .where(eq(alertEmails.userId, email))
    await send()
    expect(await stored()).toMatchObject([{ state: 'unknown' }])
    expect(receiver().received).toHaveLength(0)
    expect(await audit()).toEqual([
      ['intent', null, 'alerts'],
      ['outcome', 'unknown', 'alerts'],
    ])
  })

  test('tries an email once: a refused one has failed, and of a broken connection the outcome is not known', async () => {
    for (const [behaviour, state] of [
      ['refuse', 'failed'],
      ['break', 'unknown'],
    ] as const) {
      const { send, happens, stored } = await subscribed()
      const before = receiver().attempts()
      receiver().behave(behaviour)
      await happens('invoice.overdue', 'inv_1')
      await send()
      await send()
      expect([behaviour, receiver().attempts() - before, (await stored()).map((row) => row.state)]).toEqual([
        behaviour,
        1,
        [state],
      ])
    }
  })

  test('lists 50 events, and counts the others', async () => {
    const { send, happens } = await subscribed()
    for (let nth = 0; nth < 53; nth += 1) await happens('invoice.overdue', `inv_${nth}`)
    await send()
    const text = emailText(receiver().received[0] ?? { source: '' })
    expect(text.match(/Overdue/g)).toHaveLength(50)
    expect(text).toContain('and 3 more')
  })
})

test('trimEmails deletes what is known of emails after 30 days', async () => {
  const { db, email, send, happens, stored } = await subscribed()
  await happens('invoice.overdue', 'inv_1')
  await send()
  await trimEmails(db)
  expect(await stored()).toHaveLength(1)
  await db
    .update(alertEmails)
    .set({ createdAt: hoursAgo(31 * 24) })
    .where(eq(alertEmails.userId, email))
  await trimEmails(db)
  expect(await stored()).toHaveLength(0)
})

const choose = (token: string, kinds: string[], pace = 'day') =>
  callOperation('setAlertEmails', { token, body: { kinds, pace } })
const chosen = async (token: string) =>
  Object((await (await callOperation('getAlertEmails', { token })).json()) as unknown)

describe('the emails of an account', () => {
  const isChooser = eq(alertSubscribers.userId, 'chooser@example.com')
  test('are chosen by its person, and recorded', async () => {
    const token = await signedInUser(store(), { email: 'chooser@example.com', role: 'viewer' })
    expect(await chosen(token)).toEqual({ kinds: [], pace: 'hour', isPossible: false })
    expect((await choose(token, ['invoice.overdue', 'invoice.overdue'])).status).toBe(200)
    Object.assign(settings(), { CONSOLE_SMTP_URL: receiver().server.url, CONSOLE_SMTP_FROM: 'console@example.com' })
    expect(await chosen(token)).toEqual({ kinds: ['invoice.overdue'], pace: 'day', isPossible: true })
    Object.assign(settings(), { CONSOLE_SMTP_URL: undefined, CONSOLE_SMTP_FROM: undefined })
    const sinceOf = async () => (await store().db.select().from(alertSubscribers).where(isChooser))[0]?.since
    await store()
      .db.update(alertSubscribers)
      .set({ since: hoursAgo(3) })
      .where(isChooser)
    const long = await sinceOf()
    expect((await choose(token, ['invoice.overdue'], 'hour')).status).toBe(200)
    expect(await sinceOf()).toBe(long)
    // A new kind starts from now.
    expect((await choose(token, ['invoice.overdue', 'api.drift'])).status).toBe(200)
    expect(await sinceOf()).not.toBe(long)
    expect((await choose(token, [])).status).toBe(200)
    expect(await chosen(token)).toMatchObject({ kinds: [] })
    expect(await codeOf(await choose(token, ['everything']))).toEqual([400, 'invalid_request'])
    const entries = await store()
      .db.select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'setAlertEmails'))
      .orderBy(auditEntries.sequence)
    expect(entries.map(({ actor, detail }) => [actor, JSON.parse(detail).kinds])).toEqual([
      ['chooser@example.com', 'invoice.overdue'],
      ['chooser@example.com', 'invoice.overdue'],
      ['chooser@example.com', 'invoice.overdue, api.drift'],
      ['chooser@example.com', 'none'],
    ])
  })

  test('end when an admin disables it', async () => {
    const admin = await signedInUser(store(), { email: 'boss@example.com', role: 'admin', passwordHash: 'scrypt$x' })
    const { db, email } = await subscribed()
    const body = { disabled: true }
    expect((await callOperation('changeUser', { token: admin, params: { userId: email }, body })).status).toBe(200)
    expect(await db.$count(alertSubscribers, eq(alertSubscribers.userId, email))).toBe(0)
  })
})
