import { and, asc, count, desc, eq, gt, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Batch, BatchList, BatchOutcome, BatchPreview, BatchResults, BatchRow } from '@/contract/console/batches'
import type { ConsoleInput } from '@/contract/console/operations'
import { isAllowed } from '@/contract/console/roles'
import type { Session } from '@/database/on-connection'
import { BATCH_PREVIEW_NAMES } from '../../format/batch-label'
import { changeStateLabel } from '../../format/change-state-label'
import { type Actor, userKey } from '../actor'
import { OWN_PROPOSALS_MS } from '../changes/list-changes'
import { type CsvBatches, csvDownload } from '../downloads/csv-download'
import { type ColumnsOf, CsvTable, instantColumns, textColumn } from '../downloads/csv-table'
import { fileNameOf } from '../downloads/file-name'
import { readList } from '../object-index/seen-objects'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { batches, batchRows, IS_CHANGE_OF_ROW } from '../store/batch-schema'
import { subscriptionChanges } from '../store/schema'

/** A batch as the store keeps it. */
export type StoredBatch = typeof batches.$inferSelect

/** The ended batches that are kept of each person, and listed of all. */
export const MAX_KEPT = 50
/** The most open batches of a team. */
export const MAX_OPEN = 20
/** The states of an open batch. */
export const OPEN_STATES = ['reading', 'ready', 'proposed', 'running'] as const

const { state: changeState } = subscriptionChanges
const OUTCOME = sql<BatchOutcome | null>`case
  when ${changeState} = 'CONFIRMED' then 'done'
  when ${changeState} in ('PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN', 'NEEDS_REVIEW') then 'unknown'
  when ${changeState} is not null or ${batchRows.problem} is not null then 'notDone' end`

/** Returns the batches of the team, or those that wait for the user's decision, or what became of the user's own. */
export async function listBatches(
  context: OperationContext,
  { state }: ConsoleInput<'listBatches'>,
): Promise<BatchList> {
  const { actor, now } = context
  const since = new Date(now().getTime() - OWN_PROPOSALS_MS).toISOString()
  const which = {
    all: undefined,
    proposed: and(eq(batches.state, 'proposed'), ne(batches.user, userKey(actor))),
    own_proposals: and(
      eq(batches.user, userKey(actor)),
      isNotNull(batches.proposedAt),
      or(inArray(batches.state, ['proposed', 'running']), gt(batches.endedAt, since)),
    ),
  }[state]
  return { batches: await readList(context.signal, (db) => selectBatches(db, context, which)) }
}

/** Returns a batch. @throws ProblemError `not_found` */
export async function batchOf(context: OperationContext, id: string): Promise<Batch> {
  const [batch] = await readList(context.signal, (db) => selectBatches(db, context, eq(batches.id, id)))
  if (!batch) throw noBatch()
  return batch
}

export const noBatch = () =>
  problemError(
    'not_found',
    'This batch does not exist. It may have been deleted: the newest 50 of each person are kept, for as long as the index.',
  )

async function selectBatches(db: Session, { environment, actor }: OperationContext, where?: SQL): Promise<Batch[]> {
  const found = await db
    .select()
    .from(batches)
    .where(and(eq(batches.source, environment.index.source), where))
    .orderBy(desc(batches.createdAt), batches.id)
    .limit(MAX_KEPT + MAX_OPEN)
  const groups = await countRows(
    db,
    found.map(({ id }) => id),
  )
  return found.map((batch) =>
    batchView(
      batch,
      groups.filter(({ batchId }) => batchId === batch.id),
      actor,
    ),
  )
}

type RowGroups = Awaited<ReturnType<typeof countRows>>

const countRows = (db: Session, ids: string[]) =>
  db
    .select({
      batchId: batchRows.batchId,
      preview: batchRows.preview,
      mayDelete: batchRows.mayDelete,
      outcome: OUTCOME,
      rows: count(),
    })
    .from(batchRows)
    .leftJoin(subscriptionChanges, IS_CHANGE_OF_ROW)
    .where(inArray(batchRows.batchId, ids))
    .groupBy(batchRows.batchId, batchRows.preview, batchRows.mayDelete, OUTCOME)

function batchView(row: StoredBatch, groups: RowGroups, actor: Actor): Batch {
  const { id, action, state, owner, user, createdAt, endedAt } = row
  const { reason, ticket, proposedAt, expiresAt, decidedAt, decidedBy, decisionReason } = row
  const sum = (isIn: (group: RowGroups[number]) => boolean) =>
    groups.reduce((total, group) => total + (isIn(group) ? group.rows : 0), 0)
  const previewed = (wanted: BatchPreview) => sum(({ preview }) => preview === wanted)
  const ended = (wanted: BatchOutcome) => sum(({ outcome }) => outcome === wanted)
  const isMine = user === userKey(actor) && actor.accessKey === undefined
  const isProposed = reason !== null && proposedAt !== null && expiresAt !== null
  return {
    id,
    action,
    state,
    owner,
    createdAt,
    endedAt,
    total: sum(() => true),
    read: sum(({ preview }) => preview !== null),
    counts: {
      changes: previewed('changes'),
      impossible: previewed('impossible'),
      nothing: previewed('nothing'),
      done: ended('done'),
      unknown: ended('unknown'),
      notDone: ended('notDone'),
    },
    needsFreshSignIn: groups.some(({ mayDelete }) => mayDelete),
    proposal: isProposed ? { reason, ticket, at: proposedAt, expiresAt, decided: decision() } : null,
    isMine,
    canStop: isMine || (isAllowed(actor.role, 'approve') && actor.accessKey === undefined),
  }

  function decision() {
    return decidedAt === null ? null : { at: decidedAt, by: decidedBy ?? '', reason: decisionReason ?? '' }
  }
}

