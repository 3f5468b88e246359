import { index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import type { InvoiceMonths, LeftOut } from '@/contract/console/check-months'
import { type Check, CHECK_KINDS, CHECK_VERDICTS, type CheckedObject } from '@/contract/console/checks'
import { instant, opaqueId } from '@/database/columns'
import { consoleSchema } from './schema'

/** What is shown of a checked object, besides its verdict. */
export type CheckedRow = Omit<CheckedObject, 'id' | 'given' | 'kind' | 'asOf' | 'verdict' | 'before'>

/** What the read of an object found by itself, in words. */
export interface OwnFound {
  problems: string[]
  gaps: string[]
  /**
   * Of a customer: how many of the newest transactions were read, and compared with the one before; the gaps among them, and the API's
   * count of all, null when it sends none.
   */
  newest?: { rows: number; joined: number; gaps: string[]; count: number | null } | undefined
}

/** The numbers of a check. */
export type CheckCounts = Pick<Check, 'total' | 'checked' | 'counts' | 'changed'>

/** The checks of lists. `lib/server/checks/` runs them, in any process on the store. */
export const checks = consoleSchema.table(
  'checks',
  {
    id: opaqueId('id').primaryKey(),
    source: opaqueId('source').notNull(),
    /** The ID of the user, or the name of the demo user. */
    user: opaqueId('user').notNull(),
    /** The user's name at the time. */
    owner: text('owner').notNull(),
    kind: text('kind', { enum: CHECK_KINDS }).notNull(),
    state: text('state', { enum: ['running', 'stopped', 'done'] }).notNull(),
    /** From 1; "Run again" starts the next one. */
    run: integer('run').notNull(),
    /** Of the current run. */
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    /** What it had found when it ended; of a running one, its objects tell. */
    counts: jsonb('counts').$type<CheckCounts>(),
  },
  (table) => [index('checks_started').on(table.source, table.startedAt)],
)

/** The objects of a check. */
export const checkedObjects = consoleSchema.table(
  'checked_objects',
  {
    checkId: opaqueId('check_id')
      .notNull()
      .references(() => checks.id, { onDelete: 'cascade' }),
    /** The place in the list, from 1. */
    position: integer('position').notNull(),
    id: opaqueId('id').notNull(),
    /** As it was pasted: the ID, or the number of the invoice. */
    given: text('given').notNull(),
    /** Null while it is not known. */
    kind: text('kind', { enum: ['subscription', 'invoice', 'customer'] }),
    /** The run that read it last, and the run that compared it with all other objects of its list; 0 before the first. */
    readRun: integer('read_run').notNull(),
    comparedRun: integer('compared_run').notNull(),
    /** How often the current run tried to read it. */
    attempts: integer('attempts').notNull(),
    /** Of the version before, which counts its reads by it. */
    claimedAt: instant('claimed_at'),
    /** Until when the process that reads it has it, by the store's clock. */
    leaseUntil: instant('lease_until'),
    checkedAt: instant('checked_at'),
    verdict: text('verdict', { enum: CHECK_VERDICTS }),
    /** The verdict of the run before. */
    before: text('before', { enum: CHECK_VERDICTS }),
    /** What only the read found, in words: the comparison adds to it. */
    own: jsonb('own').$type<OwnFound>().notNull(),
    row: jsonb('row').$type<CheckedRow>(),
    /** Of an invoice: its amounts by price and month, or why it is in no sum; null of one that was not read, or by the version before. */
    months: jsonb('months').$type<InvoiceMonths | LeftOut>(),
  },
  (table) => [
    primaryKey({ columns: [table.checkId, table.position] }),
    index('checked_objects_id').on(table.id),
    index('checked_objects_claimed').on(table.claimedAt),
  ],
)

/**
 * The rate at which checks and exports of lines read the objects of a source, in all processes together
 * (`read-turns.ts`). Groups send their changes by a rate of their own.
 */
export const readRates = consoleSchema.table('read_rates', {
  source: opaqueId('source').primaryKey(),
  /** The turns up to this instant are taken: one for each fraction of a second that the rate allows. */
  takenUntil: instant('taken_until').notNull(),
})
