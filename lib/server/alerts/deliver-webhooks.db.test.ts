import { and, eq, sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import type { AlertData, AlertField } from '@/contract/console/alert'
import { testContext } from '@/testing/console/test-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { useWebhookReceiver } from '@/testing/console/webhook-receiver'
import { log } from '../log'
import { emptyIndexMemory, ObjectIndex } from '../object-index/object-index'
import { settings } from '../settings'
import { alertDeliveries, alertEvents, webhooks } from '../store/alert-schema'
import { auditEntries } from '../store/schema'
import { claimDeliveries, deliverDue, MAX_ATTEMPTS } from './deliver-webhooks'
import { newWebhookSecret } from './post-webhook'

const store = useConsoleStore()
const receiver = useWebhookReceiver()
afterEach(() => delete settings().CONSOLE_ORIGIN)

let sources = 0
const DATA: AlertData = {
  object: 'invoice',
  id: 'inv_1',
  number: '1042',
  customerId: 'cus_1',
  status: 'overdue',
  amount: '12.50',
  currency: 'EUR',
  person: 'ann@example.com',
}

/** A webhook of a source of its own, with events that wait for it. */
async function waiting({
  events = 1,
  fields = ['ids'],
  url = receiver().url,
}: { events?: number; fields?: AlertField[]; url?: string } = {}) {
  const { db } = store()
  const source = `deliver-${(sources += 1)}`
  const environment = { ...testContext().environment, index: new ObjectIndex(source, emptyIndexMemory()) }
  const webhookId = `whk_${source}`
  const secret = newWebhookSecret()
  const now = new Date().toISOString()
  await db.insert(webhooks).values({
    id: webhookId,
    source,
    name: 'Ledger bot',
    url,
    secret,
    kinds: ['invoice.overdue'],
    fields,
    createdBy: 'ann@example.com',
    createdAt: now,
  })
  for (let nth = 1; nth <= events; nth += 1) {
    const eventId = `evt_${source}_${nth}`
    const row = { id: eventId, source, key: String(nth), kind: 'invoice.overdue', data: DATA, createdAt: now }
    await db.insert(alertEvents).values(row)
    await db.insert(alertDeliveries).values({ eventId, webhookId, state: 'waiting', attempts: 0, nextAt: now })
  }
  const ofWebhook = eq(alertDeliveries.webhookId, webhookId)
  return {
    db,
    secret,
    webhookId,
    deliver: () => deliverDue(environment, receiver().options),
    /** Makes all deliveries due. */
    later: () =>
      db
        .update(alertDeliveries)
        .set({ nextAt: sql`clock_timestamp()` })
        .where(ofWebhook),
    deliveries: () => db.select().from(alertDeliveries).where(ofWebhook).orderBy(alertDeliveries.eventId),
    audit: () =>
      db
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.objectKind, 'webhook'), eq(auditEntries.objectId, webhookId)))
        .orderBy(auditEntries.sequence),
  }
}

const idsReceived = () => receiver().received.map(({ headers }) => headers['webhook-id'])

