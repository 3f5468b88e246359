import type { ActivityEntry } from '@/contract/console/activity'
import type { CsvForm } from '@/contract/console/download'
import type { ActivityScope } from '@/contract/console/roles'
import { actionLabel, outcomeLabel } from '../../format/activity-label'
import { type ColumnsOf, instantColumns, numberColumn, textColumn } from '../downloads/csv-columns'
import { CsvTable } from '../downloads/csv-table'

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
