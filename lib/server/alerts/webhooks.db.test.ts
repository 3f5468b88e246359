import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_WEBHOOKS } from '@/contract/console/alert'
import { callOperation, codeOf } from '@/testing/console/call-operation'
import { signedInUser, useConsoleStore } from '@/testing/console/use-console-store'
import { alertDeliveries, alertEvents, webhooks } from '../store/alert-schema'
import { auditEntries, sessions } from '../store/schema'

const store = useConsoleStore()
let admin = ''
beforeAll(async () => {
  admin = await signedInUser(store(), { email: 'boss@example.com', role: 'admin' })
})

const NEW = {
  name: 'Ledger bot',
  url: 'https://hooks.example/path-secret?token=query-secret',
  kinds: ['invoice.overdue', 'change.proposed'],
  fields: ['ids'],
}
const create = (input: object = {}, token = admin) =>
  callOperation('createWebhook', { token, body: { ...NEW, ...input } })
const remove = (webhookId: string) => callOperation('deleteWebhook', { token: admin, params: { webhookId } })
const bodyOf = async (response: Response) => Object((await response.json()) as unknown)
const list = async () => bodyOf(await callOperation('listWebhooks', { token: admin }))

describe('createWebhook', () => {
  test('returns the secret once, and leaves it and the path of the address out of list and audit', async () => {
    const { webhook, secret } = await bodyOf(await create())
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const view = {
      name: 'Ledger bot',
      host: 'hooks.example',
      kinds: NEW.kinds,
      fields: ['ids'],
      last: null,
      waiting: 1,
    }
    expect(webhook).toMatchObject({ ...view, createdBy: 'boss@example.com' })
    const listed = await list()
    expect(listed).toMatchObject({ webhooks: [view] })
    const entries = await store().db.select().from(auditEntries).where(eq(auditEntries.action, 'createWebhook'))
    expect(entries).toMatchObject([
      { actor: 'boss@example.com', objectKind: 'webhook', objectId: webhook.id, outcome: 'done' },
    ])
    expect(JSON.stringify([webhook, listed, entries])).not.toMatch(/whsec_|path-secret|query-secret/)
  })

  test('stores an event for the new webhook alone, which tries it', async () => {
    const { webhook } = await bodyOf(await create({ name: 'Second' }))
    const found = await store()
      .db.select({ kind: alertEvents.kind, state: alertDeliveries.state })
      .from(alertDeliveries)
      .innerJoin(alertEvents, eq(alertEvents.id, alertDeliveries.eventId))
      .where(eq(alertDeliveries.webhookId, webhook.id))
    expect(found).toEqual([{ kind: 'webhook.added', state: 'waiting' }])
  })

  test.each([
    { url: 'http://hooks.example/' },
    { url: 'https://user:secret@hooks.example/' },
    { url: 'https://hooks.example/#part' },
    { url: 'hooks.example' },
    { kinds: [] },
    { kinds: ['everything'] },
    { fields: ['secret'] },
    { name: 'two\nlines' },
  ])('rejects %j', async (input) => {
    expect(await codeOf(await create(input))).toEqual([400, 'invalid_request'])
  })

  test('needs a fresh sign-in', async () => {
    const token = await signedInUser(store(), { email: 'late@example.com', role: 'admin' })
    await store()
      .db.update(sessions)
      .set({ authenticatedAt: new Date(Date.now() - 16 * 60_000).toISOString() })
      .where(eq(sessions.userId, 'late@example.com'))
    expect(await codeOf(await create({}, token))).toEqual([403, 'fresh_sign_in_required'])
  })

  test('is refused to agents, and the refusal is recorded', async () => {
    const token = await signedInUser(store(), { email: 'agent@example.com' })
    expect(await codeOf(await create({}, token))).toEqual([403, 'not_allowed'])
    const entries = await store().db.select().from(auditEntries).where(eq(auditEntries.actor, 'agent@example.com'))
    expect(entries).toMatchObject([{ action: 'createWebhook', outcome: 'refused' }])
    expect(JSON.stringify(entries)).not.toContain('secret')
  })

  test('is refused beyond 20 webhooks', async () => {
    const left = MAX_WEBHOOKS - (await list()).webhooks.length
    for (let nth = 0; nth < left; nth += 1) expect((await create()).status).toBe(200)
    expect(await codeOf(await create())).toEqual([409, 'too_many_webhooks'])
  })
})

test('deleteWebhook deletes a webhook with what waits for it, once', async () => {
  const [{ id }] = (await list()).webhooks
  expect((await remove(id)).status).toBe(200)
  expect(await store().db.$count(webhooks, eq(webhooks.id, id))).toBe(0)
  expect(await store().db.$count(alertDeliveries, eq(alertDeliveries.webhookId, id))).toBe(0)
  expect(await codeOf(await remove(id))).toEqual([404, 'not_found'])
})
