import { index, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { READ_KINDS, READ_OUTCOMES } from '@/lib/reads/reads'
import { instant, opaqueId } from '@/database/columns'
import { consoleSchema } from './schema'

/** The runs of "Read these". The job whose subject is the run has its state; its lane is the user. */
export const readRuns = consoleSchema.table(
  'read_runs',
  {
    id: opaqueId('id').primaryKey(),
    source: opaqueId('source').notNull(),
    /** The ID of the user, or the name of the demo user. */
    user: opaqueId('user').notNull(),
    /** The user's name at the time. */
    owner: text('owner').notNull(),
    kind: text('kind', { enum: READ_KINDS }).notNull(),
    startedAt: instant('started_at').notNull(),
  },
  (table) => [index('read_runs_started').on(table.source, table.startedAt)],
)

/** The IDs of a run. What was read is in the index, so that the lists have it. */
export const readRows = consoleSchema.table(
  'read_rows',
  {
    runId: opaqueId('run_id')
      .notNull()
      .references(() => readRuns.id, { onDelete: 'cascade' }),
    /** The place in the list, from 1. */
    position: integer('position').notNull(),
    id: opaqueId('id').notNull(),
    /** As it was pasted: the ID, or the number of the invoice. */
    given: text('given').notNull(),
    /** Null until it was tried. */
    outcome: text('outcome', { enum: READ_OUTCOMES }),
    /** Why it was not read, in words; null when the outcome says it. */
    why: text('why'),
    readAt: instant('read_at'),
  },
  (table) => [primaryKey({ columns: [table.runId, table.position] }), index('read_rows_id').on(table.id)],
)

/** The rate at which background work reads the objects of a source, in all processes together (`../jobs/read-turns.ts`). */
export const readRates = consoleSchema.table('read_rates', {
  source: opaqueId('source').primaryKey(),
  /** The turns up to this instant are taken: one for each fraction of a second that the rate allows. */
  takenUntil: instant('taken_until').notNull(),
})
