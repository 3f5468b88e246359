import { createHash } from 'node:crypto'
import { eq, getTableColumns, type InferInsertModel, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { TransactionView } from '../../transaction'
import { type LedgerBreak, MAX_BREAKS } from '../../whole-ledger'
import { inTransaction } from '@/database/on-connection'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { columnNames, primaryKeyOf, recordset } from '@/database/recordset'
import type { BlockState } from '../../block-draws'
import type { CheckState, DayBalance } from '../../ledger-check'
import type { BlockNames, LedgerSum } from '../../ledger-sums'
import type { WalkEnd } from '../../ledger-walk'
import {
  ledgerBlocks,
  ledgerDays,
  ledgerIdHashes,
  ledgerPages,
  ledgerReads,
  ledgerSums,
} from '@/lib/store/ledger-schema'
import { storableText } from '@/lib/store/schema'
import { assertHeld, endJob, type Job } from '@/lib/jobs/job-store'
import { deleteOlderReads, type LedgerReadRow } from './stored-reads'

const TIMEOUT_MS = 15_000
/** PostgreSQL’s largest integer. */
const MAX_INTEGER = 2 ** 31 - 1

/** What was read since the last checkpoint, and how far the read is. */
export interface Checkpoint {
  sums: LedgerSum[]
  days: DayBalance[]
  blocks: BlockNames[]
  blockStates: ReadonlyMap<string, BlockState | undefined>
  pages: { page: number; entries: number; digest: string; firstAt: string | null; lastAt: string | null }[]
  /** As `SeenEntries.takeAdded`. */
  added: Buffer
  /** The first of them, and the number of all. */
  newBreaks: LedgerBreak[]
  newBreakCount: number
  walk: WalkEnd
  check: CheckState
  total: number | null
  asOf: string | null
}

/** How a read ended. */
export type ReadOutcome = Pick<LedgerReadRow, 'state' | 'why' | 'isResumable' | 'completedAt'>

/** Thrown when the read was deleted. */
export class ReadLostError extends Error {}

/** When a checkpoint is written, and how the read ends with it. */
interface CheckpointEnd {
  now: Date
  outcome?: ReadOutcome
  /** True when the job ends too, so that the next one can start as soon as the read says that it has ended. */
  isLast?: boolean
}

/**
 * Writes a checkpoint in one transaction.
 * @returns the read as it is stored now
 * @throws JobLostError, ReadLostError
 */
export function writeCheckpoint(
  { db, job, read }: { db: Database; job: Job; read: LedgerReadRow },
  checkpoint: Checkpoint,
  { now, outcome, isLast = false }: CheckpointEnd,
): Promise<LedgerReadRow> {
  return inTransaction({ db, signal: AbortSignal.timeout(TIMEOUT_MS) }, async (tx) => {
    await assertHeld(tx, job)
    const { id: readId } = read
    const lastPage = checkpoint.pages.at(-1)
    const breaks: LedgerBreak[] = [...JSON.parse(read.breaks), ...checkpoint.newBreaks].slice(0, MAX_BREAKS)
    const [row] = await tx
      .update(ledgerReads)
      .set({
        pages: lastPage?.page ?? read.pages,
        entries: checkpoint.walk.rows,
        total: checkpoint.total === null || checkpoint.total > MAX_INTEGER ? null : checkpoint.total,
        updatedAt: now.toISOString(),
        asOf: checkpoint.asOf ?? read.asOf,
        breakCount: read.breakCount + checkpoint.newBreakCount,
        breaks: JSON.stringify(breaks),
        walk: JSON.stringify(checkpoint.walk),
        check: JSON.stringify(checkpoint.check),
        // Until it ends, a complete read that goes on is not complete.
        ...(checkpoint.walk.rows > read.entries && { completedAt: null }),
        ...outcome,
      })
      .where(eq(ledgerReads.id, readId))
      .returning()
    if (!row) throw new ReadLostError('the read was deleted')
    const sums = row.sums + (await addRows(tx, ledgerSums, ofRead(readId, checkpoint.sums), ADDED_SUMS))
    await tx.update(ledgerReads).set({ sums }).where(eq(ledgerReads.id, readId))
    await addRows(tx, ledgerDays, ofRead(readId, checkpoint.days), sql`closing = excluded.closing`)
    await addRows(tx, ledgerBlocks, ofRead(readId, checkpoint.blocks.map(withState(checkpoint))), NEWER_BLOCK)
    await addRows(tx, ledgerPages, ofRead(readId, checkpoint.pages), LONGER_PAGE)
    if (checkpoint.added.length > 0) {
      const chunk = sql<number>`(select coalesce(max(chunk), 0) + 1 from ${ledgerIdHashes} where read_id = ${readId})`
      await tx.insert(ledgerIdHashes).values({ readId, chunk, hashes: checkpoint.added })
    }
    if (outcome?.state === 'complete' && isLast) await deleteOlderReads(tx, row)
    if (isLast) await endJob(tx, job, checkpoint.walk.stop?.kind === 'cancelled' ? 'stopped' : 'done')
    return { ...row, sums }
  })
}

const ADDED_SUMS = sql`
  billable_name = case when excluded.billable_name = '' then stored.billable_name else excluded.billable_name end,
  entries = stored.entries + excluded.entries, amount = stored.amount + excluded.amount, added = stored.added + excluded.added,
  first_at = least(stored.first_at, excluded.first_at), last_at = greatest(stored.last_at, excluded.last_at)`

const NEWER_BLOCK = sql`
  invoice_id = coalesce(excluded.invoice_id, stored.invoice_id), plan_name = coalesce(excluded.plan_name, stored.plan_name),
  invoice_number = coalesce(excluded.invoice_number, stored.invoice_number),
  "left" = excluded."left", has_grant = excluded.has_grant, is_overdrawn = excluded.is_overdrawn`

const LONGER_PAGE = sql`entries = excluded.entries, digest = excluded.digest,
  first_at = least(stored.first_at, excluded.first_at), last_at = greatest(stored.last_at, excluded.last_at)`

const ofRead = <Row extends object>(readId: number, rows: readonly Row[]) => rows.map((row) => ({ readId, ...row }))

const withState =
  ({ blockStates }: Checkpoint) =>
  (names: BlockNames) => ({
    ...names,
    ...(blockStates.get(names.block) ?? { left: null, hasGrant: false, isOverdrawn: false }),
  })

/**
 * Inserts rows, and updates those with the same primary key.
 * @param update the assignments, from `stored` and `excluded`; what they do not name stays
 * @returns the number of new rows
 */
async function addRows<Table extends PgTable>(
  tx: DatabaseTransaction,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
  update: SQL,
): Promise<number> {
  if (rows.length === 0) return 0
  const columns = getTableColumns(table)
  const key = columnNames(primaryKeyOf(table))
  const added = await tx.execute<{ count: number }>(sql`
    with written as (
      insert into ${table} as stored (${columnNames(columns)})
      select ${columnNames(columns)} from ${recordset(columns, rows)} as given order by ${key}
      on conflict (${key}) do update set ${update}
      returning xmax = 0 as is_new)
    select count(*) filter (where is_new)::integer as count from written`)
  return added.rows[0]?.count ?? 0
}

/** Five of them fit into a key of PostgreSQL, which holds 2,704 bytes; the key of a pool adds "name:" to one. */
const MAX_KEY_BYTES = 475

/** Returns the text in a form that can be a part of a key. A longer one is cut, and its hash keeps it apart from others. */
export function keyText(text: string): string {
  const storable = storableText(text)
  if (Buffer.byteLength(storable) <= MAX_KEY_BYTES) return storable
  const hash = createHash('sha1').update(storable).digest('base64')
  return `${Buffer.from(storable)
    .subarray(0, MAX_KEY_BYTES - 35)
    .toString()
    .replaceAll('\uFFFD', '')}… ${hash}`
}

/** Returns the entry with its texts as they are stored: cut like keys, so that the memory of the check is bounded too. */
export function withStoredTexts(row: TransactionView): TransactionView {
  const { billable, allocationBlock: block } = row
  return {
    ...row,
    id: stored(row.id),
    type: stored(row.type),
    eventId: stored(row.eventId),
    operationId: stored(row.operationId),
    billableId: stored(row.billableId),
    allocationBlockId: stored(row.allocationBlockId),
    billable: billable && { ...billable, id: stored(billable.id), name: stored(billable.name) },
    allocationBlock: block && {
      ...block,
      id: stored(block.id),
      customPricingUnitId: stored(block.customPricingUnitId),
      pricingUnit: stored(block.pricingUnit),
      invoiceId: stored(block.invoiceId),
      invoiceVanityId: stored(block.invoiceVanityId),
      planName: stored(block.planName),
    },
  }
}

const stored = <Value>(value: Value): Value | string => (typeof value === 'string' ? keyText(value) : value)
