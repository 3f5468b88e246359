import { MAX_PAGE_SIZE } from '@/contract/billing/limits'
import type { Download, ExportProgress } from '@/lib/core/download'
import { ProblemError } from '@/lib/core/problem-error'
import { isWholeLedger, NOTHING_WALKED, totalOfWalk, type WalkEnd, type WalkStop } from '../../ledger-walk'
import { matchesFilter, type TransactionFilter } from '../../matches-filter'
import { filteredOutcome, partialOutcome, walkOutcome, whyPartial } from '../../walk-outcome'
import { csvDownloadOf } from '@/lib/core/server/csv/csv-download'
import { fileNameOf } from '@/lib/core/server/csv/file-name'
import { log, logFieldsOf } from '@/lib/core/server/log'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { listTransactions } from '../list-transactions'
import { walkLedgerAgain } from '../read/walk-ledger'
import { ownExportId, RunningExport } from './export-registry'
import { type LedgerCsvRow, ledgerTable } from './ledger-csv'
import { LEDGER_COLUMNS } from '@/lib/ledger/whole-ledger'
import { TransactionFilters } from '../transaction-filters'
import { CSV_FIELDS, ExportId } from '@/lib/core/server/input'
import { z } from 'zod'
import { operation } from '@/lib/core/server/operation'
import { isTimeZone } from '@/lib/text/preferences'

/**
 * Returns a customer's whole ledger, or what matches the filters, as CSV, oldest row first, read page by page while it is sent. An
 * incomplete file ends with a line that gives the reason, and one that no total confirms with a line that says so.
 * @throws ProblemError as `listTransactions` for the first page, and `console_busy` when no download slot is free
 */
export const exportTransactions = operation('exportTransactions', {
  input: TransactionFilters.extend({
    exportId: ExportId.optional(),
    ...CSV_FIELDS,
    columns: z
      .string()
      .regex(/^\d{1,2}(,\d{1,2})*$/)
      .refine((list) => list.split(',').every((each) => LEDGER_COLUMNS[Number(each)] !== undefined))
      .describe(`Numbers of columns, such as 0,2,14; all by default. From 0: ${LEDGER_COLUMNS.join(', ')}`)
      .optional(),
    timeZone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'must be a time zone')
      .describe('An IANA zone: the entries’ creation is then also in it')
      .optional(),
  }),
  describe: 'A CSV of a ledger, or of its entries that match the filters.',
  audit: {
    records: 'run',
    object: { kind: 'customer', idField: 'externalId' },
    fields: [
      'form',
      'columns',
      'timeZone',
      'type',
      'billable',
      'block',
      'pool',
      'from',
      'to',
      'amountFrom',
      'amountTo',
      'idContains',
    ],
  },
  async run(context, { externalId, exportId, form, columns, timeZone, ...filter }): Promise<Download> {
    const running = new RunningExport(context.signal)
    const storeEnd = await context.environment.exports.add(ownExportId(context.actor, exportId), running)
    const table = ledgerTable({ form, columns, timeZone })
    const pieces = exported(context, { externalId, filter, table, storeEnd }, running)
    const content = () => ({ rows: running.progress.rows, isWhole: running.progress.state === 'complete' })
    const fileName = fileNameOf({
      what: 'transactions',
      whose: externalId,
      filters: filter,
      at: context.now(),
      ending: '.csv',
    })
    return csvDownloadOf(context, fileName, pieces, content).catch(async (error: unknown) => {
      const why = error instanceof ProblemError ? error.problem.title : 'the console failed'
      running.end('partial', partialOutcome(0, null, `the ledger could not be read: ${why}`))
      await storeEnd()
      throw error
    })
  },
})

/**
 * Returns the progress of an export by the id from its browser, whichever process writes it.
 * @throws ProblemError `not_found` when the export never started, or ended more than an hour ago
 */
export const getExport = operation('getExport', {
  input: z.strictObject({ exportId: ExportId }),
  isPolled: true,
  async run(context, { exportId }): Promise<ExportProgress> {
    const progress = await context.environment.exports.find(ownExportId(context.actor, exportId))
    if (progress === undefined) throw unknownExport()
    return progress
  },
})

const unknownExport = (): ProblemError =>
  problemError('not_found', 'Export not found: it never started, or ended more than an hour ago.')

/**
 * Stops an export of any process, within a second. Its file then ends with a line that says so. A finished export stays unchanged.
 * @throws ProblemError `not_found`
 */
export const cancelExport = operation('cancelExport', {
  input: z.strictObject({ exportId: ExportId }),
  async run(context, { exportId }) {
    if (!(await context.environment.exports.cancel(ownExportId(context.actor, exportId)))) throw unknownExport()
    return { accepted: true }
  },
})

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
    listTransactions.run({ ...context, signal }, { externalId, page, pageSize: MAX_PAGE_SIZE, order: 'asc' })
  const pages = walkLedgerAgain({ readPage, signal })
  let step = await pages.next()
  let matched = 0
  const countAtStart = step.done ? null : step.value.total
  try {
    yield table.head()
    while (!step.done) {
      const { rows, total, asOf } = step.value
      yield* written(rows.map((transaction) => ({ transaction, asOf })))
      running.wrote(rows.length, total)
      step = await pages.next()
    }
    const outcome = close(step.value)
    if (!isWholeLedger(step.value) || totalOfWalk(step.value) === null) yield table.lastLine(outcome)
  } catch (error) {
    // The status is already sent, so only the file can report the failure.
    log().error({ event: 'export', requestId: context.requestId, ...logFieldsOf(error) })
    yield table.lastLine(close(incompleteEnd({ kind: 'failed' })))
  } finally {
    if (running.progress.state === 'running') close(incompleteEnd({ kind: 'clientLeft' }))
    const { state, rows } = running.progress
    log().info({ event: 'export', requestId: context.requestId, state, rows })
    await storeEnd()
  }

  function* written(rows: readonly LedgerCsvRow[]): Generator<Uint8Array> {
    const matches = rows.filter(({ transaction }) => matchesFilter(transaction, filter))
    matched += matches.length
    if (matches.length > 0) yield table.rows(matches)
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
    if (!isWholeLedger(end)) return partialOutcome(running.progress.rows, totalOfWalk(end), whyPartial(end))
    const isFiltered = Object.values(filter).some((value) => value !== undefined)
    return isFiltered ? filteredOutcome(matched, end) : walkOutcome(end)
  }
}
