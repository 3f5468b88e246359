import type { ActivityEntry } from '../activity'
import type { CsvForm, Download } from '@/lib/core/download'
import type { ActivityScope } from '@/lib/core/roles'
import { actionLabel, outcomeLabel } from '../activity-label'
import { type ColumnsOf, CsvTable, instantColumns, numberColumn, textColumn } from '@/lib/core/server/csv/csv-table'
import { type CsvBatches, csvDownload } from '@/lib/core/server/csv/csv-download'
import { fileNameOf } from '@/lib/core/server/csv/file-name'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { ACTIVITY_FILTERS } from '../activity-filters'
import { ActivityFilters, activityScopeOf, type ActivitySearch, loadVisibleActivity } from './read-activity'
import { operation } from '@/lib/core/server/operation'
import { CSV_FIELDS } from '@/lib/core/server/input'

const BATCH_SIZE = 500

/**
 * Returns the activity that the user's role may see as CSV, newest first, read in batches while it is sent.
 * @throws ProblemError `not_allowed` for a filter that the role may not use, `console_busy` when too many exports run,
 * `store_unavailable`
 */
export const exportActivity = operation('exportActivity', {
  input: ActivityFilters.extend(CSV_FIELDS),
  audit: {
    records: 'run',
    fields: ['form', ...Object.keys(ACTIVITY_FILTERS)],
  },
  async run(context, { form, ...filters }): Promise<Download> {
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
  },
})

const withoutMidnight = (instant: string | undefined) => instant?.replace(/T00:00:00(?:\.0+)?Z$/, '')

async function* batchesOf(context: OperationContext, filters: ActivitySearch): CsvBatches<ActivityEntry> {
  let before: number | undefined
  for (;;) {
    const entries = await loadVisibleActivity(context, { ...filters, before }, BATCH_SIZE)
    if (entries.length === 0) return null
    yield entries
    before = entries.at(-1)?.sequence
  }
}

const COLUMNS: ColumnsOf<ActivityEntry> = {
  sequence: [numberColumn('Entry', ({ sequence }) => sequence)],
  at: instantColumns('When', ({ at }) => at),
  actor: [textColumn('Who', ({ actor }) => actor)],
  role: [textColumn('Role', ({ role }) => role)],
  action: [textColumn('Action', ({ action }) => actionLabel(action))],
  object: [
    textColumn('Object', ({ object }) => object && object.kind),
    textColumn('Object ID', ({ object }) => object && object.id),
  ],
  reason: [textColumn('Reason', ({ reason }) => reason)],
  ticket: [textColumn('Ticket', ({ ticket }) => ticket)],
  outcome: [textColumn('Outcome', (entry) => outcomeLabel(entry).text)],
  endedAt: instantColumns('Ended', ({ endedAt }) => endedAt),
  detail: [textColumn('Details', ({ detail }) => (Object.keys(detail).length === 0 ? '' : JSON.stringify(detail)))],
  requestId: [textColumn('Request ID', ({ requestId }) => requestId)],
}

/** Returns the CSV table of the activity, with every field of an entry; of cancellations without the fields that they lack. */
export const activityTable = (scope: ActivityScope, form?: CsvForm): CsvTable<ActivityEntry> =>
  new CsvTable(
    Object.values(scope === 'cancellations' ? { ...COLUMNS, role: [], requestId: [] } : COLUMNS).flat(),
    form,
  )
