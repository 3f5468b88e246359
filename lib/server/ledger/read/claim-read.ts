import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNull, lt, not, sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { NOTHING_CHECKED } from '../../../domain/ledger/ledger-check'
import { NOTHING_WALKED, type WalkEnd } from '../../../domain/ledger/ledger-walk'
import { areForgotten, type ReadStart } from '../../object-index/forget-fence'
import { linkId } from '../../object-index/seen-rows'
import { ledgerReads } from '../../store/ledger-schema'
import { isHeld, newLease } from '../../lease'

export type LedgerReadRow = typeof ledgerReads.$inferSelect

/** A ledger of a source. */
export interface LedgerName {
  source: string
  externalId: string
}

const IS_HELD = isHeld(ledgerReads.leaseUntil)
/** The first key of the advisory locks of claims; the second is a hash of the ledger. */
const CLAIM_LOCK = 4_211_980

/** Returns the condition for the reads of a ledger. */
const isOfLedger = ({ source, externalId }: LedgerName) =>
  and(eq(ledgerReads.source, source), eq(ledgerReads.externalId, externalId))

/** Returns the newest read of a ledger, and the one whose figures are shown: the newest that was complete once, if there is one. */
export async function selectReads(
  db: Pick<Database, 'select'>,
  ledger: LedgerName,
): Promise<{ latest: LedgerReadRow | null; shown: LedgerReadRow | null }> {
  const reads = await db.select().from(ledgerReads).where(isOfLedger(ledger)).orderBy(desc(ledgerReads.generation))
  return { latest: reads[0] ?? null, shown: shownOf(reads) }
}

/** Returns the read whose figures are shown. @param reads of a ledger, the newest first */
export const shownOf = <Read extends Pick<LedgerReadRow, 'completedAt'>>(reads: readonly Read[]): Read | null =>
  reads.find(({ completedAt }) => completedAt !== null) ?? reads[0] ?? null

/**
 * Claims the read of a ledger for this process: continues one that stopped or is complete, or else starts a new one.
 * @param again compares all pages again, although the last read is complete
 * @param readStart the start of the operation that requests it
 * @returns null while another process reads it, or when the customer was forgotten since then
 */
