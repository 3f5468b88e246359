import { MAX_PAGE_SIZE } from '@/contract/billing/limits'
import { Download } from '@/contract/console/download'
import type { ConsoleInput } from '@/contract/console/operations'
import { ProblemError } from '@/contract/console/problem-error'
import { isWholeLedger, NOTHING_WALKED, type WalkEnd, type WalkStop } from '../../domain/ledger/ledger-walk'
import { filteredOutcome, partialOutcome, walkOutcome, whyPartial } from '../../format/walk-outcome'
import { startGenerator } from '../downloads/start-generator'
import { CSV_TYPE } from '../downloads/csv-table'
import { RunningExport } from './running-export'
import { fileNameOf } from '../downloads/file-name'
import { matchesFilter, type TransactionFilter } from '../../domain/whole-ledger/matches-filter'
import { ledgerTable } from './ledger-csv'
import { walkLedgerAgain } from './walk-ledger'
import { log, logFieldsOf } from '../log'
import { listTransactions } from './list-transactions'
import type { OperationContext } from '../operation-context'

/**
 * Returns a customer's whole ledger, or what matches the filters, as CSV, oldest row first, read page by page while it is sent. Only an incomplete
 * file ends with a line that gives the reason.
 * @throws ProblemError as `listTransactions` for the first page, and `console_busy` when no download slot is free
 */
export async function exportTransactions(
  context: OperationContext,
  { externalId, exportId, form, columns, timeZone, ...filter }: ConsoleInput<'exportTransactions'>,
): Promise<Download> {
  const { csvSlots, exports } = context.environment
  const running = new RunningExport(context.signal)
  const storeEnd = await exports.add(exportId, running)
  const bytes = await startGenerator(
    csvSlots.within(
      exported(context, { externalId, filter, table: ledgerTable({ form, columns, timeZone }), storeEnd }, running),
    ),
  ).catch(async (error: unknown) => {
    const why = error instanceof ProblemError ? error.problem.title : 'the console failed'
    running.end('partial', partialOutcome(0, null, `the ledger could not be read: ${why}`))
    await storeEnd()
    throw error
  })
  const content = () => ({ rows: running.progress.rows, isWhole: running.progress.state === 'complete' })
  return new Download(fileNameOf('transactions', externalId, '.csv'), CSV_TYPE, bytes, content)
}

interface ExportedLedger {
  externalId: string
  filter: TransactionFilter
  table: ReturnType<typeof ledgerTable>
  /** Stores how the export has ended. */
  storeEnd: () => Promise<void>
}

async function* exported(
  context: OperationContext,
  { externalId, filter, table, storeEnd }: ExportedLedger,
  running: RunningExport,
): AsyncGenerator<Uint8Array> {
  const { signal } = running
  const readPage = (page: number) =>
    listTransactions({ ...context, signal }, { externalId, page, pageSize: MAX_PAGE_SIZE, order: 'asc' })
  const pages = walkLedgerAgain({ readPage, signal })
  let step = await pages.next()
  let matched = 0
  const countAtStart = step.done ? null : step.value.total
  try {
    yield table.head()
    while (!step.done) {
      const { rows, asOf, total } = step.value
      const matches = rows.filter((row) => matchesFilter(row, filter))
      matched += matches.length
      yield table.rows(matches.map((transaction) => ({ transaction, asOf })))
      running.wrote(rows.length, total)
      step = await pages.next()
    }
    const outcome = close(step.value)
    if (!isWholeLedger(step.value)) yield table.partialLine(outcome)
  } catch (error) {
    // The status is already sent, so only the file can report the failure.
    log().error({ event: 'export', requestId: context.requestId, ...logFieldsOf(error) })
    yield table.partialLine(close(incompleteEnd({ kind: 'failed' })))
  } finally {
    if (running.progress.state === 'running') close(incompleteEnd({ kind: 'goneAway' }))
    const { state, rows } = running.progress
    log().info({ event: 'export', requestId: context.requestId, state, rows })
    await storeEnd()
  }

  function incompleteEnd(stop: WalkStop): WalkEnd {
    return { ...NOTHING_WALKED, rows: running.progress.rows, countAtStart, stop }
  }

  function close(end: WalkEnd): string {
    const outcome = outcomeOf(end)
    running.end(isWholeLedger(end) ? 'complete' : 'partial', outcome)
    return outcome
  }

  function outcomeOf(end: WalkEnd): string {
    // A walk that began again may have fewer rows than the file.
    if (!isWholeLedger(end))
      return partialOutcome(running.progress.rows, end.countAtEnd ?? end.countAtStart, whyPartial(end))
    const isFiltered = Object.values(filter).some((value) => value !== undefined)
    return isFiltered ? filteredOutcome(matched, end.rows) : walkOutcome(end)
  }
}
