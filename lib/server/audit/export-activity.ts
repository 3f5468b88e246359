import type { ActivityEntry } from '@/contract/console/activity'
import { Download } from '@/contract/console/download'
import type { ConsoleInput } from '@/contract/console/operations'
import { partialOutcome } from '../../format/walk-outcome'
import { ACTIVITY_TABLE, CANCELLATIONS_TABLE } from './activity-csv'
import { startGenerator } from '../downloads/start-generator'
import { CSV_TYPE, type CsvTable } from '../downloads/csv-table'
import { fileNameOf } from '../downloads/file-name'
import { log, logFieldsOf } from '../log'
import type { OperationContext } from '../operation-context'
import { endingSignal } from '../stop-signals'
import { activityScopeOf, loadVisibleActivity } from './visible-activity'

const BATCH_SIZE = 500

/**
 * Returns the activity that the user's role may see as CSV, newest first, read in batches while it is sent. An incomplete
 * file ends with a line that says so.
 * @throws ProblemError `not_allowed` for a filter that the role may not use, `console_busy` when too many exports run,
 * `store_unavailable`
 */
export async function exportActivity(
  context: OperationContext,
  filters: ConsoleInput<'exportActivity'>,
): Promise<Download> {
  const content = { rows: 0, isWhole: false }
  const isCancellations = activityScopeOf(context.actor, filters) === 'cancellations'
  const table = isCancellations ? CANCELLATIONS_TABLE : ACTIVITY_TABLE
  const { csvSlots, name } = context.environment
  const bytes = await startGenerator(csvSlots.within(exported(context, filters, table, content)))
  return new Download(
    fileNameOf(isCancellations ? 'cancellations' : 'activity', name, '.csv'),
    CSV_TYPE,
    bytes,
    () => content,
  )
}

async function* exported(
  { actor, requestId }: OperationContext,
  filters: ConsoleInput<'exportActivity'>,
  table: CsvTable<ActivityEntry>,
  content: { rows: number; isWhole: boolean },
): AsyncGenerator<Uint8Array> {
  let entries: ActivityEntry[] = await loadVisibleActivity(actor, filters, BATCH_SIZE)
  yield table.head()
  try {
    while (entries.length > 0) {
      yield table.rows(entries)
      content.rows += entries.length
      if (endingSignal().aborted)
        return yield table.partialLine(partialOutcome(content.rows, null, 'the console was stopped; export it again'))
      entries = await loadVisibleActivity(actor, { ...filters, before: entries.at(-1)?.sequence }, BATCH_SIZE)
    }
    content.isWhole = true
  } catch (error) {
    // The status is already sent, so only the file can report the failure.
    log().error({ event: 'export', requestId, ...logFieldsOf(error) })
    yield table.partialLine(partialOutcome(content.rows, null, 'the console’s database could not be read'))
  }
}