export function claimRead(
  db: Database,
  ledger: LedgerName,
  { again, now, readStart }: { again: boolean; now: Date; readStart: ReadStart },
): Promise<LedgerReadRow | null> {
  return db.transaction(async (tx) => {
    const key = JSON.stringify([ledger.source, ledger.externalId])
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK}, hashtext(${key}))`)
    if (await isForgotten(tx, ledger, readStart)) return null
    const { latest } = await selectReads(tx, ledger)
    if (latest?.state === 'running' && (await isClaimed(tx, latest))) return null
    const canGoOn = latest !== null && (latest.state === 'complete' ? !again : latest.isResumable)
    return canGoOn ? reclaimRead(tx, latest, now) : beginRead(tx, ledger, (latest?.generation ?? 0) + 1, now)
  })
}

async function isClaimed(tx: DatabaseTransaction, { id }: LedgerReadRow): Promise<boolean> {
  const [row] = await tx.select({ isHeld: IS_HELD }).from(ledgerReads).where(eq(ledgerReads.id, id))
  return row?.isHeld === true
}

const claimOf = (now: Date, owner: string = randomUUID()) => ({
  state: 'running' as const,
  owner,
  leaseUntil: newLease(),
  startedAt: now.toISOString(),
  updatedAt: now.toISOString(),
  isCancelRequested: false,
  why: null,
})

async function reclaimRead(tx: DatabaseTransaction, read: LedgerReadRow, now: Date): Promise<LedgerReadRow | null> {
  const claim = { ...claimOf(now), startedAtEntry: read.entries }
  const [row] = await tx.update(ledgerReads).set(claim).where(eq(ledgerReads.id, read.id)).returning()
  return row ?? null
}

/** Blocks forgetting until the transaction ends. @returns true when the customer was forgotten after the operation started */
async function isForgotten(
  tx: DatabaseTransaction,
  { externalId }: LedgerName,
  readStart: ReadStart,
): Promise<boolean> {
  const [forgotten] = await areForgotten(tx, [{ readStart, names: [linkId('customer', externalId)] }])
  return forgotten !== false
}

/** Starts the next generation of a read from page 1. @returns null when another process did, or the customer was forgotten */
export function restartRead(
  db: Database,
  read: LedgerReadRow,
  { readStart, walk, now }: { readStart: ReadStart; walk: WalkEnd; now: Date },
): Promise<LedgerReadRow | null> {
  const { source, externalId, generation, owner } = read
  return db.transaction(async (tx) => {
    if (await isForgotten(tx, read, readStart)) return null
    return beginRead(tx, { source, externalId }, generation + 1, now, { owner: owner ?? undefined, walk })
  })
}

/** Starts a generation of a read, and deletes earlier ones that never completed. @returns null when another process started it first */
async function beginRead(
  tx: DatabaseTransaction,
  ledger: LedgerName,
  generation: number,
  now: Date,
  { owner, walk = NOTHING_WALKED }: { owner?: string | undefined; walk?: WalkEnd } = {},
): Promise<LedgerReadRow | null> {
  const [row] = await tx
    .insert(ledgerReads)
    .values({
      ...ledger,
      generation,
      ...claimOf(now, owner),
      isResumable: true,
      pages: 0,
      entries: 0,
      sums: 0,
      startedAtEntry: 0,
      comparedAt: now.toISOString(),
      breakCount: 0,
      breaks: '[]',
      walk: JSON.stringify(walk),
      check: JSON.stringify(NOTHING_CHECKED),
    })
    .onConflictDoNothing()
    .returning()
  if (!row) return null
  await tx
    .delete(ledgerReads)
    .where(and(isOfLedger(ledger), lt(ledgerReads.generation, generation), isNull(ledgerReads.completedAt)))
  return row
}

/** Asks the process that reads a ledger to stop. Does nothing while none does. */
export async function requestCancel(db: Database, ledger: LedgerName): Promise<void> {
  await db
    .update(ledgerReads)
    .set({ isCancelRequested: true })
    .where(and(isOfLedger(ledger), eq(ledgerReads.state, 'running')))
}

/** Returns a ledger whose reader no longer reports: its process has ended. One that was cancelled by then is stopped instead. */
export async function findAbandoned(db: Database, source: string): Promise<string | null> {
  const isAbandoned = and(eq(ledgerReads.source, source), eq(ledgerReads.state, 'running'), not(IS_HELD))
  await db
    .update(ledgerReads)
    .set({ state: 'partial', why: 'it was cancelled', leaseUntil: null })
    .where(and(isAbandoned, eq(ledgerReads.isCancelRequested, true)))
  const [row] = await db.select({ externalId: ledgerReads.externalId }).from(ledgerReads).where(isAbandoned).limit(1)
  return row?.externalId ?? null
}

/** Renews the lease of a read. @returns whether to go on: no when it is to be cancelled, or another process has it */
export async function renewLease(db: Database, read: LedgerReadRow): Promise<boolean> {
  const isMine = and(eq(ledgerReads.id, read.id), eq(ledgerReads.owner, read.owner ?? ''))
  const [row] = await db.update(ledgerReads).set({ leaseUntil: newLease() }).where(isMine).returning()
  return row?.isCancelRequested === false
}

/** Ends the reads of a claim that failed in the console itself. They can go on from the last checkpoint. */
export async function failRead(db: Database, read: LedgerReadRow, now: Date): Promise<void> {
  await db
    .update(ledgerReads)
    .set({
      state: 'partial',
      why: 'the console failed; its log has the error',
      leaseUntil: null,
      updatedAt: now.toISOString(),
    })
    .where(and(isOfLedger(read), eq(ledgerReads.owner, read.owner ?? ''), eq(ledgerReads.state, 'running')))
}

/** Ends a complete read: deletes the older reads of its ledger. */
export async function deleteOlderReads(db: Database, read: LedgerReadRow): Promise<void> {
  await db.delete(ledgerReads).where(and(isOfLedger(read), lt(ledgerReads.generation, read.generation)))
}
