import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ALERT_FIELDS, ALERT_KINDS, type AlertData, EMAIL_PACES } from '@/contract/console/alert'
import { instant, opaqueId } from '@/database/columns'
import { consoleSchema, users } from './schema'

/*
 * Alerts (`lib/server/alerts/`). Each row belongs to a source (`../source.ts`). Instants are by the store's clock, except those of the
 * search.
 */

/** The instant up to which a source was searched. Has a row only while someone gets alerts. */
export const alertSearches = consoleSchema.table('alert_searches', {
  source: opaqueId('source').primaryKey(),
  since: instant('since').notNull(),
})

/** The events, each stored once: `key` says what happened. Deleted after 30 days, or with their customer. */
export const alertEvents = consoleSchema.table(
  'alert_events',
  {
    /** The `webhook-id` of its deliveries. */
    id: opaqueId('id').primaryKey(),
    source: opaqueId('source').notNull(),
    key: opaqueId('key').notNull(),
    /** One of `ALERT_KINDS`, or `webhook.added`. */
    kind: text('kind').notNull(),
    /** What it is about. */
    objectKind: text('object_kind', { enum: ['subscription', 'invoice', 'customer'] }),
    objectId: opaqueId('object_id'),
    /** All that is known of it. */
    data: jsonb('data').$type<AlertData>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('alert_events_key').on(table.source, table.key),
    index('alert_events_created').on(table.source, table.createdAt),
    index('alert_events_object').on(table.objectId),
  ],
)

/** The webhooks of admins. */
export const webhooks = consoleSchema.table(
  'webhooks',
  {
    id: opaqueId('id').primaryKey(),
    source: opaqueId('source').notNull(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    /** Signs the deliveries, so that it cannot be stored as a hash. */
    secret: text('secret').notNull(),
    kinds: text('kinds', { enum: ALERT_KINDS }).array().notNull(),
    fields: text('fields', { enum: ALERT_FIELDS }).array().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The last attempt: `delivered`, or why not. */
    lastAt: instant('last_at'),
    lastResult: text('last_result'),
  },
  (table) => [index('webhooks_source').on(table.source, table.createdAt)],
)

/** The events that a webhook gets. An attempt moves `nextAt` before it sends, so that a killed process only delays the next one. */
export const alertDeliveries = consoleSchema.table(
  'alert_deliveries',
  {
    eventId: opaqueId('event_id')
      .notNull()
      .references(() => alertEvents.id, { onDelete: 'cascade' }),
    webhookId: opaqueId('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    state: text('state', { enum: ['waiting', 'delivered', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull(),
    nextAt: instant('next_at').notNull(),
    /** The audit entry of its first failure, which later outcomes complete. */
    entry: bigint('entry', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.webhookId] }),
    index('alert_deliveries_due').on(table.webhookId, table.nextAt).where(sql.raw("state = 'waiting'")),
  ],
)

/** The alert emails that people chose. */
export const alertSubscribers = consoleSchema.table(
  'alert_subscribers',
  {
    source: opaqueId('source').notNull(),
    userId: opaqueId('user_id')
      .notNull()
      .references(() => users.id),
    kinds: text('kinds', { enum: ALERT_KINDS }).array().notNull(),
    pace: text('pace', { enum: EMAIL_PACES }).notNull(),
    /** Later events were not sent yet. */
    since: instant('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.userId] })],
)

/** Emails, each stored before it is sent, and tried once. Deleted after 30 days. */
export const alertEmails = consoleSchema.table(
  'alert_emails',
  {
    /** A part of its Message-ID. */
    id: opaqueId('id').primaryKey(),
    source: opaqueId('source').notNull(),
    userId: opaqueId('user_id')
      .notNull()
      .references(() => users.id),
    email: text('email').notNull(),
    /** `unknown`: the process died, or the mail server did not say. */
    state: text('state', { enum: ['sending', 'sent', 'failed', 'unknown'] }).notNull(),
    events: integer('events').notNull(),
    /** The audit entry that announces it. */
    entry: bigint('entry', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('alert_emails_state').on(table.source, table.state, table.createdAt)],
)
