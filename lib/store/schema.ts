import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgSchema, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ROLES } from '@/lib/core/roles'
import { CHANGE_STATES } from '@/lib/changes/change'
import { instant, jsonText, opaqueId } from '@/database/columns'

/*
 * The console's own store. Has its own schema, so that it can share a PostgreSQL database with the billing service.
 * Stores only the SHA-256 of tokens and links.
 */

export const consoleSchema = pgSchema('console')

const createdAt = () => instant('created_at').notNull()

/** A change that will be sent, whose outcome is unknown yet, or that a person still has to review. */
export const IS_OPEN = sql.raw(
  `(state in ('QUEUED', 'PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN') or (state = 'NEEDS_REVIEW' and closed_at is null))`,
)

export const users = consoleSchema.table(
  'users',
  {
    id: opaqueId('id').primaryKey(),
    /** In lower case. */
    email: text('email').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    /** `scrypt$N$r$p$SALT$HASH`, base64url; null with single sign-on, or before the user has set one. */
    passwordHash: text('password_hash'),
    /** The user's identity at the OpenID provider. */
    issuer: text('issuer'),
    subject: text('subject'),
    createdAt: createdAt(),
    disabledAt: instant('disabled_at'),
    signedInAt: instant('signed_in_at'),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    uniqueIndex('users_issuer_subject').on(table.issuer, table.subject),
  ],
)