test('an event is delivered once, with the chosen fields only', async () => {
  settings().CONSOLE_ORIGIN = 'https://billing.example.com'
  const { deliver, deliveries } = await waiting({ fields: ['ids', 'link'] })
  await deliver()
  await deliver()
  expect(receiver().received).toHaveLength(1)
  const body: unknown = JSON.parse(receiver().received[0]?.body ?? '')
  expect(body).toEqual({
    type: 'invoice.overdue',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      object: 'invoice',
      id: 'inv_1',
      number: '1042',
      link: 'https://billing.example.com/invoices/inv_1',
    },
  })
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

test.each<[AlertField, object]>([
  ['customer', { customerId: 'cus_1' }],
  ['details', { status: 'overdue' }],
  ['amounts', { amount: '12.50', currency: 'EUR' }],
  ['people', { person: 'ann@example.com' }],
])('the group %s has its own fields only', async (group, data) => {
  const { deliver } = await waiting({ fields: [group] })
  await deliver()
  expect(JSON.parse(receiver().received[0]?.body ?? '')).toMatchObject({ data })
  expect(Object.keys(Object(JSON.parse(receiver().received[0]?.body ?? '')).data)).toEqual(Object.keys(data))
})

test('a delivery whose process was killed arrives again with the same ID', async () => {
  const { db, deliver, later, webhookId, deliveries } = await waiting()
  // Killed before it sent.
  await claimDeliveries(db, webhookId)
  await deliver()
  expect(receiver().received).toHaveLength(0)
  await later()
  // Killed after it sent, before it stored that: the row is as before.
  await deliver()
  await db.update(alertDeliveries).set({ state: 'waiting' }).where(eq(alertDeliveries.webhookId, webhookId))
  await later()
  await deliver()
  const [delivery] = await deliveries()
  expect(idsReceived()).toEqual([delivery?.eventId, delivery?.eventId])
  expect(delivery).toMatchObject({ state: 'delivered', attempts: 3 })
})

test('several processes send each event once', async () => {
  const { deliver } = await waiting({ events: 12 })
  await Promise.all([deliver(), deliver(), deliver()])
  expect(new Set(idsReceived()).size).toBe(12)
  expect(receiver().received).toHaveLength(12)
})

test('a failed delivery is tried eight times within a day with one ID, then given up', async () => {
  receiver().respondWith((response) => void response.writeHead(500).end())
  const { db, deliver, later, deliveries, audit, webhookId } = await waiting()
  const pausesMs: number[] = []
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    await later()
    await deliver()
    // Not due yet.
    await deliver()
    const [delivery] = await deliveries()
    pausesMs.push(Date.parse(delivery?.nextAt ?? '') - Date.now())
  }
  await later()
  await deliver()
  expect(receiver().received).toHaveLength(MAX_ATTEMPTS)
  expect(new Set(idsReceived()).size).toBe(1)
  expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: MAX_ATTEMPTS }])
  // The last has no next.
  const waits = pausesMs.slice(0, -1)
  expect(waits.every((pause, nth) => pause > (waits[nth - 1] ?? 0))).toBe(true)
  expect(waits.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(24 * 3_600_000)
  const entries = await audit()
  expect(entries.map(({ phase, action, outcome }) => [phase, action, outcome])).toEqual([
    ['intent', 'deliverWebhook', null],
    ['outcome', 'deliverWebhook', 'failed'],
    ['outcome', 'deliverWebhook', 'failed'],
  ])
  expect(JSON.parse(entries.at(-1)?.detail ?? '')).toMatchObject({ attempts: MAX_ATTEMPTS, result: 'HTTP 500' })
  const [hook] = await db.select().from(webhooks).where(eq(webhooks.id, webhookId))
  expect(hook).toMatchObject({ lastResult: 'HTTP 500' })
})

test('a process that was killed during the last attempt makes no further one', async () => {
  const { db, deliver, later, deliveries, webhookId } = await waiting()
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    await later()
    await claimDeliveries(db, webhookId)
  }
  await later()
  await deliver()
  expect(receiver().received).toHaveLength(0)
  expect(await deliveries()).toMatchObject([{ state: 'failed' }])
})

test('a delivery that fails first and arrives later is one entry of the activity that ends as done', async () => {
  receiver().respondWith((response) => void response.writeHead(503).end())
  const { deliver, later, audit } = await waiting()
  await deliver()
  receiver().respondWith()
  await later()
  await deliver()
  const entries = await audit()
  expect(entries.map(({ completes, outcome }) => [completes, outcome])).toEqual([
    [null, null],
    [entries[0]?.sequence, 'failed'],
    [entries[0]?.sequence, 'done'],
  ])
  expect(entries[0]).toMatchObject({ actor: 'alerts', role: 'program' })
})

test('a webhook that fails gets at most five calls in a round', async () => {
  receiver().respondWith((response) => void response.writeHead(500).end())
  const { deliver } = await waiting({ events: 8 })
  await deliver()
  expect(receiver().received).toHaveLength(5)
})

test('neither the secret nor the path of the address is in the log or in the audit', async () => {
  const lines: unknown[] = []
  const logger = log()
  const spies = (['info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(logger, level).mockImplementation((...line: unknown[]) => void lines.push(line)),
  )
  receiver().respondWith((response) => void response.writeHead(500).end())
  const failing = await waiting()
  await failing.deliver()
  const unreachable = await waiting({ url: 'https://localhost:1/path-secret?token=query-secret' })
  await unreachable.deliver()
  for (const spy of spies) spy.mockRestore()
  expect(lines).toHaveLength(2)
  const written = JSON.stringify([lines, await failing.audit(), await unreachable.audit()])
  for (const secret of [failing.secret.slice(6), unreachable.secret.slice(6), 'path-secret', 'query-secret'])
    expect(written).not.toContain(secret)
})
