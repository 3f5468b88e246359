import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { appendEntry, lockAudit, transactionWithin } from '../audit/append-entry'
import type { Environment } from '../environment'
import { log } from '../log'
import { areForgotten } from '../object-index/forget-fence'
import { alertDeliveries, alertEvents, webhooks } from '../store/alert-schema'
import { consoleStore } from '../store/console-store'
import { webhookBody } from './alert-data'
import { postWebhook, type PostOptions } from './post-webhook'

/** The pauses after each attempt but the last. Together they are shorter than a day. */
const PAUSES_MINUTES = [1, 5, 20, 60, 180, 360, 720]
export const MAX_ATTEMPTS = PAUSES_MINUTES.length + 1
/** To one webhook. */
const AT_ONCE = 5
/** A round begins no delivery after this time, so that the next events are looked for. */
const ROUND_MS = 8_000
const TIMEOUT_MS = 10_000
/** The actor in the audit of deliveries and emails, which no person sends. */
export const ALERTS_ACTOR = { actor: 'alerts', role: 'program' } as const

const { eventId, webhookId, state, attempts, nextAt, entry } = alertDeliveries
const isDue = and(eq(state, 'waiting'), lte(nextAt, sql`clock_timestamp()`))

/** Sends the events that are due, each to its webhook, in any process on the store. */
export async function deliverDue(
  { index }: Pick<Environment, 'index'>,
  options: PostOptions = {},
  signal?: AbortSignal,
): Promise<void> {
  const db = await consoleStore()
  const due = await db
    .selectDistinct({ id: webhookId })
    .from(alertDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookId))
    .where(and(eq(webhooks.source, index.source), isDue))
  // A failed or slow webhook does not delay the others.
  const ends = await Promise.allSettled(due.map(({ id }) => deliverTo(db, { index, id }, options, signal)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function deliverTo(
  db: Database,
  { index, id }: Pick<Environment, 'index'> & { id: string },
  options: PostOptions,
  signal?: AbortSignal,
): Promise<void> {
  const untilMs = performance.now() + ROUND_MS
  while (performance.now() < untilMs) {
    if (signal?.aborted) return
    const claimed = await claimDeliveries(db, id)
    const ends = await Promise.all(claimed.map((delivery) => deliver(delivery, options)))
    if (ends.length > 0)
      await transactionWithin(db, TIMEOUT_MS, async (tx) => {
        // An admin who forgets a customer, and with it deliveries, locks the audit last.
        await areForgotten(tx, [{ readStart: index.startRead(), names: [] }])
        await lockAudit(tx)
        for (const end of ends) await storeEnd(tx, end)
      })
    if (ends.length < AT_ONCE || ends.some(({ isDelivered }) => !isDelivered)) return
  }
}

type Claimed = Awaited<ReturnType<typeof claimDeliveries>>[number]

/**
 * Claims the next deliveries of a webhook. The time of the next attempt is stored first: when this process is killed, another one sends
 * the same ID again then.
 */
export async function claimDeliveries(db: Database, id: string) {
  return db.transaction(async (tx) => {
    // Alone, because only these rows are locked.
    const due = await tx
      .select({ eventId, webhookId, attempts })
      .from(alertDeliveries)
      .where(and(eq(webhookId, id), isDue))
      .orderBy(asc(nextAt), asc(eventId))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    for (const delivery of due) {
      const minutes = PAUSES_MINUTES[delivery.attempts] ?? 1
      await tx
        .update(alertDeliveries)
        .set({
          attempts: delivery.attempts + 1,
          nextAt: sql`clock_timestamp() + make_interval(mins => ${minutes})`,
        })
        .where(isDelivery(delivery))
    }
    const { url, secret, fields, name } = webhooks
    const { kind, data, createdAt } = alertEvents
    const claimed = inArray(
      eventId,
      due.map((delivery) => delivery.eventId),
    )
    return tx
      .select({ eventId, webhookId, attempts, url, secret, fields, name, kind, data, createdAt })
      .from(alertDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookId))
      .innerJoin(alertEvents, eq(alertEvents.id, eventId))
      .where(and(eq(webhookId, id), claimed))
  })
}

const isDelivery = (of: { eventId: string; webhookId: string }) =>
  and(eq(eventId, of.eventId), eq(webhookId, of.webhookId))

interface End {
  claimed: Claimed
  isDelivered: boolean
  result: string
}

const STOPPED = { isDelivered: false, result: 'the console stopped during the last attempt' }

/** Sends an event once. */
async function deliver(claimed: Claimed, options: PostOptions): Promise<End> {
  const { eventId: id, webhookId: webhook, attempts: nth } = claimed
  const end = nth > MAX_ATTEMPTS ? STOPPED : await postWebhook(claimed, messageOf(claimed), options)
  const about = { webhook, alert: id, attempts: nth, result: end.result }
  log()[end.isDelivered ? 'info' : 'warn']({ event: 'alert', ...about }, 'a delivery to a webhook')
  return { claimed, ...end }
}

const messageOf = (claimed: Claimed) => ({ id: claimed.eventId, body: webhookBody(claimed, claimed.fields) })

/** Stores how an attempt ended, unless another process has tried again meanwhile, or the webhook was deleted. */
async function storeEnd(tx: DatabaseTransaction, { claimed, isDelivered, result }: End): Promise<void> {
  const isOver = isDelivered || claimed.attempts >= MAX_ATTEMPTS
  const isOwn = and(isDelivery(claimed), eq(state, 'waiting'), eq(attempts, claimed.attempts))
  const ended = isDelivered ? 'delivered' : 'failed'
  const [stored] = await tx
    .update(alertDeliveries)
    .set({ state: isOver ? ended : 'waiting' })
    .where(isOwn)
    .returning({ entry })
  if (!stored) return
  await tx
    .update(webhooks)
    .set({ lastAt: sql`clock_timestamp()`, lastResult: result })
    .where(eq(webhooks.id, claimed.webhookId))
  const about = {
    at: new Date(),
    ...ALERTS_ACTOR,
    action: 'deliverWebhook',
    requestId: claimed.eventId,
    object: { kind: 'webhook', id: claimed.webhookId },
  }
  const event = { webhook: claimed.name, alert: claimed.eventId, kind: claimed.kind }
  const outcome = { outcome: isDelivered ? 'done' : 'failed', detail: { ...event, attempts: claimed.attempts, result } }
  // The audit has the first failure and the end, and not each attempt between.
  if (stored.entry !== null) {
    if (isOver) await appendEntry(tx, { ...about, completes: stored.entry, ...outcome })
  } else if (isDelivered) {
    await appendEntry(tx, { ...about, ...outcome })
  } else {
    const intent = await appendEntry(tx, { ...about, detail: event })
    await appendEntry(tx, { ...about, completes: intent, ...outcome })
    await tx.update(alertDeliveries).set({ entry: intent }).where(isDelivery(claimed))
  }
}
