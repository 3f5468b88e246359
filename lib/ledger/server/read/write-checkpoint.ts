import { createHash } from 'node:crypto'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { TransactionView } from '../../transaction'
import { type LedgerBreak, MAX_BREAKS } from '../../whole-ledger'
import { inTransaction } from '@/database/on-connection'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { columnNames, recordset } from '@/database/recordset'
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
        breaks: storableText(JSON.stringify(breaks)),
        walk: JSON.stringify(checkpoint.walk),
        check: JSON.stringify(checkpoint.check, (_, value: unknown) =>
          typeof value === 'string' ? storableText(value) : value,
        ),
        // Until it ends, a complete read that goes on is not complete.
        ...(checkpoint.walk.rows > read.entries && { completedAt: null }),
        ...outcome,
      })
      .where(eq(ledgerReads.id, readId))
      .returning()
    if (!row) throw new ReadLostError('the read was deleted')
    const sums = row.sums + (await addSums(tx, readId, checkpoint.sums))
    await tx.update(ledgerReads).set({ sums }).where(eq(ledgerReads.id, readId))
    await writeDays(tx, readId, checkpoint.days)
    await writeBlocks(tx, readId, checkpoint)
    await writePages(tx, readId, checkpoint)
    if (checkpoint.added.length > 0) {
      const chunk = sql<number>`(select coalesce(max(chunk), 0) + 1 from ${ledgerIdHashes} where read_id = ${readId})`
      await tx.insert(ledgerIdHashes).values({ readId, chunk, hashes: checkpoint.added })
    }
    if (outcome?.state === 'complete' && isLast) await deleteOlderReads(tx, row)
    if (isLast) await endJob(tx, job, checkpoint.walk.stop?.kind === 'cancelled' ? 'stopped' : 'done')
    return { ...row, sums }
  })
}

/** Adds sums to those that are stored. @returns the number of new rows */
async function addSums(tx: DatabaseTransaction, readId: number, sums: readonly LedgerSum[]): Promise<number> {
  if (sums.length === 0) return 0
  const columns = getTableColumns(ledgerSums)
  const rows = sums.map((sum) => ({
    readId,
    ...sum,
    pool: keyText(sum.pool),
    type: keyText(sum.type),
    billable: keyText(sum.billable),
    block: keyText(sum.block),
    billableName: keyText(sum.billableName),
  }))
  const added = await tx.execute<{ count: number }>(sql`
    with written as (
      insert into ${ledgerSums} as stored (${columnNames(columns)})
      select read_id, day, pool, type, billable, block, max(billable_name), sum(entries)::integer, sum(amount), sum(added),
        sum(unreadable)::integer, min(first_at), max(last_at)
      from ${recordset(columns, rows)} as given group by 1, 2, 3, 4, 5, 6
      on conflict (read_id, day, pool, type, billable, block) do update set
        billable_name = case when excluded.billable_name = '' then stored.billable_name else excluded.billable_name end,
        entries = stored.entries + excluded.entries, amount = stored.amount + excluded.amount,
        added = stored.added + excluded.added, unreadable = stored.unreadable + excluded.unreadable,
        first_at = least(stored.first_at, excluded.first_at), last_at = greatest(stored.last_at, excluded.last_at)
      returning xmax = 0 as is_new)
    select count(*) filter (where is_new)::integer as count from written`)
  return added.rows[0]?.count ?? 0
}

/** A day that goes on keeps its opening balance. */
async function writeDays(tx: DatabaseTransaction, readId: number, days: readonly DayBalance[]): Promise<void> {
  if (days.length === 0) return
  const columns = getTableColumns(ledgerDays)
  const rows = days.map((day) => ({ readId, ...day, pool: keyText(day.pool) }))
  await tx.execute(sql`
    insert into ${ledgerDays} as stored (${columnNames(columns)})
    select ${columnNames(columns)} from ${recordset(columns, rows)} as given order by pool, day
    on conflict (read_id, pool, day) do update set closing = excluded.closing`)
}

