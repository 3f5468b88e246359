import type { ActivityEntry } from '@/contract/console/activity'
import { Download } from '@/contract/console/download'
import type { ConsoleInput } from '@/contract/console/operations'
import { partialOutcome } from '../../format/walk-outcome'
import { ACTIVITY_TABLE } from './activity-csv'
import { startGenerator } from '../downloads/start-generator'
import { CSV_TYPE } from '../downloads/csv-table'
import { fileNameOf } from '../downloads/file-name'
import { log, logFieldsOf } from '../log'
import { loadActivity } from './list-activity'
import type { OperationContext } from '../operation-context'

const ROWS_AT_ONCE = 500

/**
 * Returns what was done or tried as CSV, newest first, read piece by piece while it is sent. Only an incomplete file ends
 * with a line that says so.
 * @throws ProblemError `console_busy` where too many files are being made, `store_unavailable`
 */
export async function exportActivity(
  context: OperationContext,
  filters: ConsoleInput<'exportActivity'>,
): Promise<Download> {
  const content = { rows: 0, isWhole: false }
  const { csvSlots, name } = context.environment
  const bytes = await startGenerator(csvSlots.within(exported(context, filters, content)))
  return new Download(fileNameOf('activity', name, '.csv'), CSV_TYPE, bytes, () => content)
}

async function* exported(
  { requestId }: OperationContext,
  filters: ConsoleInput<'exportActivity'>,
  content: { rows: number; isWhole: boolean },
): AsyncGenerator<Uint8Array> {
  let entries: ActivityEntry[] = await loadActivity(filters, ROWS_AT_ONCE)
  yield ACTIVITY_TABLE.head()
  try {
    while (entries.length > 0) {
      yield ACTIVITY_TABLE.rows(entries)
      content.rows += entries.length
      entries = await loadActivity({ ...filters, before: entries.at(-1)?.sequence }, ROWS_AT_ONCE)
    }
    content.isWhole = true
  } catch (error) {
    // The status is sent already: only the file itself can say it.
    log().error({ event: 'export', requestId, ...logFieldsOf(error) })
    yield ACTIVITY_TABLE.partialLine(partialOutcome(content.rows, null, 'the console’s database could not be read'))
  }
}
