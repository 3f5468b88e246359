import { and, asc, desc, eq, ne, sql, type SQL } from 'drizzle-orm'
import { type ReadRun, type ReadRuns, UNREAD_NAMES, type UnreadId } from '../reads'
import type { Session } from '@/database/on-connection'
import { userKey } from '@/lib/core/server/actor'
import { readList } from '@/lib/objects/server/seen-objects'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { jobs } from '@/lib/store/job-schema'
import { readRows, readRuns } from '@/lib/store/read-schema'
import { z } from 'zod'
import { ReadId } from '@/lib/core/server/filters'
import { operation } from '@/lib/core/server/operation'

/** The runs that are kept and listed. */
export const MAX_RUNS = 50
/** The most IDs without a read that a poll returns. */
const MAX_WHILE_RUNNING = 100

/** Returns the newest 50 runs. */
export const listReads = operation('listReads', {
  input: z.strictObject({}),
  describe: 'The runs that read the objects of a list again, the newest first, with their progress.',
  isPolled: true,
  run: async (context): Promise<ReadRuns> => ({
    runs: await readList(context.signal, (db) => selectRuns(db, context)),
  }),
})

/** Returns a run. @throws ProblemError `not_found` */
export async function runOf(context: OperationContext, id: string): Promise<ReadRun> {
  const [run] = await readList(context.signal, (db) => selectRuns(db, context, eq(readRuns.id, id)))
  if (!run)
    throw problemError(
      'not_found',
      'This run does not exist. It may have been deleted: the newest 50 are kept, for as long as the index.',
    )
  return run
}

/** Returns how far a run is, and the IDs that were not read. @throws ProblemError `not_found` */
export const getRead = operation('getRead', {
  input: z.strictObject({ readId: ReadId }),
  describe: 'How far a run of `readThese` is, and the IDs that were not found or not read.',
  tool: {},
  isPolled: true,
  async run(context, { readId }) {
    const run = await runOf(context, readId)
    const { position, given, outcome, why } = readRows
    const rows = await readList(context.signal, (db) => {
      const unread = db
        .select({ given, outcome, why })
        .from(readRows)
        .where(and(eq(readRows.runId, readId), ne(outcome, 'read')))
        .orderBy(asc(position))
      return run.state === 'running' ? unread.limit(MAX_WHILE_RUNNING) : unread
    })
    return { run, unread: rows.flatMap((row) => unreadOf(run, row)) }
  },
})

function unreadOf({ kind }: ReadRun, row: Pick<typeof readRows.$inferSelect, 'given' | 'outcome' | 'why'>): UnreadId[] {
  const { given, outcome, why } = row
  if (outcome === null || outcome === 'read') return []
  return [{ given, outcome, why: why ?? UNREAD_NAMES[outcome](kind) }]
}

async function selectRuns(db: Session, { environment, actor }: OperationContext, where?: SQL): Promise<ReadRun[]> {
  const { id, kind, owner, user, startedAt, source } = readRuns
  const runs = await db
    .select({ id, kind, owner, user, startedAt, state: jobs.state, endedAt: jobs.endedAt, rows: ROWS_OF_RUN })
    .from(readRuns)
    .innerJoin(jobs, and(eq(jobs.source, source), eq(jobs.kind, 'read'), eq(jobs.subject, id)))
    .where(and(eq(source, environment.index.source), where))
    .orderBy(desc(startedAt), id)
    .limit(MAX_RUNS)
  return runs.map(({ user: startedBy, rows: { total, ...counts }, ...run }) => ({
    ...run,
    total,
    counts,
    isMine: startedBy === userKey(actor),
  }))
}

/** The number of IDs of a run, and of those with each outcome. */
const ROWS_OF_RUN = sql<ReadRun['counts'] & { total: number }>`(
  select jsonb_build_object('total', count(*), 'read', count(*) filter (where outcome = 'read'),
    'notFound', count(*) filter (where outcome = 'notFound'), 'otherKind', count(*) filter (where outcome = 'otherKind'),
    'failed', count(*) filter (where outcome = 'failed'))
  from ${readRows} where run_id = ${readRuns.id})`
