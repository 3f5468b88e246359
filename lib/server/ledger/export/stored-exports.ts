import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { ExportProgress } from '@/contract/console/download'
import type { Database } from '@/database/open-database'
import { partialOutcome } from '../../../format/walk-outcome'
import { ledgerExports } from '../../store/schema'
import { storableText } from '../../store/storable-text'

const MAX_KEPT = 200
const KEPT_HOURS = 1
/** A running export reports every second. Its process has ended when it is silent for that long. */
const SILENT_SECONDS = 20

const { id, run, state, rows, total, outcome, startedAt, updatedAt, isCancelRequested } = ledgerExports

/** An export in the store. */
export interface StoredExport {
  id: string
  run: string
}

/** Adds an export, and deletes old ones. A repeated ID then means the newer export. */
export async function storeExport(db: Database, exportId: string): Promise<StoredExport> {
  const stored = { id: exportId, run: randomUUID() }
  const newExport = {
    run: stored.run,
    state: 'running',
    rows: 0,
    total: null,
    outcome: null,
    startedAt: sql`now()`,
    updatedAt: sql`now()`,
    isCancelRequested: false,
  } as const
  await db
    .insert(ledgerExports)
    .values({ id: exportId, ...newExport })
    .onConflictDoUpdate({ target: id, set: newExport })
  const isOld = sql`${updatedAt} < now() - make_interval(hours => ${KEPT_HOURS})`
  const isDone = sql`(${state} <> 'running' or ${updatedAt} < now() - make_interval(secs => ${SILENT_SECONDS}))`
  const surplus = db
    .select({ id })
    .from(ledgerExports)
    .where(isDone)
    .orderBy(desc(startedAt), desc(id))
    .offset(MAX_KEPT)
  await db.delete(ledgerExports).where(or(isOld, inArray(id, surplus)))
  return stored
}

/** Stores the progress of an export. @returns true when it was cancelled, maybe by another process */
export async function storeProgress(db: Database, stored: StoredExport, progress: ExportProgress): Promise<boolean> {
  const [row] = await db
    .update(ledgerExports)
    .set({
      ...progress,
      total: Number.isSafeInteger(progress.total) ? progress.total : null,
      outcome: progress.outcome === null ? null : storableText(progress.outcome),
      updatedAt: sql`now()`,
    })
    .where(and(eq(id, stored.id), eq(run, stored.run)))
    .returning({ isCancelRequested })
  return row?.isCancelRequested === true
}

/** Returns the progress of an export that any process has stored; undefined when none has, or more than an hour ago. */
export async function findStoredExport(db: Database, exportId: string): Promise<ExportProgress | undefined> {
  const isSilent = sql<boolean>`${updatedAt} < now() - make_interval(secs => ${SILENT_SECONDS})`
  const [row] = await db.select({ state, rows, total, outcome, isSilent }).from(ledgerExports).where(eq(id, exportId))
  if (!row) return undefined
  const { isSilent: hasNoProcess, ...progress } = row
  if (progress.state !== 'running' || !hasNoProcess) return progress
  const lost = partialOutcome(
    row.rows,
    row.total,
    'its console no longer reports; the last line of the file says how it ended',
  )
  return { ...progress, state: 'partial', outcome: lost }
}

/** Asks the process of an export to stop it. Does nothing when the export has ended. @returns false when there is none */
export async function requestExportCancel(db: Database, exportId: string): Promise<boolean> {
  await db
    .update(ledgerExports)
    .set({ isCancelRequested: true })
    .where(and(eq(id, exportId), eq(state, 'running'), ne(isCancelRequested, true)))
  return (await findStoredExport(db, exportId)) !== undefined
}
