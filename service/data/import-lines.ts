import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '@/database/open-database'
import { isStoreUnavailable } from '@/database/unavailable'
import { readImportLine, type NumberedLine } from './import-line'
import type { Line } from './line-reader'
import { addKept, nothingKept, type KeptObjects } from './kept-objects'
import { retryBatch } from './retry-batch'
import { writeBatch } from './write-batch'

/** One batch is one transaction; it is held short, as the embedded database serves nobody else meanwhile. */
const BATCH_LINES = 3_000
/** Entries out of order move others, batch after batch: then fewer, larger batches save most of the work. */
const MAX_BATCH_LINES = 5_000
/** Above so many moved entries a line, the next batch is twice as large; otherwise half. */
const MANY_MOVES = 2
const MAX_BATCH_BYTES = 4 * 1024 * 1024
/** Then whoever waits has a turn: the batch before needs the next of its statements sent. */
const LINES_AT_ONCE = 20
/** A stuck lock fails the batch, which is tried again a few times. */
const LOCK_TIMEOUT = '10s'

const LINE_KINDS = ['customer', 'subscription', 'invoice', 'transaction'] as const

/** What is stored so far. */
export interface ImportProgress {
  lines: number
  /** The number of the last line that is kept; 0 for none. */
  lastLine: number
  /** The last line of a batch whose connection was lost while it was committed: it may be kept or not. */
  uncertainLine: number | null
  stored: Record<NumberedLine['kind'], number>
  /** What gave way to a newer one that is stored: lines by their kind, and what was nested in them. */
  kept: KeptObjects
}

export function noProgress(): ImportProgress {
  return {
    lines: 0,
    lastLine: 0,
    uncertainLine: null,
    stored: { customer: 0, subscription: 0, invoice: 0, transaction: 0 },
    kept: nothingKept(),
  }
}

/**
 * Imports lines of one merchant, batch by batch, each all or nothing; reads the next while one is written. Memory is
 * bounded by two batches. The same lines again change nothing, and take back nothing that was changed since.
 * @param replace what is stored and newer gives way too
 * @param isDemo the dates are those of the day it was made, and tell nothing: what was cancelled or deleted here stays
 * @param progress is kept up to date after each batch, so it tells what stayed when this throws
 * @throws BadLine for the first line that cannot be taken: nothing of its batch is stored, the batches before it are
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
      // It is awaited below; until then a rejection must not count as unhandled.
      writing.catch(() => undefined)
    }
  } finally {
    await writing
  }
  return progress

  async function write(batch: NumberedLine[]): Promise<void> {
    const now = new Date().toISOString()
    let isCommitting = false
    const { moved, kept } = await retryBatch(async () => {
      isCommitting = false
      return db.transaction(async (tx) => {
        await tx.execute(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
        const written = await writeBatch(tx, merchantId, batch, { now, replace, isDemo })
        isCommitting = true
        return written
      })
    }).catch((error: unknown) => {
      if (isCommitting && isStoreUnavailable(error)) progress.uncertainLine = lastLineOf(batch)
      throw error
    })
    const isOutOfOrder = moved > MANY_MOVES * batch.length
    pace.lines = Math.min(MAX_BATCH_LINES, Math.max(BATCH_LINES, isOutOfOrder ? pace.lines * 2 : pace.lines / 2))
    count(progress, batch, kept)
    onBatch?.(progress)
  }
}

/** Batches of `pace.lines` lines, which may change meanwhile. */
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
    if (batch.length % LINES_AT_ONCE === 0) await nextTurn()
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
  for (const { kind } of batch) progress.stored[kind] += 1
  for (const kind of LINE_KINDS) progress.stored[kind] -= kept[kind].count
  addKept(progress.kept, kept)
}