const isShown = ({ batchId, show }: Pick<ConsoleInput<'getBatch'>, 'batchId' | 'show'>) =>
  and(eq(batchRows.batchId, batchId), show && sql`(${batchRows.preview} = ${show} or ${OUTCOME} = ${show})`)

const CHANGE_COLUMNS = {
  id: subscriptionChanges.id,
  state: changeState,
  detail: subscriptionChanges.detail,
  changedAt: subscriptionChanges.changedAt,
  sentAt: subscriptionChanges.sentAt,
  closedAt: subscriptionChanges.closedAt,
}

const selectRows = (db: Session, where: SQL | undefined) =>
  db
    .select({ row: batchRows, change: CHANGE_COLUMNS })
    .from(batchRows)
    .leftJoin(subscriptionChanges, IS_CHANGE_OF_ROW)
    .where(where)
    .orderBy(asc(batchRows.position))
    .$dynamic()

type SelectedRow = Awaited<ReturnType<typeof selectRows>>[number]

function rowView({ row, change }: SelectedRow): BatchRow {
  const { shown, preview, effect, problem } = row
  return {
    id: row.id,
    asOf: row.asOf,
    name: shown?.name ?? null,
    status: shown?.status ?? null,
    preview,
    effect,
    change: change && { ...change, isClosed: change.closedAt !== null },
    problem,
  }
}

/** Returns how far a batch is, and a page of its subscriptions. @throws ProblemError `not_found` */
export async function getBatch(context: OperationContext, input: ConsoleInput<'getBatch'>): Promise<BatchResults> {
  const batch = await batchOf(context, input.batchId)
  const { start, cursors } = pageAt(input)
  return readList(context.signal, async (db) => {
    const [matching] = await db
      .select({ count: count() })
      .from(batchRows)
      .leftJoin(subscriptionChanges, IS_CHANGE_OF_ROW)
      .where(isShown(input))
    const rows = await selectRows(db, isShown(input)).limit(input.pageSize).offset(start)
    return { batch, rows: rows.map(rowView), readAt: context.now().toISOString(), ...cursors(matching?.count ?? 0) }
  })
}

/** Returns the subscriptions of a batch as CSV, with what became of them so far. @throws ProblemError `not_found`, `console_busy` */
export async function exportBatch(context: OperationContext, { form, ...input }: ConsoleInput<'exportBatch'>) {
  const batch = await batchOf(context, input.batchId)
  return csvDownload(context, {
    fileName: fileNameOf({
      what: 'batch',
      whose: `${batch.id}-${context.environment.name}`,
      filters: { show: input.show },
      at: context.now(),
      ending: '.csv',
    }),
    table: new CsvTable(Object.values(COLUMNS).flat(), form),
    batches: allRows(context, input, batch),
  })
}

async function* allRows(
  { signal }: OperationContext,
  input: Pick<ConsoleInput<'getBatch'>, 'batchId' | 'show'>,
  { state, read, total, counts: { changes, done, unknown, notDone } }: Batch,
): CsvBatches<BatchRow> {
  const rows = await readList(signal, (db) => selectRows(db, isShown(input)))
  yield rows.map(rowView)
  if (state === 'reading') return `the batch has read ${read} of ${total} subscriptions`
  return state === 'running' ? `the batch has started ${done + unknown + notDone} of ${changes} changes` : null
}

const COLUMNS: ColumnsOf<BatchRow> = {
  id: [textColumn('ID', ({ id }) => id)],
  name: [textColumn('Plan', ({ name }) => name)],
  status: [textColumn('Status', ({ status }) => status)],
  preview: [textColumn('Preview', ({ preview }) => (preview === null ? 'Not read yet' : BATCH_PREVIEW_NAMES[preview]))],
  effect: [textColumn('Planned effect', ({ effect }) => effect)],
  change: [
    textColumn('Outcome', (row) => outcomeOf(row)),
    textColumn('Change ID', ({ change }) => change?.id ?? null),
    ...instantColumns<BatchRow>('Sent', ({ change }) => change?.sentAt ?? null),
    ...instantColumns<BatchRow>('Outcome since', ({ change }) => change?.changedAt ?? null),
  ],
  problem: [textColumn('Cause', ({ change, problem }) => change?.detail ?? problem)],
  asOf: instantColumns('Read', ({ asOf }) => asOf),
}

function outcomeOf({ preview, change, problem }: BatchRow): string | null {
  if (change !== null) return changeStateLabel(change.state, change.isClosed).text
  return problem !== null || preview === 'changes' ? changeStateLabel('NOT_SENT').text : null
}

/** Returns the number of rows before a page. @throws ProblemError `invalid_request` for a cursor of another list */
function startOf(cursor = '0'): number {
  if (!/^\d{1,4}$/.test(cursor))
    throw problemError('invalid_request', 'This page of the list does not exist. Go to the first page.')
  return Number(cursor)
}

/** Where a page of a batch's rows begins, and the cursors of the pages beside it. A cursor is the number of rows before its page. */
function pageAt({ after, before, pageSize }: Pick<ConsoleInput<'getBatch'>, 'after' | 'before' | 'pageSize'>) {
  const start = startOf(after ?? before)
  return {
    start,
    cursors: (found: number) => ({
      count: found,
      hasMore: false,
      previous: start === 0 ? null : String(Math.max(0, start - pageSize)),
      next: start + pageSize < found ? String(start + pageSize) : null,
    }),
  }
}
