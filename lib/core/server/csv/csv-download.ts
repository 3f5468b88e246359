import { Download } from '../../download'
import { partialOutcome } from '@/lib/ledger/walk-outcome'
import { log, logFieldsOf } from '../log'
import type { OperationContext } from '../operation-context'
import { endingSignal } from '../process-stop'
import type { CsvTable } from './csv-table'
import { startDownload } from './start-download'

/** The rows of a CSV in batches, read while the file is sent. They end with the reason why rows are missing, or null. */
export type CsvBatches<Row> = AsyncGenerator<readonly Row[], string | null>

interface CsvFile<Row> {
  table: CsvTable<Row>
  batches: CsvBatches<Row>
  /** Returns the last line of an incomplete file. Without it, the line has the number of rows. */
  partialLine?: (why: string) => string
}

/** What a CSV has so far. `isWhole` and `outcome`, the last line of an incomplete file, are valid after its end. */
export interface CsvContent {
  rows: number
  isWhole: boolean
  outcome?: string
}

/**
 * Returns a CSV that is written while it is sent, as `csvBytes` does.
 * @throws ProblemError as the first batch, and `console_busy` when no download slot is free
 */
export function csvDownload<Row>(
  context: OperationContext,
  { fileName, ...file }: CsvFile<Row> & { fileName: string },
): Promise<Download> {
  const content: CsvContent = { rows: 0, isWhole: false }
  return csvDownloadOf(context, fileName, csvBytes(file, context, content), () => content)
}

/** Returns a CSV of these pieces in a slot of its own, as `csvDownload` does. */
export async function csvDownloadOf(
  { environment }: OperationContext,
  fileName: string,
  pieces: AsyncGenerator<Uint8Array>,
  content: () => CsvContent,
): Promise<Download> {
  return new Download(fileName, 'text/csv; charset=utf-8', await startDownload(environment.csvSlots, pieces), content)
}

/** Writes a table and its batches. Only an incomplete file ends with a line that says so. */
export async function* csvBytes<Row>(
  { table, batches, partialLine }: CsvFile<Row>,
  { requestId, signal }: Partial<Pick<OperationContext, 'requestId' | 'signal'>> = {},
  content: CsvContent = { rows: 0, isWhole: false },
): AsyncGenerator<Uint8Array> {
  const partial = (why: string) =>
    table.lastLine((content.outcome = partialLine?.(why) ?? partialOutcome(content.rows, null, why)))
  let step = await batches.next()
  yield table.head()
  try {
    while (!step.done) {
      yield table.rows(step.value)
      content.rows += step.value.length
      step = await batches.next()
      if (!step.done && endingSignal().aborted) return yield partial('the console was stopped; export it again')
    }
    if (step.value !== null) return yield partial(step.value)
    content.isWhole = true
  } catch (error) {
    // The status is already sent, so only the file can report the failure. An aborted request is no failure.
    if (!signal?.aborted) log().error({ event: 'export', requestId, ...logFieldsOf(error) })
    yield partial('the console’s database could not be read')
  }
}
