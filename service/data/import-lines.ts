import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '@/database/open-database'
import { isTransactionConflict, retryTransaction } from '@/database/on-connection'
import { isStoreUnavailable } from '@/database/database-errors'
import { readImportLine } from './read-import-line'
import type { NumberedLine } from './storable-line'
import type { Line } from './line-reader'
import { addKept, nothingKept, type KeptObjects } from './kept-objects'
import { type ImportedIds, noIds, noteId } from './id-files'
import { writeBatch } from './write-batch'

/** A batch is one transaction. It is short because the embedded database serves no other client meanwhile. */
const BATCH_LINES = 3_000
/** Entries out of order move others in every batch, so that fewer, larger batches save most of the work. */
const MAX_BATCH_LINES = 5_000
/** Moved entries per line above which the next batch is twice as large; otherwise it is half as large. */
const MANY_MOVES = 2
const MAX_BATCH_BYTES = 4 * 1024 * 1024
/** Lines between two yields to the event loop, so that the batch being written can send its next statement. */
const LINES_BETWEEN_YIELDS = 20
/** A stuck lock fails the batch, which is retried. */
const LOCK_TIMEOUT = '10s'
/** A lock that was not to be had, and a key that a concurrent import has just written. */
const ALSO_RETRIED = ['55P03', '23505']

/** The kinds of lines. */
export const LINE_KINDS = ['customer', 'subscription', 'invoice', 'transaction'] as const

/** Progress of an import. */
export interface ImportProgress {
  lines: number
  /** Number of the last line that is stored; 0 for none. */
  lastLine: number
  /** Last line of a batch whose connection was lost during the commit: its outcome is unknown. */
  uncertainLine: number | null
  stored: Record<NumberedLine['kind'], number>
  /** Objects that were ignored because the stored one is newer, nested ones included. */
  kept: KeptObjects
  /** Of the lines that are stored, or were before. */
  ids: ImportedIds
}

export function noProgress(): ImportProgress {
  return {
    lines: 0,
    lastLine: 0,
    uncertainLine: null,
    stored: { customer: 0, subscription: 0, invoice: 0, transaction: 0 },
    kept: nothingKept(),
    ids: noIds(),
  }
}

/**
 * Imports lines of one merchant in batches, each all or nothing. It reads a batch while it writes the one before, so
 * memory is bounded by two batches. The import is idempotent, and a repeated one reverts no later change.
 * @param replace overwrites stored objects that are newer
 * @param isDemo keeps every subscription changed here, because the dates of demo data are those of its creation
 * @param progress is updated after each batch, also when the import throws later
 * @throws BadLine for the first refused line: its batch is rolled back, earlier batches stay
 */
export async function importLines(options: {
  db: Database
  merchantId: string
  lines: AsyncIterable<Line>
  replace?: boolean
  isDemo?: boolean
  progress?: ImportProgress
  onBatch?: (progress: ImportProgress) => void
}): Promise<ImportProgress> {
  const { db, merchantId, lines, replace = false, isDemo = false, progress = noProgress(), onBatch } = options
  const pace = { lines: BATCH_LINES }
  let writing = Promise.resolve()
  try {
    for await (const batch of batchesOf(lines, merchantId, pace)) {
      await writing
      writing = write(batch)
      // Prevents an unhandled rejection until the batch is awaited below.
      writing.catch(() => undefined)
    }
  } finally {
    await writing
  }
  return progress

  async function write(batch: NumberedLine[]): Promise<void> {
    const now = new Date().toISOString()
    let isCommitting = false
    const writeOnce = async () => {
      isCommitting = false
      return db.transaction(async (tx) => {
        await tx.execute(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
        const written = await writeBatch(tx, merchantId, batch, { now, replace, isDemo })
        isCommitting = true
        return written
      })
    }
    const { moved, kept } = await retryTransaction(writeOnce, { alsoRetried: ALSO_RETRIED }).catch((error: unknown) => {
      if (isCommitting && isStoreUnavailable(error) && !isTransactionConflict(error))
        progress.uncertainLine = lastLineOf(batch)
      throw error
    })
    const isOutOfOrder = moved > MANY_MOVES * batch.length
    pace.lines = Math.min(MAX_BATCH_LINES, Math.max(BATCH_LINES, isOutOfOrder ? pace.lines * 2 : pace.lines / 2))
    count(progress, batch, kept)
    onBatch?.(progress)
  }
}

/** Yields batches of `pace.lines` lines; the caller may change the pace between batches. */
async function* batchesOf(
  lines: AsyncIterable<Line>,
  merchantId: string,
  pace: { lines: number },
): AsyncGenerator<NumberedLine[]> {
  let batch: NumberedLine[] = []
  let bytes = 0
  for await (const { text, number, bytes: length } of lines) {
    batch.push(readImportLine(text, number, merchantId))
    bytes += length
    if (batch.length % LINES_BETWEEN_YIELDS === 0) await nextTurn()
    if (batch.length < pace.lines && bytes < MAX_BATCH_BYTES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

const lastLineOf = (batch: readonly NumberedLine[]) => batch.at(-1)?.number ?? 0

function count(progress: ImportProgress, batch: readonly NumberedLine[], kept: KeptObjects): void {
  progress.lines += batch.length
  progress.lastLine = lastLineOf(batch)
  for (const line of batch) {
    progress.stored[line.kind] += 1
    noteId(progress.ids, line)
  }
  for (const kind of LINE_KINDS) progress.stored[kind] -= kept[kind].count
  addKept(progress.kept, kept)
}
