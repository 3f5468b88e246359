import type { Database } from '../store/open'
import { isStoreUnavailable } from '../store/unavailable'
import { readImportLine, type NumberedLine } from './import-line'
import type { Line } from './line-reader'
import { retryBatch } from './retry-batch'
import { writeBatch } from './write-batch'

/** One batch is one transaction; it is held short, as the embedded database serves nobody else meanwhile. */
const BATCH_LINES = 2_000
/** Entries out of order move others, batch after batch: then fewer, larger batches save most of the work. */
const MAX_BATCH_LINES = 5_000
/** Above so many moved entries a line, the next batch is twice as large; otherwise half. */
const MANY_MOVES = 2
const MAX_BATCH_BYTES = 4 * 1024 * 1024
/** A stuck lock fails the batch, which is tried again a few times. */
const LOCK_TIMEOUT = '10s'
/** Distinct unknown fields that are counted by name. */
const MAX_UNKNOWN_FIELDS = 1_000
const OTHER_FIELDS = '(others)'

/** What is stored so far. */
export interface ImportProgress {
  lines: number
  /** The number of the last line that is kept; 0 for none. */
  lastLine: number
  /** The last line of a batch whose connection was lost while it was committed: it may be kept or not. */
  uncertainLine: number | null
  stored: Record<NumberedLine['kind'], number>
  /** Fields the contract does not know, `subscription.plan.foo`, with the number of times they were met. */
  unknownFields: Map<string, number>
}

export function noProgress(): ImportProgress {
  return {
    lines: 0,
    lastLine: 0,
    uncertainLine: null,
    stored: { customer: 0, subscription: 0, invoice: 0, transaction: 0 },
    unknownFields: new Map(),
  }
}

interface Batch {
  lines: NumberedLine[]
  unknownFields: string[]
}

/**
 * Imports lines of one merchant, batch by batch, each all or nothing; reads the next while one is written. Memory is
 * bounded by two batches. The same lines again change nothing.
 * @param progress is kept up to date after each batch, so it tells what stayed when this throws
 * @throws BadLine for the first line that cannot be taken: nothing of its batch is stored, the batches before it are
 */
export async function importLines(options: {
  db: Database
  merchantId: string
  lines: AsyncIterable<Line>
  progress?: ImportProgress
  onBatch?: (progress: ImportProgress) => void
}): Promise<ImportProgress> {
  const { db, merchantId, lines, progress = noProgress(), onBatch } = options
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

  async function write(batch: Batch): Promise<void> {
    const now = new Date().toISOString()
    let isCommitting = false
    const moved = await retryBatch(async () => {
      isCommitting = false
      return db.transaction(async (tx) => {
        await tx.execute(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
        const count = await writeBatch(tx, merchantId, batch.lines, now)
        isCommitting = true
        return count
      })
    }).catch((error: unknown) => {
      if (isCommitting && isStoreUnavailable(error)) progress.uncertainLine = lastLineOf(batch)
      throw error
    })
    const isOutOfOrder = moved > MANY_MOVES * batch.lines.length
    pace.lines = Math.min(MAX_BATCH_LINES, Math.max(BATCH_LINES, isOutOfOrder ? pace.lines * 2 : pace.lines / 2))
    count(progress, batch)
    onBatch?.(progress)
  }
}

/** Batches of `pace.lines` lines, which may change meanwhile. */
async function* batchesOf(
  lines: AsyncIterable<Line>,
  merchantId: string,
  pace: { lines: number },
): AsyncGenerator<Batch> {
  let batch: Batch = { lines: [], unknownFields: [] }
  let bytes = 0
  for await (const { text, number, bytes: length } of lines) {
    const { line, unknownFields } = readImportLine(text, number, merchantId)
    batch.lines.push(line)
    batch.unknownFields.push(...unknownFields)
    bytes += length
    if (batch.lines.length < pace.lines && bytes < MAX_BATCH_BYTES) continue
    yield batch
    batch = { lines: [], unknownFields: [] }
    bytes = 0
  }
  if (batch.lines.length > 0) yield batch
}

const lastLineOf = ({ lines }: Batch) => lines.at(-1)?.number ?? 0

function count(progress: ImportProgress, batch: Batch): void {
  progress.lines += batch.lines.length
  progress.lastLine = lastLineOf(batch)
  for (const { kind } of batch.lines) progress.stored[kind] += 1
  for (const field of batch.unknownFields) {
    const { unknownFields } = progress
    const name = unknownFields.has(field) || unknownFields.size < MAX_UNKNOWN_FIELDS ? field : OTHER_FIELDS
    unknownFields.set(name, (unknownFields.get(name) ?? 0) + 1)
  }
}
