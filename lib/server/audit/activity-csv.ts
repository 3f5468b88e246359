import type { ActivityEntry } from '@/contract/console/activity'
import { numberCell, textCell } from '../downloads/csv-cell'
import { CsvTable } from '../downloads/csv-table'

/** Every field has its columns, or the file would lack one. */
type ColumnsOf<Source> = { [Field in keyof Source]-?: readonly [header: string, cell: (source: Source) => string][] }

const COLUMNS: ColumnsOf<ActivityEntry> = {
  sequence: [['Entry', ({ sequence }) => numberCell(String(sequence))]],
  at: [['When (UTC)', ({ at }) => textCell(at)]],
  actor: [['Who', ({ actor }) => textCell(actor)]],
  role: [['Role', ({ role }) => textCell(role)]],
  action: [['Action', ({ action }) => textCell(action)]],
  object: [
    ['Object', ({ object }) => textCell(object?.kind)],
    ['Object ID', ({ object }) => textCell(object?.id)],
  ],
  reason: [['Reason', ({ reason }) => textCell(reason)]],
  ticket: [['Ticket', ({ ticket }) => textCell(ticket)]],
  outcome: [['Outcome', ({ outcome }) => textCell(outcome ?? 'not_recorded')]],
  endedAt: [['Ended (UTC)', ({ endedAt }) => textCell(endedAt)]],
  detail: [['Details', ({ detail }) => textCell(Object.keys(detail).length === 0 ? '' : JSON.stringify(detail))]],
  requestId: [['Request ID', ({ requestId }) => textCell(requestId)]],
}

/** The table of the activity's file, every field of an entry in it. */
export const ACTIVITY_TABLE = new CsvTable<ActivityEntry>(
  Object.values(COLUMNS)
    .flat()
    .map(([header, cell]) => ({ header, cell })),
)
