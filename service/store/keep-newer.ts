import { sql } from 'drizzle-orm'

/*
 * What an import leaves as it is stored (gaps.md, Importing what is there already): conditions for `upsertRows`.
 */

export const STORED = sql.raw('true')

export const STORED_IS_NEWER = sql.raw('stored.updated_at > excluded.updated_at')

/** One cancelled or deleted here stays, whatever is given says of its date. */
export const SUBSCRIPTION_IS_NEWER_OR_CHANGED = sql.raw(
  'stored.updated_at > excluded.updated_at or stored.changed_at is not null',
)

/** One cancelled or deleted here gives way only to one that says it is newer. */
export const SUBSCRIPTION_IS_NEWER = sql.raw(
  `stored.updated_at > excluded.updated_at
  or (stored.changed_at is not null and (excluded.updated_at > stored.updated_at) is not true)`,
)