async function writeBlocks(
  tx: DatabaseTransaction,
  readId: number,
  { blocks, blockStates }: Checkpoint,
): Promise<void> {
  if (blocks.length === 0) return
  const columns = getTableColumns(ledgerBlocks)
  const rows = blocks.map(({ block, pool, invoiceId, invoiceNumber, planName, billingCadence }) => ({
    readId,
    block: keyText(block),
    pool: keyText(pool),
    invoiceId: textOrNull(invoiceId),
    invoiceNumber: textOrNull(invoiceNumber),
    planName: textOrNull(planName),
    billingCadence: textOrNull(billingCadence),
    ...(blockStates.get(block) ?? { left: null, hasGrant: false, isOverdrawn: false }),
  }))
  await tx.execute(sql`
    insert into ${ledgerBlocks} as stored (${columnNames(columns)})
    select ${columnNames(columns)} from ${recordset(columns, rows)} as given order by block
    on conflict (read_id, block) do update set
      invoice_id = coalesce(excluded.invoice_id, stored.invoice_id),
      invoice_number = coalesce(excluded.invoice_number, stored.invoice_number),
      plan_name = coalesce(excluded.plan_name, stored.plan_name),
      billing_cadence = coalesce(excluded.billing_cadence, stored.billing_cadence),
      "left" = excluded."left", has_grant = excluded.has_grant, is_overdrawn = excluded.is_overdrawn`)
}

async function writePages(tx: DatabaseTransaction, readId: number, { pages }: Checkpoint): Promise<void> {
  if (pages.length === 0) return
  const columns = getTableColumns(ledgerPages)
  const rows = pages.map((page) => ({ readId, ...page }))
  await tx.execute(sql`
    insert into ${ledgerPages} as stored (${columnNames(columns)})
    select ${columnNames(columns)} from ${recordset(columns, rows)} as given order by page
    on conflict (read_id, page) do update set entries = excluded.entries, digest = excluded.digest,
      first_at = least(stored.first_at, excluded.first_at), last_at = greatest(stored.last_at, excluded.last_at)`)
}

const textOrNull = (text: string | null) => (text === null ? null : keyText(text))

/** Five of them fit into a key of PostgreSQL, which holds 2,704 bytes. */
const MAX_KEY_BYTES = 480

/** Returns the text in a form that can be a part of a key. A longer one is cut, and its hash keeps it apart from others. */
export function keyText(text: string): string {
  const storable = storableText(text)
  if (Buffer.byteLength(storable) <= MAX_KEY_BYTES) return storable
  const hash = createHash('sha1').update(storable).digest('base64')
  return `${Buffer.from(storable)
    .subarray(0, MAX_KEY_BYTES - 40)
    .toString()
    .replaceAll('\uFFFD', '')}… ${hash}`
}

/** Returns the entry with its long texts cut like keys, so that its memory is bounded. */
export function withShortTexts(row: TransactionView): TransactionView {
  const { billable, allocationBlock: block } = row
  return {
    ...row,
    id: short(row.id),
    type: short(row.type),
    billableId: short(row.billableId),
    allocationBlockId: short(row.allocationBlockId),
    billable: billable && { ...billable, id: short(billable.id), name: short(billable.name) },
    allocationBlock: block && {
      ...block,
      id: short(block.id),
      customPricingUnitId: short(block.customPricingUnitId),
      pricingUnit: short(block.pricingUnit),
      invoiceId: short(block.invoiceId),
      invoiceVanityId: short(block.invoiceVanityId),
      planName: short(block.planName),
      billingCadence: short(block.billingCadence),
    },
  }
}

/** A UTF-16 unit has at most three bytes in UTF-8, so a shorter text needs no cut. */
const short = <Value>(value: Value): Value | string =>
  typeof value === 'string' && value.length > MAX_KEY_BYTES / 3 ? keyText(value) : value
