import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import {
  MAX_WEBHOOKS,
  type Webhook,
  type WebhookDeleted,
  type WebhookList,
  type WebhookMade,
} from '@/contract/console/alert'
import type { ConsoleInput, ConsoleOperationName } from '@/contract/console/operations'
import type { DatabaseTransaction } from '@/database/open-database'
import { appendEntry } from '../audit/append-entry'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { ownSession } from '../sign-in/sessions'
import { freshSignInRequired, isFreshlySignedIn } from '../sign-in/sign-in-rules'
import { alertDeliveries, alertEvents, webhooks } from '../store/alert-schema'
import { consoleStore } from '../store/console-store'
import { usersTransaction, userWriter } from '../users/users-transaction'
import { DELIVERED, newWebhookSecret } from './post-webhook'

type WebhookRow = typeof webhooks.$inferSelect

/** Returns the webhooks of this billing API, the newest first. */
export async function listWebhooks({ environment }: OperationContext): Promise<WebhookList> {
  const db = await consoleStore()
  const rows = await db
    .select()
    .from(webhooks)
    .where(eq(webhooks.source, environment.index.source))
    .orderBy(desc(webhooks.createdAt), desc(webhooks.id))
  const waiting = await db
    .select({ webhookId: alertDeliveries.webhookId, events: count() })
    .from(alertDeliveries)
    .where(
      and(
        eq(alertDeliveries.state, 'waiting'),
        inArray(
          alertDeliveries.webhookId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .groupBy(alertDeliveries.webhookId)
  return {
    webhooks: rows.map((row) => webhookView(row, waiting.find((each) => each.webhookId === row.id)?.events ?? 0)),
  }
}

function webhookView(row: WebhookRow, waiting: number): Webhook {
  const { id, name, url, kinds, fields, createdBy, createdAt, lastAt, lastResult } = row
  const last = lastAt === null ? null : lastOf(lastAt, lastResult ?? '')
  return { id, name, host: new URL(url).host, kinds, fields, createdBy, createdAt, last, waiting }
}

const lastOf = (at: string, result: string) => ({ at, isDelivered: result === DELIVERED, result })

/**
 * Adds a webhook, and an event that tries it. The response alone has its secret.
 * @throws ProblemError `fresh_sign_in_required`, `too_many_webhooks`, `not_allowed` in the demo
 */
export async function createWebhook(
  context: OperationContext,
  { name, url, kinds, fields }: ConsoleInput<'createWebhook'>,
): Promise<WebhookMade> {
  const { email } = ownSession(context)
  const { environment, actor, now } = context
  if (!isFreshlySignedIn(actor, now())) throw freshSignInRequired('Not added: a webhook needs')
  const { source } = environment.index
  const secret = newWebhookSecret()
  return usersTransaction(await consoleStore(), userWriter(context, 'createWebhook'), null, async (tx) => {
    if ((await tx.$count(webhooks, eq(webhooks.source, source))) >= MAX_WEBHOOKS)
      throw problemError('too_many_webhooks', `Not added: there are ${MAX_WEBHOOKS} webhooks, which is the most.`)
    const id = `whk_${randomUUID()}`
    const createdAt = now().toISOString()
    const [row] = await tx
      .insert(webhooks)
      .values({ id, source, name, url, secret, kinds, fields, createdBy: email, createdAt })
      .returning()
    if (!row) throw new TypeError('an insert returned no row')
    await storeFirstEvent(tx, row)
    const chosen = { kinds: kinds.join(', '), fields: fields.join(', ') || 'none' }
    await record(tx, context, 'createWebhook', row, chosen)
    return { accepted: true, webhook: webhookView(row, 1), secret }
  })
}

/** Stores an event for this webhook alone, which shows whether deliveries arrive. */
async function storeFirstEvent(tx: DatabaseTransaction, { id: webhookId, source }: WebhookRow): Promise<void> {
  const at = sql`clock_timestamp()`
  const eventId = `evt_${randomUUID()}`
  const kind = 'webhook.added'
  await tx
    .insert(alertEvents)
    .values({ id: eventId, source, key: `${kind}:${webhookId}`, kind, data: {}, createdAt: at })
  await tx.insert(alertDeliveries).values({ eventId, webhookId, state: 'waiting', attempts: 0, nextAt: at })
}

/** Deletes a webhook, with the events that wait for it. @throws ProblemError `not_found` */
export async function deleteWebhook(
  context: OperationContext,
  { webhookId }: ConsoleInput<'deleteWebhook'>,
): Promise<WebhookDeleted> {
  ownSession(context)
  const isSame = and(eq(webhooks.id, webhookId), eq(webhooks.source, context.environment.index.source))
  return usersTransaction(await consoleStore(), userWriter(context, 'deleteWebhook'), null, async (tx) => {
    const [row] = await tx.delete(webhooks).where(isSame).returning()
    if (!row) throw problemError('not_found', 'There is no such webhook. Reload the page.')
    await record(tx, context, 'deleteWebhook', row)
    return { accepted: true }
  })
}

/** Writes the audit entry: without the secret, and of the address the host only. */
async function record(
  tx: DatabaseTransaction,
  { actor, requestId, now }: OperationContext,
  action: ConsoleOperationName,
  { id, name, url }: WebhookRow,
  chosen: object = {},
): Promise<void> {
  const by = { at: now(), actor: actor.name, role: actor.role, action, requestId }
  const detail = { webhook: name, host: new URL(url).host, ...chosen }
  await appendEntry(tx, { ...by, object: { kind: 'webhook', id }, outcome: 'done', detail })
}
