import { and, asc, count, desc, eq, inArray, ne, type SQL } from 'drizzle-orm'
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
    .select({ id, kind, owner, user, startedAt, state: jobs.state, endedAt: jobs.endedAt })
    .from(readRuns)
    .innerJoin(jobs, and(eq(jobs.source, source), eq(jobs.kind, 'read'), eq(jobs.subject, id)))
    .where(and(eq(source, environment.index.source), where))
    .orderBy(desc(startedAt), id)
    .limit(MAX_RUNS)
  const { runId, outcome } = readRows
  const groups = await db
    .select({ runId, outcome, rows: count() })
    .from(readRows)
    .where(
      inArray(
        runId,
        runs.map((run) => run.id),
      ),
    )
    .groupBy(runId, outcome)
  return runs.map(({ user: startedBy, ...run }) => {
    const ofRun = groups.filter((group) => group.runId === run.id)
    return {
      ...run,
      total: ofRun.reduce((total, { rows }) => total + rows, 0),
      counts: {
        ...NOTHING_READ,
        ...Object.fromEntries(ofRun.flatMap(({ outcome: of, rows }) => (of === null ? [] : [[of, rows]]))),
      },
      isMine: startedBy === userKey(actor),
    }
  })
}

const NOTHING_READ: ReadRun['counts'] = { read: 0, notFound: 0, otherKind: 0, failed: 0 }
