import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { NOTHING_CHECKED } from '../../ledger-check'
import { NOTHING_WALKED, type WalkEnd } from '../../ledger-walk'
import { assertHeld, type Job, type JobName } from '@/lib/jobs/job-store'
import { ledgerReads } from '@/lib/store/ledger-schema'

export type LedgerReadRow = typeof ledgerReads.$inferSelect

/** A ledger of a source. */
export interface LedgerName {
  source: string
  externalId: string
}

/** Returns the condition for the reads of a ledger. */
const isOfLedger = ({ source, externalId }: LedgerName) =>
  and(eq(ledgerReads.source, source), eq(ledgerReads.externalId, externalId))

/** Returns the newest read of a ledger, and the one whose figures are shown: the newest that was complete once, if there is one. */
export async function selectReads(
  db: Pick<Database, 'select'>,
  ledger: LedgerName,
): Promise<{ latest: LedgerReadRow | null; shown: LedgerReadRow | null }> {
  const reads = await db.select().from(ledgerReads).where(isOfLedger(ledger)).orderBy(desc(ledgerReads.generation))
  const latest = reads[0] ?? null
  return { latest, shown: reads.find(({ completedAt }) => completedAt !== null) ?? latest }
}

/** The order in which the first read of each ledger is the one whose figures are shown. */
export const SHOWN_FIRST = [ledgerReads.externalId, sql`completed_at is null`, desc(ledgerReads.generation)] as const

/**
 * Makes a read ready for its job: one that stopped or is complete goes on, or else a new generation starts.
 * @param again compares all pages again, although the last read is complete
 */
export async function prepareRead(
  tx: DatabaseTransaction,
  ledger: LedgerName,
  { again, now }: { again: boolean; now: Date },
): Promise<void> {
  const { latest } = await selectReads(tx, ledger)
  const canGoOn = latest !== null && (latest.state === 'complete' ? !again : latest.isResumable)
  if (!canGoOn) await beginRead(tx, ledger, (latest?.generation ?? 0) + 1, now)
  else await tx.update(ledgerReads).set(startOf(latest, now)).where(eq(ledgerReads.id, latest.id))
}

/** Where a run starts, for its rate. */
const startOf = ({ entries }: Pick<LedgerReadRow, 'entries'>, now: Date) => ({
  state: 'running' as const,
  startedAt: now.toISOString(),
  startedAtEntry: entries,
  updatedAt: now.toISOString(),
  why: null,
})

/**
 * Returns the read that a claimed job goes on with; null when it was deleted.
 * @throws JobLostError
 */
export function resumeRead(db: Database, { job, now }: Pick<Restart, 'job' | 'now'>): Promise<LedgerReadRow | null> {
  return db.transaction(async (tx) => {
    await assertHeld(tx, job)
    const { latest } = await selectReads(tx, ledgerOf(job))
    if (latest?.state !== 'running') return null
    const [row] = await tx
      .update(ledgerReads)
      .set(startOf(latest, now))
      .where(eq(ledgerReads.id, latest.id))
      .returning()
    return row ?? null
  })
}

/** Returns the ledger of a job. */
export const ledgerOf = ({ source, subject }: JobName): LedgerName => ({ source, externalId: subject })

interface Restart {
  job: Job
  /** The generation that ended. */
  read: LedgerReadRow
  walk: WalkEnd
  now: Date
}

/** Starts the next generation of a read from page 1. @throws JobLostError */
export function restartRead(db: Database, { job, read, walk, now }: Restart): Promise<LedgerReadRow> {
  return db.transaction(async (tx) => {
    await assertHeld(tx, job)
    return beginRead(tx, ledgerOf(job), read.generation + 1, now, walk)
  })
}

/** Starts a generation of a read, and deletes earlier ones that never completed. */
async function beginRead(
  tx: DatabaseTransaction,
  ledger: LedgerName,
  generation: number,
  now: Date,
  walk: WalkEnd = NOTHING_WALKED,
): Promise<LedgerReadRow> {
  const [row] = await tx
    .insert(ledgerReads)
    .values({
      ...ledger,
      ...startOf({ entries: 0 }, now),
      generation,
      isResumable: true,
      pages: 0,
      entries: 0,
      sums: 0,
      comparedAt: now.toISOString(),
      breakCount: 0,
      breaks: '[]',
      walk: JSON.stringify(walk),
      check: JSON.stringify(NOTHING_CHECKED),
    })
    .returning()
  if (!row) throw new Error('the store returned no row of an insert')
  await tx
    .delete(ledgerReads)
    .where(and(isOfLedger(ledger), lt(ledgerReads.generation, generation), isNull(ledgerReads.completedAt)))
  return row
}

/** Ends the running read of a ledger before its end. It can go on from the last checkpoint. */
export async function stopRead(
  db: Pick<Database, 'update'>,
  ledger: LedgerName,
  { why, now }: { why: string; now: Date },
): Promise<void> {
  await db
    .update(ledgerReads)
    .set({ state: 'partial', why, updatedAt: now.toISOString() })
    .where(and(isOfLedger(ledger), eq(ledgerReads.state, 'running')))
}

/** Deletes the reads of a ledger before a complete one. */
export async function deleteOlderReads(tx: DatabaseTransaction, read: LedgerReadRow): Promise<void> {
  await tx.delete(ledgerReads).where(and(isOfLedger(read), lt(ledgerReads.generation, read.generation)))
}
