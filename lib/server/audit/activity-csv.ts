import type { ActivityEntry } from '@/contract/console/activity'
import { actionLabel, outcomeLabel } from '../../format/activity-label'
import { numberCell, textCell } from '../downloads/csv-cell'
import { CsvTable } from '../downloads/csv-table'

/** Requires columns for every field, so that a new field cannot be missing in the file. */
type ColumnsOf<Source> = { [Field in keyof Source]-?: readonly [header: string, cell: (source: Source) => string][] }

const COLUMNS: ColumnsOf<ActivityEntry> = {
  sequence: [['Entry', ({ sequence }) => numberCell(String(sequence))]],
  at: [['When (UTC)', ({ at }) => textCell(at)]],
  actor: [['Who', ({ actor }) => textCell(actor)]],
  role: [['Role', ({ role }) => textCell(role)]],
  action: [['Action', ({ action }) => textCell(actionLabel(action))]],
  object: [
    ['Object', ({ object }) => textCell(object?.kind)],
    ['Object ID', ({ object }) => textCell(object?.id)],
  ],
  reason: [['Reason', ({ reason }) => textCell(reason)]],
  ticket: [['Ticket', ({ ticket }) => textCell(ticket)]],
  outcome: [['Outcome', (entry) => textCell(outcomeLabel(entry).text)]],
  endedAt: [['Ended (UTC)', ({ endedAt }) => textCell(endedAt)]],
  detail: [['Details', ({ detail }) => textCell(Object.keys(detail).length === 0 ? '' : JSON.stringify(detail))]],
  requestId: [['Request ID', ({ requestId }) => textCell(requestId)]],
}

const tableOf = (columns: typeof COLUMNS) =>
  new CsvTable<ActivityEntry>(
    Object.values(columns)
      .flat()
      .map(([header, cell]) => ({ header, cell })),
  )

/** The CSV table of the activity, with every field of an entry. */
export const ACTIVITY_TABLE = tableOf(COLUMNS)

/** The CSV table of cancellations, without the fields that they lack. */
export const CANCELLATIONS_TABLE = tableOf({ ...COLUMNS, role: [], requestId: [] })