export const sessions = consoleSchema.table(
  'sessions',
  {
    tokenHash: opaqueId('token_hash').primaryKey(),
    /** Identifies the session on the account page without revealing the token. */
    id: opaqueId('id').notNull(),
    userId: opaqueId('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** Time of the last request, to the minute. */
    seenAt: instant('seen_at').notNull(),
    /** Time of the user's last authentication. */
    authenticatedAt: instant('authenticated_at').notNull(),
    method: text('method', { enum: ['password', 'oidc'] }).notNull(),
    peer: text('peer').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [uniqueIndex('sessions_id').on(table.id), index('sessions_user').on(table.userId)],
)

/** Links that work once: the row is deleted when its link is used. */
export const oneTimeLinks = consoleSchema.table('one_time_links', {
  tokenHash: opaqueId('token_hash').primaryKey(),
  purpose: text('purpose', { enum: ['set-up', 'reset'] }).notNull(),
  /** The user whose password it sets; null for the set-up of the first admin. */
  userId: opaqueId('user_id').references(() => users.id),
  createdAt: createdAt(),
  expiresAt: instant('expires_at').notNull(),
})

/** Sign-ins that have not returned from the OpenID provider; the row is deleted on return. */
export const pendingSignIns = consoleSchema.table('pending_sign_ins', {
  stateHash: opaqueId('state_hash').primaryKey(),
  /** Hash of the cookie that binds the sign-in to its browser. */
  browserHash: opaqueId('browser_hash').notNull(),
  nonce: text('nonce').notNull(),
  codeVerifier: text('code_verifier').notNull(),
  /** The console's path to redirect to. */
  next: text('next').notNull(),
  /** The user who must authenticate again; null for a sign-in. */
  userId: opaqueId('user_id'),
  createdAt: createdAt(),
})

/** Browsers that have signed in to an account by password; their attempts have their own budget. */
export const knownBrowsers = consoleSchema.table(
  'known_browsers',
  {
    /** Hash of the token in the browser's cookie. */
    tokenHash: opaqueId('token_hash').notNull(),
    userId: opaqueId('user_id')
      .notNull()
      .references(() => users.id),
    /** Time of the browser's last sign-in. */
    signedInAt: instant('signed_in_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
)

/** Access keys of people. `lib/people/server/access-keys.ts` deletes those that ended 30 days ago. */
export const accessKeys = consoleSchema.table(
  'access_keys',
  {
    id: opaqueId('id').primaryKey(),
    /** The key itself is never stored. */
    tokenHash: opaqueId('token_hash').notNull(),
    userId: opaqueId('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    /** The addresses and networks that it works from, separated by spaces; empty for all. */
    addresses: text('addresses').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** Time of the last request, to the minute. */
    usedAt: instant('used_at'),
    usedFrom: text('used_from'),
  },
  (table) => [
    uniqueIndex('access_keys_token').on(table.tokenHash),
    index('access_keys_user').on(table.userId, table.createdAt),
  ],
)

/** Counts of failed and pending sign-in attempts by account, source address, known browser or session. */
export const failedAttempts = consoleSchema.table('failed_attempts', {
  key: opaqueId('key').primaryKey(),
  count: integer('count').notNull(),
  since: instant('since').notNull(),
})

/** Append-only: triggers reject every update and delete (migrations). `lib/activity/server/` computes the hashes. */
export const auditEntries = consoleSchema.table(
  'audit_entries',
  {
    sequence: bigint('sequence', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    /** The user's email at the time, or a program's name. */
    actor: text('actor').notNull(),
    role: text('role').notNull(),
    /** The operation's name, or the command. */
    action: text('action').notNull(),
    phase: text('phase', { enum: ['intent', 'outcome'] }).notNull(),
    /** The intent that an outcome completes. */
    completes: bigint('completes', { mode: 'number' }),
    objectKind: text('object_kind'),
    objectId: text('object_id'),
    reason: text('reason'),
    ticket: text('ticket'),
    /** `done`, `refused`, `unknown`, `not_sent` or `failed`. */
    outcome: text('outcome'),
    /** Further fields, JSON. */
    detail: text('detail').notNull(),
    requestId: text('request_id').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    index('audit_entries_object').on(table.objectKind, table.objectId, table.sequence),
    index('audit_entries_actor').on(table.actor, table.sequence),
    index('audit_entries_intents').on(table.sequence).where(sql.raw("phase = 'intent'")),
    index('audit_entries_completes').on(table.completes, table.sequence),
    check('audit_entries_phase', sql`(${table.phase} = 'outcome') = (${table.completes} is not null)`),
  ],
)

/** Cancels and deletes, tracked from the request to the outcome. `lib/changes/server/` advances them. */
export const subscriptionChanges = consoleSchema.table(
  'subscription_changes',
  {
    id: opaqueId('id').primaryKey(),
    /** The address of the billing API when the change was requested. */
    billingApi: text('billing_api').notNull(),
    /** The source that the change belongs to (`../source.ts`); null in rows of version 0.2.0, which knew addresses only. */
    source: opaqueId('source'),
    /** The changes that were stored together, and the place in them, from 1; null for a change by itself, or one of a batch of an earlier version. */
    groupId: opaqueId('group_id'),
    groupPosition: integer('group_position'),
    action: text('action', { enum: ['cancel', 'delete'] }).notNull(),
    subscriptionId: opaqueId('subscription_id').notNull(),
    state: text('state', { enum: CHANGE_STATES }).notNull(),
    /** Why it is in this state, JSON (`ChangeCause`). */
    cause: jsonText('cause').notNull(),
    /** Version of the row for optimistic locking. */
    revision: integer('revision').notNull(),
    actor: text('actor').notNull(),
    /** The account that requested it; null in rows of version 0.3.0 and of the demo. */
    userId: opaqueId('user_id'),
    /** The access key that requested it; null for a person. */
    accessKeyId: opaqueId('access_key_id'),
    role: text('role').notNull(),
    reason: text('reason').notNull(),
    ticket: text('ticket'),
    requestId: text('request_id').notNull(),
    /** The audit entry of the intent. */
    intent: bigint('intent', { mode: 'number' }).notNull(),
    /** The fields that the agent saw, JSON; and those that changed since. */
    seen: jsonText('seen').notNull(),
    differences: jsonText('differences').notNull(),
    /** When the agent saw it; null when the request did not say. */
    seenAt: instant('seen_at'),
    /** Sent with a cancel, so that the API can check it. Kept for a proposal. */
    externalCustomerId: opaqueId('external_customer_id'),
    /** When a proposal ends by itself; null for a change that needed no approval. */
    expiresAt: instant('expires_at'),
    /** Who approved or declined a proposal, and why. */
    decidedAt: instant('decided_at'),
    decidedBy: text('decided_by'),
    /** The account of that person; null in rows of an earlier version and of the demo. */
    decidedByUser: opaqueId('decided_by_user'),
    decisionReason: text('decision_reason'),
    /** The subscription before the change, JSON, without its plan; null until it is read. */
    before: jsonText('before'),
    createdAt: createdAt(),
    changedAt: instant('changed_at').notNull(),
    /** The earliest time at which the request may have been sent. */
    sentAt: instant('sent_at'),
    nextCheckAt: instant('next_check_at'),
    /** Number of reads since the request. */
    checks: integer('checks').notNull(),
    /** Number of consecutive reads after the quiet period without an effect. */
    quietChecks: integer('quiet_checks').notNull(),
    /** Number of consecutive reads with status 404. */
    goneChecks: integer('gone_checks').notNull(),
    /** The process that holds the change, and the end of its lease. */
    holder: text('holder'),
    heldUntil: instant('held_until'),
    upstreamStatus: integer('upstream_status'),
    upstreamMessage: text('upstream_message'),
    upstreamBody: text('upstream_body'),
    closedAt: instant('closed_at'),
    closedBy: text('closed_by'),
    closeNote: text('close_note'),
  },
  (table) => [
    uniqueIndex('subscription_changes_one_open')
      .on(sql`coalesce(${table.source}, ${table.billingApi})`, table.subscriptionId)
      .where(IS_OPEN),
    // A group has a subscription once.
    uniqueIndex('subscription_changes_group')
      .on(table.groupId, table.subscriptionId)
      .where(sql.raw('group_id is not null')),
    index('subscription_changes_open').on(table.createdAt, table.id).where(IS_OPEN),
    index('subscription_changes_proposed').on(table.createdAt, table.id).where(sql.raw("state = 'PROPOSED'")),
    index('subscription_changes_newest').on(table.createdAt, table.id),
    index('subscription_changes_subscription').on(table.subscriptionId, table.createdAt, table.id),
  ],
)

/** Replaces characters that cannot be stored: NUL in PostgreSQL, and lone surrogates in UTF-8. */
export const storableText = (sent: string): string => sent.replaceAll(/[\0\p{Cs}]/gu, '\uFFFD')
