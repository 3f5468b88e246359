import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgSchema, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ROLES } from '@/contract/console/roles'
import { CHANGE_STATES } from '@/contract/console/change'
import { instant, jsonText, opaqueId } from '@/database/columns'

/*
 * The console's own store. A schema of its own, so that it may share a PostgreSQL database with the billing service. Of
 * tokens and links only the SHA-256 is kept.
 */

export const consoleSchema = pgSchema('console')

const createdAt = () => instant('created_at').notNull()

/** A write whose end nobody knows yet, or that a person must look at and has not. */
export const IS_OPEN = sql.raw(
  `(state in ('PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN') or (state = 'NEEDS_REVIEW' and closed_at is null))`,
)

export const users = consoleSchema.table(
  'users',
  {
    id: opaqueId('id').primaryKey(),
    /** In lower case, as it is compared. */
    email: text('email').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    /** `scrypt$N$r$p$SALT$HASH`, base64url; null for who signs in elsewhere or has not set one yet. */
    passwordHash: text('password_hash'),
    /** Who it is at the OpenID provider. */
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
    /** What it is called on the account's page: the token stays unknown. */
    id: opaqueId('id').notNull(),
    userId: opaqueId('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** Of the last request, to the minute. */
    seenAt: instant('seen_at').notNull(),
    /** When the person last proved who they are. */
    authenticatedAt: instant('authenticated_at').notNull(),
    method: text('method', { enum: ['password', 'oidc'] }).notNull(),
    peer: text('peer').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [uniqueIndex('sessions_id').on(table.id), index('sessions_user').on(table.userId)],
)

/** Links that work once: a row goes when its link is used. */
export const oneTimeLinks = consoleSchema.table('one_time_links', {
  tokenHash: opaqueId('token_hash').primaryKey(),
  purpose: text('purpose', { enum: ['set-up', 'reset'] }).notNull(),
  /** Whose password it sets; null for the first admin, who is nobody yet. */
  userId: opaqueId('user_id').references(() => users.id),
  createdAt: createdAt(),
  expiresAt: instant('expires_at').notNull(),
})

/** A sign-in that is on its way through the OpenID provider; goes when it comes back. */
export const pendingSignIns = consoleSchema.table('pending_sign_ins', {
  stateHash: opaqueId('state_hash').primaryKey(),
  /** Of the cookie that binds it to the browser it began in. */
  browserHash: opaqueId('browser_hash').notNull(),
  nonce: text('nonce').notNull(),
  codeVerifier: text('code_verifier').notNull(),
  /** The console's path to come back to. */
  next: text('next').notNull(),
  /** The user who must prove again who they are; null for a sign-in. */
  userId: opaqueId('user_id'),
  createdAt: createdAt(),
})

/** Browsers that have signed in to an account by password: their attempts have a budget of their own. */
export const knownBrowsers = consoleSchema.table(
  'known_browsers',
  {
    /** Of the token in the browser's cookie. */
    tokenHash: opaqueId('token_hash').notNull(),
    userId: opaqueId('user_id')
      .notNull()
      .references(() => users.id),
    /** Of the last sign-in there. */
    signedInAt: instant('signed_in_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
)

/** Sign-in attempts that failed or are being made, counted by account, source address, known browser or session. */
export const failedAttempts = consoleSchema.table('failed_attempts', {
  key: opaqueId('key').primaryKey(),
  count: integer('count').notNull(),
  since: instant('since').notNull(),
})

/** Append-only: triggers refuse every change (migrations). `lib/server/audit/` says how the hashes are made. */
export const auditEntries = consoleSchema.table(
  'audit_entries',
  {
    sequence: bigint('sequence', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    /** An e-mail address as it was then, or a program's name. */
    actor: text('actor').notNull(),
    role: text('role').notNull(),
    /** An operation's name, or what the command line did. */
    action: text('action').notNull(),
    phase: text('phase', { enum: ['intent', 'outcome'] }).notNull(),
    /** Of an outcome: the entry that it completes. */
    completes: bigint('completes', { mode: 'number' }),
    objectKind: text('object_kind'),
    objectId: text('object_id'),
    reason: text('reason'),
    ticket: text('ticket'),
    /** Of an outcome: `done`, `refused`, `unknown`, `not_sent` or `failed`. */
    outcome: text('outcome'),
    /** What else was seen or came back, JSON. */
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

/** Cancels and deletes, from before they are sent until their end is known. `lib/server/changes/` advances them. */
export const subscriptionChanges = consoleSchema.table(
  'subscription_changes',
  {
    id: opaqueId('id').primaryKey(),
    /** The billing API's address: another one knows nothing of it. */
    billingApi: text('billing_api').notNull(),
    action: text('action', { enum: ['cancel', 'delete'] }).notNull(),
    subscriptionId: opaqueId('subscription_id').notNull(),
    state: text('state', { enum: CHANGE_STATES }).notNull(),
    detail: text('detail').notNull(),
    /** Counts the changes of this row: whoever changes it says which one they have read. */
    revision: integer('revision').notNull(),
    actor: text('actor').notNull(),
    role: text('role').notNull(),
    reason: text('reason').notNull(),
    ticket: text('ticket'),
    requestId: text('request_id').notNull(),
    /** The audit entry that says it was about to be done. */
    intent: bigint('intent', { mode: 'number' }).notNull(),
    /** What the agent saw, JSON; and where that has changed, how. */
    seen: jsonText('seen').notNull(),
    differences: jsonText('differences').notNull(),
    /** The subscription as it was read just before, JSON, without its plan; null until then. */
    before: jsonText('before'),
    createdAt: createdAt(),
    changedAt: instant('changed_at').notNull(),
    /** When it was sent, at the earliest. */
    sentAt: instant('sent_at'),
    nextCheckAt: instant('next_check_at'),
    /** How often it was read again. */
    checks: integer('checks').notNull(),
    /** How many reads after the quiet period showed nothing new, without a break. */
    quietChecks: integer('quiet_checks').notNull(),
    /** How many reads answered 404, without a break. */
    goneChecks: integer('gone_checks').notNull(),
    /** The process that sends or checks it, and until when no other does. */
    holder: text('holder'),
    heldUntil: instant('held_until'),
    upstreamStatus: integer('upstream_status'),
    upstreamMessage: text('upstream_message'),
    closedAt: instant('closed_at'),
    closedBy: text('closed_by'),
    closeNote: text('close_note'),
  },
  (table) => [
    uniqueIndex('subscription_changes_one_open').on(table.billingApi, table.subscriptionId).where(IS_OPEN),
    index('subscription_changes_open').on(table.createdAt, table.id).where(IS_OPEN),
    index('subscription_changes_newest').on(table.createdAt, table.id),
    index('subscription_changes_subscription').on(table.subscriptionId, table.createdAt, table.id),
  ],
)
