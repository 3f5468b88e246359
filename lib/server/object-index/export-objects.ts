import { Download } from '@/contract/console/download'
import type { ConsoleInput } from '@/contract/console/operations'
import { partialOutcome } from '../../format/walk-outcome'
import { CSV_TYPE, type CsvTable } from '../downloads/csv-table'
import { fileNameOf } from '../downloads/file-name'
import { startGenerator } from '../downloads/start-generator'
import { log, logFieldsOf } from '../log'
import type { OperationContext } from '../operation-context'
import { endingSignal } from '../stop-signals'
import { settings } from '../settings'
import { customerOf, selectCustomers, selectInvoices, selectSubscriptions } from './list-objects'
import { CUSTOMERS_TABLE, INVOICES_TABLE, SUBSCRIPTIONS_TABLE } from './objects-csv'
import { type ListedRow, pageOf, readList, type Selection } from './page-of'

/** Orders by date have no index: each page reads the whole list, so pages are large. */
const BATCH_SIZE = 1_000

/** Returns the indexed subscriptions that match the filters as CSV, as `exportList` does. */
export const exportSubscriptions = (context: OperationContext, input: ConsoleInput<'exportSubscriptions'>) =>
  exportList(context, {
    name: 'subscriptions',
    order: input.order,
    selection: selectSubscriptions(context, input),
    table: SUBSCRIPTIONS_TABLE,
    viewOf: (row) => row,
  })

/** Returns the indexed invoices that match the filters as CSV, as `exportList` does. */
export const exportInvoices = (context: OperationContext, input: ConsoleInput<'exportInvoices'>) =>
  exportList(context, {
    name: 'invoices',
    order: input.order,
    selection: selectInvoices(context, input),
    table: INVOICES_TABLE,
    viewOf: (row) => row,
  })

/** Returns the indexed ledgers that match the filters as CSV, as `exportList` does. */
export const exportCustomers = (context: OperationContext, input: ConsoleInput<'exportCustomers'>) =>
  exportList(context, {
    name: 'customers',
    order: input.order,
    selection: selectCustomers(context, input),
    table: CUSTOMERS_TABLE,
    viewOf: customerOf,
  })

interface ExportedList<Row extends ListedRow, View> {
  name: 'subscriptions' | 'invoices' | 'customers'
  order: 'asc' | 'desc'
  selection: Selection<Row>
  table: CsvTable<View>
  viewOf: (row: Omit<Row, 'sortKey'>) => View
}

/**
 * Returns all rows of a list as CSV, at most `CONSOLE_INDEX_ROWS`, read in pages while they are sent. An incomplete file ends with a
 * line that says so. A row that changes its place meanwhile, because somebody reads its object, may be missing or appear twice.
 * @throws ProblemError `console_busy` when too many exports run, `store_unavailable`
 */
async function exportList<Row extends ListedRow, View>(
  context: OperationContext,
  list: ExportedList<Row, View>,
): Promise<Download> {
  const content = { rows: 0, isWhole: false }
  const { csvSlots, name } = context.environment
  const bytes = await startGenerator(csvSlots.within(generateCsv(context, list, content)))
  return new Download(fileNameOf(list.name, name, '.csv'), CSV_TYPE, bytes, () => content)
}

async function* generateCsv<Row extends ListedRow, View>(
  { requestId, signal }: OperationContext,
  { selection, order, table, viewOf }: ExportedList<Row, View>,
  content: { rows: number; isWhole: boolean },
): AsyncGenerator<Uint8Array> {
  const most = settings().CONSOLE_INDEX_ROWS
  const readPage = (after: string | undefined) =>
    readList(signal, (db) =>
      pageOf({ order, after, pageSize: Math.min(BATCH_SIZE, most - content.rows) }, selection.order, (query) =>
        selection.selectRows(db, query),
      ),
    )
  let page = await readPage(undefined)
  yield table.head()
  try {
    for (;;) {
      yield table.rows(page.rows.map(viewOf))
      content.rows += page.rows.length
      if (page.next === null) break
      if (endingSignal().aborted) return yield table.partialLine(partialOutcome(content.rows, null, STOPPED))
      if (content.rows >= most) return yield table.partialLine(partialOutcome(content.rows, null, TOO_MANY))
      page = await readPage(page.next)
    }
    content.isWhole = true
  } catch (error) {
    // The status is already sent, so only the file can report the failure. An aborted request is no failure.
    if (!signal?.aborted) log().error({ event: 'export', requestId, ...logFieldsOf(error) })
    yield table.partialLine(partialOutcome(content.rows, null, 'the console’s database could not be read'))
  }
}

const STOPPED = 'the console was stopped; export it again'
const TOO_MANY = 'an export ends at CONSOLE_INDEX_ROWS rows; use a filter'
