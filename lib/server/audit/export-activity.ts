import type { ActivityEntry } from '@/contract/console/activity'
import { Download } from '@/contract/console/download'
import type { ConsoleInput } from '@/contract/console/operations'
import { partialOutcome } from '../../format/walk-outcome'
import { ACTIVITY_TABLE } from './activity-csv'
import { startGenerator } from '../downloads/start-generator'
import { CSV_TYPE } from '../downloads/csv-table'
import { fileNameOf } from '../downloads/file-name'
import { log, logFieldsOf } from '../log'
import { loadActivity } from './load-activity'
import type { OperationContext } from '../operation-context'

const BATCH_SIZE = 500

/**
 * Returns the activity as CSV, newest first, read in batches while it is sent. An incomplete file ends with a line that
 * says so.
 * @throws ProblemError `console_busy` when too many exports run, `store_unavailable`
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
  let entries: ActivityEntry[] = await loadActivity(filters, BATCH_SIZE)
  yield ACTIVITY_TABLE.head()
  try {
    while (entries.length > 0) {
      yield ACTIVITY_TABLE.rows(entries)
      content.rows += entries.length
      entries = await loadActivity({ ...filters, before: entries.at(-1)?.sequence }, BATCH_SIZE)
    }
    content.isWhole = true
  } catch (error) {
    // The status is already sent, so only the file can report the failure.
    log().error({ event: 'export', requestId, ...logFieldsOf(error) })
    yield ACTIVITY_TABLE.partialLine(partialOutcome(content.rows, null, 'the console’s database could not be read'))
  }
}
