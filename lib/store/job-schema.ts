import { sql } from 'drizzle-orm'
import { boolean, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, opaqueId } from '@/database/columns'
import { consoleSchema } from './schema'

/** `read`: a run of "Read these". `ledger`: the reading of a whole ledger. `group`: the changes of a selection, in their order. */
export const JOB_KINDS = ['read', 'ledger', 'group'] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** Work in the background that goes on after a restart. `lib/jobs/` runs it, in any process on the store. */
export const jobs = consoleSchema.table(
  'jobs',
  {
    id: opaqueId('id').primaryKey(),
    source: opaqueId('source').notNull(),
    kind: text('kind', { enum: JOB_KINDS }).notNull(),
    /** The ID of the run, the external ID of the ledger's customer, or the ID of the group. */
    subject: opaqueId('subject').notNull(),
    /** At most one job of a source and kind is unfinished in a lane: the person of a run, or the subject itself. */
    lane: opaqueId('lane').notNull(),
    state: text('state', { enum: ['running', 'done', 'stopped', 'failed'] }).notNull(),
    /** Failures in a row; a job that ran for a minute begins again at 0. */
    failures: integer('failures').notNull(),
    isStopRequested: boolean('is_stop_requested').notNull(),
    /** The process that works on it, until its lease ends; null while it waits. */
    holder: text('holder'),
    leaseUntil: instant('lease_until'),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('jobs_one_in_lane').on(table.source, table.kind, table.lane).where(sql.raw("state = 'running'")),
    index('jobs_subject').on(table.source, table.kind, table.subject),
  ],
)
