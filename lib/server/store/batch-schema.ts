import { and, eq } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { BATCH_PREVIEWS, BATCH_STATES, type BatchRow } from '@/contract/console/batches'
import { ROLES } from '@/contract/console/roles'
import { instant, jsonText, opaqueId } from '@/database/columns'
import { consoleSchema, subscriptionChanges } from './schema'

/** Cancels or deletes of many subscriptions. `lib/server/batches/` reads and runs them, in any process on the store. */
export const batches = consoleSchema.table(
  'batches',
  {
    id: opaqueId('id').primaryKey(),
    source: opaqueId('source').notNull(),
    action: text('action', { enum: ['cancel', 'delete'] }).notNull(),
    state: text('state', { enum: BATCH_STATES }).notNull(),
    /** The ID of the user, or the name of the demo user. */
    user: opaqueId('user').notNull(),
    /** The user's name and role at the time. */
    owner: text('owner').notNull(),
    role: text('role', { enum: [...ROLES, 'visitor'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
    /** Of the proposal; null before. */
    reason: text('reason'),
    ticket: text('ticket'),
    proposedAt: instant('proposed_at'),
    expiresAt: instant('expires_at'),
    /** The audit entry of the proposal's intent. */
    intent: bigint('intent', { mode: 'number' }),
    /** Who approved, declined or withdrew it. */
    decidedAt: instant('decided_at'),
    decidedBy: text('decided_by'),
    /** The account of that person; null in rows of an earlier version and of the demo. */
    decidedByUser: opaqueId('decided_by_user'),
    decisionReason: text('decision_reason'),
  },
  (table) => [index('batches_created').on(table.source, table.createdAt)],
)

/** What is shown of a subscription, besides its preview. */
type Shown = Pick<BatchRow, 'name' | 'status'> & { customerId: string | null }

/** The subscriptions of a batch. The change of a row is that of `subscription_changes` with its batch and subscription. */
export const batchRows = consoleSchema.table(
  'batch_rows',
  {
    batchId: opaqueId('batch_id')
      .notNull()
      .references(() => batches.id, { onDelete: 'cascade' }),
    /** The place in the list, from 1. */
    position: integer('position').notNull(),
    id: opaqueId('id').notNull(),
    /** How often it was tried to read it. */
    attempts: integer('attempts').notNull(),
    /** Until when the process that reads or changes it has it, by the store's clock. */
    leaseUntil: instant('lease_until'),
    /** By the store's clock. */
    readAt: instant('read_at'),
    preview: text('preview', { enum: BATCH_PREVIEWS }),
    effect: text('effect'),
    /** True when the change deletes the subscription, or may. */
    mayDelete: boolean('may_delete').notNull(),
    shown: jsonb('shown').$type<Shown>(),
    /** The facts that must not change until the change is sent, JSON; and when the API returned them. */
    seen: jsonText('seen'),
    asOf: instant('as_of'),
    /** Why no change could be started. */
    problem: text('problem'),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.position] }), index('batch_rows_id').on(table.id)],
)

/** Matches the change that a row of a batch started; a row without one was not started. */
export const IS_CHANGE_OF_ROW = and(
  eq(subscriptionChanges.batchId, batchRows.batchId),
  eq(subscriptionChanges.subscriptionId, batchRows.id),
)
