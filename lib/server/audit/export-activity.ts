import type { ActivityEntry } from '@/contract/console/activity'
import type { Download } from '@/contract/console/download'
import type { ConsoleInput } from '@/contract/console/operations'
import { type CsvBatches, csvDownload } from '../downloads/csv-download'
import { fileNameOf } from '../downloads/file-name'
import type { OperationContext } from '../operation-context'
import { activityTable } from './activity-csv'
import { activityScopeOf, loadVisibleActivity } from './visible-activity'

const BATCH_SIZE = 500

/**
 * Returns the activity that the user's role may see as CSV, newest first, read in batches while it is sent.
 * @throws ProblemError `not_allowed` for a filter that the role may not use, `console_busy` when too many exports run,
 * `store_unavailable`
 */
export async function exportActivity(
  context: OperationContext,
  { form, ...filters }: ConsoleInput<'exportActivity'>,
): Promise<Download> {
  const scope = activityScopeOf(context.actor, filters)
  const { from, to, ...others } = filters
  return csvDownload(context, {
    fileName: fileNameOf({
      what: scope === 'cancellations' ? 'cancellations' : 'activity',
      whose: context.environment.name,
      filters: { ...others, from: withoutMidnight(from), before: withoutMidnight(to) },
      at: context.now(),
      ending: '.csv',
    }),
    table: activityTable(scope, form),
    batches: batchesOf(context, filters),
  })
}

const withoutMidnight = (instant: string | undefined) => instant?.replace(/T00:00:00(?:\.0+)?Z$/, '')

async function* batchesOf(
  { actor }: OperationContext,
  filters: ConsoleInput<'exportActivity'>,
): CsvBatches<ActivityEntry> {
  let before: number | undefined
  for (;;) {
    const entries = await loadVisibleActivity(actor, { ...filters, before }, BATCH_SIZE)
    if (entries.length === 0) return null
    yield entries
    before = entries.at(-1)?.sequence
  }
}
