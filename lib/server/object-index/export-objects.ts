import type { ConsoleInput } from '@/contract/console/operations'
import { type CsvBatches, csvDownload } from '../downloads/csv-download'
import type { CsvTable } from '../downloads/csv-table'
import { fileNameOf } from '../downloads/file-name'
import type { OperationContext } from '../operation-context'
import { settings } from '../settings'
import { pageOf, type Selection, selectCustomers, selectInvoices, selectSubscriptions } from './list-objects'
import { customerPools, customersTable, invoicesTable, subscriptionsTable } from './objects-csv'
import { readList } from './seen-objects'

/** Orders by date have no index: each page reads the whole list, so pages are large. */
const BATCH_SIZE = 1_000

/** Returns the indexed subscriptions that match the filters as CSV, as `exportList` does. */
export const exportSubscriptions = (
  context: OperationContext,
  { form, ...input }: ConsoleInput<'exportSubscriptions'>,
) =>
  exportList(context, {
    name: 'subscriptions',
    input,
    selection: selectSubscriptions(context, input),
    table: subscriptionsTable(form),
    rowsOf: (row) => [row],
  })

/** Returns the indexed invoices that match the filters as CSV, as `exportList` does. */
export const exportInvoices = (context: OperationContext, { form, ...input }: ConsoleInput<'exportInvoices'>) =>
  exportList(context, {
    name: 'invoices',
    input,
    selection: selectInvoices(context, input),
    table: invoicesTable(form),
    rowsOf: (row) => [row],
  })

/** Returns the indexed ledgers that match the filters as CSV, a row for each pool, as `exportList` does. */
export const exportCustomers = (context: OperationContext, { form, ...input }: ConsoleInput<'exportCustomers'>) =>
  exportList(context, {
    name: 'customers',
    input,
    selection: selectCustomers(context, input),
    table: customersTable(form),
    rowsOf: customerPools,
  })

interface ExportedList<Row, View> {
  name: 'subscriptions' | 'invoices' | 'customers'
  /** The order and the filters. */
  input: Record<string, string | undefined> & { order: 'asc' | 'desc'; sort: string }
  selection: Selection<Row>
  table: CsvTable<View>
  /** Returns the rows of the file for a row of the list. */
  rowsOf: (row: Row) => View[]
}

/**
 * Returns all rows of a list as CSV, at most `CONSOLE_INDEX_ROWS`, read in pages while they are sent. A row that changes its place
 * meanwhile, because somebody reads its object, may be missing or appear twice.
 * @throws ProblemError `console_busy` when too many exports run, `store_unavailable`
 */
function exportList<Row, View>(context: OperationContext, list: ExportedList<Row, View>) {
  const { order: _, sort: __, ...filters } = list.input
  return csvDownload(context, {
    fileName: fileNameOf({
      what: list.name,
      whose: context.environment.name,
      filters,
      at: context.now(),
      ending: '.csv',
    }),
    table: list.table,
    batches: batchesOf(context, list),
  })
}

async function* batchesOf<Row, View>(
  { signal }: OperationContext,
  { selection, input: { order }, rowsOf }: ExportedList<Row, View>,
): CsvBatches<View> {
  let left = settings().CONSOLE_INDEX_ROWS
  let after: string | undefined
  for (;;) {
    const page = await readList(signal, (db) =>
      pageOf(db, { order, after, pageSize: Math.min(BATCH_SIZE, left) }, selection),
    )
    yield page.rows.flatMap(rowsOf)
    if (page.next === null) return null
    left -= page.rows.length
    if (left <= 0) return 'an export ends at CONSOLE_INDEX_ROWS rows; use a filter'
    after = page.next
  }
}
