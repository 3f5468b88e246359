import { sql } from 'drizzle-orm'

/*
 * Conditions for `upsertRows` under which an import keeps the stored row (gaps.md, Importing what is there already).
 */

export const STORED = sql.raw('true')

export const STORED_IS_NEWER = sql.raw('stored.updated_at > excluded.updated_at')

/** Keeps a subscription that was cancelled or deleted here, whatever the date of the given one. */
export const SUBSCRIPTION_IS_NEWER_OR_CHANGED = sql.raw(
  'stored.updated_at > excluded.updated_at or stored.changed_at is not null',
)

/** Replaces a subscription that was cancelled or deleted here only by one with a later `updatedAt`. */
export const SUBSCRIPTION_IS_NEWER = sql.raw(
  `stored.updated_at > excluded.updated_at
  or (stored.changed_at is not null and (excluded.updated_at > stored.updated_at) is not true)`,
)
