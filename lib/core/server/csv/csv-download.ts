import { Download } from '../../download'
import { partialOutcome, whyStopped } from '@/lib/ledger/ledger-walk'
import { log, logFieldsOf } from '../log'
import type { OperationContext } from '../operation-context'
import type { Slots } from '../slots'
import { endingSignal } from '../process-stop'
import type { CsvTable } from './csv-table'
import { startDownload } from './start-download'

/** The rows of a CSV in batches, read while the file is sent. They end with the reason why rows are missing, or null. */
export type CsvBatches<Row> = AsyncGenerator<readonly Row[], string | null>

const ROWS_AT_ONCE = 500

/** Returns the batches of rows that are all known. @param why rows are missing; null when none are */
export async function* csvBatches<Row>(rows: readonly Row[], why: string | null = null): CsvBatches<Row> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE)
  return why
}

interface CsvFile<Row> {
  table: CsvTable<Row>
  batches: CsvBatches<Row>
  /** Returns the last line of an incomplete file. Without it, the line has the number of rows. */
  partialLine?: (why: string) => string
  /** Returns the last line of a complete file; null when it has none. */
  lastLine?: () => string | null
}

/** What a CSV has so far. `isWhole` is valid after its end. */
interface CsvContent {
  rows: number
  isWhole: boolean
}

/**
 * Returns a CSV that is written while it is sent, as `csvBytes` does.
 * @throws ProblemError as the first batch, and `console_busy` when no download slot is free
 */
export async function csvDownload<Row>(
  context: OperationContext,
  { fileName, slots = context.environment.csvSlots, ...file }: CsvFile<Row> & { fileName: string; slots?: Slots },
): Promise<Download> {
  const content: CsvContent = { rows: 0, isWhole: false }
  const bytes = await startDownload(slots, csvBytes(file, context, content))
  return new Download(fileName, 'text/csv; charset=utf-8', bytes, () => content)
}

/** Writes a table and its batches. Only an incomplete file ends with a line that says so. */
export async function* csvBytes<Row>(
  { table, batches, partialLine, lastLine }: CsvFile<Row>,
  { requestId, signal }: Partial<Pick<OperationContext, 'requestId' | 'signal'>> = {},
  content: CsvContent = { rows: 0, isWhole: false },
): AsyncGenerator<Uint8Array> {
  const partial = (why: string) => table.lastLine(partialLine?.(why) ?? partialOutcome(content.rows, null, why))
  let step = await batches.next()
  yield table.head()
  try {
    while (!step.done) {
      yield table.rows(step.value)
      content.rows += step.value.length
      step = await batches.next()
      const isPartial = !step.done || step.value !== null
      if (isPartial && endingSignal().aborted) return yield partial(whyStopped({ kind: 'stopped' }))
    }
    if (step.value !== null) return yield partial(step.value)
    content.isWhole = true
    const last = lastLine?.() ?? null
    if (last !== null) yield table.lastLine(last)
  } catch (error) {
    // The status is already sent, so only the file can report the failure. An aborted request is no failure.
    if (!signal?.aborted) log().error({ event: 'export', requestId, ...logFieldsOf(error) })
    yield partial('the console or its database failed; its log has the error')
  }
}
