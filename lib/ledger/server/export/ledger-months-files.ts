import type { CsvForm, Download } from '@/lib/core/download'
import { type LedgerBreak, type LedgerMonth, PART_KINDS } from '../../whole-ledger'
import { breakLabel, isMonthOver, ledgerVerdict } from '../../ledger-verdict'
import {
  type CsvColumn,
  instantColumns,
  numberColumn,
  ofPart,
  textColumn,
  CsvTable,
} from '@/lib/core/server/csv/csv-table'
import { csvBatches, csvDownload } from '@/lib/core/server/csv/csv-download'
import { fileNameOf } from '@/lib/core/server/csv/file-name'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { type MonthsOfRead, allLedgerMonths } from '../figures/list-ledger-months'
import { comparedOf } from '../read/get-ledger-read'
import { CSV_FIELDS, CustomerInput } from '@/lib/core/server/input'
import { PART_KIND_LABELS } from '../../ledger-labels'
import {
  figure,
  type PrintedCell,
  type PrintedDocument,
  type PrintedTable,
  printedTable,
} from '@/lib/core/printed-document'
import { formatAmount, formatCount, formatNumber } from '@/lib/money/amount'
import { formatDateTime } from '@/lib/time/instant'
import { MAX_PRINTED_LINES, missingLines, withinPrintSlot } from '@/lib/core/server/csv/printed-lines'
import type { LedgerReadRow } from '../read/stored-reads'
import { operation } from '@/lib/core/server/operation'

/**
 * Returns all months of a ledger as CSV, the newest first, with the integrity verdict and the time of the data in each row, and below
 * them a row for each break, up to `MAX_BREAKS`. The same sums give the same bytes.
 * @throws ProblemError `not_found` until the whole ledger was read, `console_busy`, `store_unavailable`
 */
export const exportLedgerMonths = operation('exportLedgerMonths', {
  input: CustomerInput.extend(CSV_FIELDS),
  describe: 'A CSV of the months of a ledger.',
  audit: { records: 'run', object: { kind: 'customer', idField: 'externalId' }, fields: ['form'] },
  async run(context, { externalId, form }): Promise<Download> {
    const file = await monthsFileOf(context, externalId)
    return csvDownload(context, {
      fileName: monthsFileName(file, '.csv'),
      table: monthsTable(file, form),
      batches: csvBatches<MonthsCsvRow>([
        ...file.months.map((month) => ({ month })),
        ...breaksOf(file.row).map((found) => ({ found })),
      ]),
    })
  },
})

/** Returns the name of the file. The day is that of the data. */
const monthsFileName = ({ externalId, row }: MonthsOfRead, ending: '.csv' | '') =>
  fileNameOf({ what: 'months', whose: externalId, at: new Date(row.asOf ?? row.updatedAt), ending })

/** Returns all months of a ledger that was read whole. @throws ProblemError `not_found` until then */
async function monthsFileOf(context: OperationContext, externalId: string): Promise<MonthsOfRead> {
  const read = await allLedgerMonths(context, externalId)
  if (read !== null && read.row.completedAt !== null) return read
  throw problemError('not_found', 'This ledger was not read whole yet. Open it and choose "Read the whole ledger".')
}

/** Returns whether a read ledger agrees, in a sentence. */
function ledgerVerdictOf(row: LedgerReadRow): string {
  const { breakCount, entries, total, completedAt, why } = row
  return ledgerVerdict({ isComplete: completedAt !== null, breakCount, ...comparedOf(row), entries, total, why })
}

const MONTH_COLUMNS: readonly CsvColumn<LedgerMonth>[] = [
  textColumn('Pool', ({ pool }) => pool.unitName),
  textColumn('Pool ID', ({ pool }) => pool.unitId),
  textColumn('Balances', ({ basis }) => BASES[basis]),
  numberColumn('Opening', ({ opening }) => opening),
  ...PART_KINDS.map((kind) => numberColumn<LedgerMonth>(PART_KIND_LABELS[kind], ({ parts }) => parts[kind])),
  numberColumn('Not explained', ({ unexplained }) => unexplained),
  numberColumn('Closing', ({ closing }) => closing),
  numberColumn('Transactions', ({ entries }) => entries),
]

const BREAK_COLUMNS: readonly CsvColumn<LedgerBreak>[] = [
  textColumn('Break', breakLabel),
  textColumn('Transaction ID', ({ transactionId }) => transactionId),
  numberColumn('Page of 100, oldest first', ({ page }) => page),
  ...instantColumns<LedgerBreak>('Created', ({ createdAt }) => createdAt),
  numberColumn('Off by', ({ offBy }) => offBy),
]

function monthsTable({ externalId, row }: MonthsOfRead, form: CsvForm | undefined): CsvTable<MonthsCsvRow> {
  const verdict = ledgerVerdictOf(row)
  const columns: CsvColumn<MonthsCsvRow>[] = [
    textColumn('Month (UTC)', ({ month, found }) => month?.month ?? found?.createdAt?.slice(0, 7)),
    ...ofPart(MONTH_COLUMNS, ({ month }: MonthsCsvRow) => month),
    textColumn('Month is over', ({ month }) => month && isMonthOver(month.month, row.asOf)),
    textColumn('Customer', () => externalId),
    textColumn('Integrity', () => verdict),
    ...instantColumns<MonthsCsvRow>('As of', () => row.asOf),
    ...ofPart(BREAK_COLUMNS, ({ found }: MonthsCsvRow) => found),
  ]
  return new CsvTable(columns, form)
}

/** A month, or below the months a break. */
interface MonthsCsvRow {
  month?: LedgerMonth
  found?: LedgerBreak
}

/** Returns the breaks that a read has kept. */
const breaksOf = ({ breaks }: LedgerReadRow): LedgerBreak[] => JSON.parse(breaks)

/** Where the balances of a pool come from. */
const BASES = {
  balances: 'stored by the billing API',
  amounts: 'sum of amounts',
  unsigned: 'Unknown: deductions have positive amounts',
} as const

/** Returns all months of a ledger for paper, the newest first, with the breaks below them. @throws ProblemError as `exportLedgerMonths` */
export const printMonths = operation('printMonths', {
  input: CustomerInput,
  describe: 'The months of a ledger for paper.',
  audit: { records: 'run', object: { kind: 'customer', idField: 'externalId' }, fields: [] },
  async run(context, { externalId }): Promise<PrintedDocument> {
    const { environment, signal } = context
    const file = await withinPrintSlot(environment.printSlots, () => monthsFileOf(context, externalId), signal)
    const title = `Months of ${externalId}`
    const asOf = `${formatDateTime(file.row.asOf ?? file.row.updatedAt, 'UTC')} (UTC)`
    const breaks = breaksTable(file.row)
    return {
      title,
      fileName: monthsFileName(file, ''),
      facts: [
        { text: `As of ${asOf} · months are UTC · not revenue`, look: 'muted' },
        { text: ledgerVerdictOf(file.row), look: 'strong' },
      ],
      tables: [printedMonths(file), ...(breaks === null ? [] : [breaks])],
      pageFoot: `${title} · as of ${asOf}`,
    }
  },
})

function printedMonths({ months, row: { asOf } }: MonthsOfRead): PrintedTable {
  const printed = months.slice(0, MAX_PRINTED_LINES)
  const keys = [...new Set(printed.map(({ pool }) => pool.key))]
  const figures = ['Opening', ...PART_KINDS.map((kind) => PART_KIND_LABELS[kind]), 'Closing']
  return {
    caption: 'Months',
    columns: [{ title: 'Month' }, ...figures.map(figure)],
    groups: keys.map((key) => {
      const ofPool = printed.filter(({ pool }) => pool.key === key)
      return { title: poolTitle(ofPool[0]), rows: ofPool.map((month) => cellsOf(month, asOf)) }
    }),
    note: missingLines(months.length),
  }
}

function poolTitle(month: LedgerMonth | undefined): string | null {
  if (month === undefined) return null
  const { pool, basis } = month
  const unit = pool.unitName ?? pool.unitId ?? 'No unit'
  return basis === 'balances' ? unit : `${unit} · balances: ${BASES[basis]}`
}

const cellsOf = ({ month, opening, parts, closing, unexplained }: LedgerMonth, asOf: string | null): PrintedCell[] => [
  { text: month, ...(!isMonthOver(month, asOf) && { remarks: ['Not over yet'] }) },
  { text: amountText(opening) },
  ...PART_KINDS.map((kind) => ({ text: amountText(parts[kind]) })),
  {
    text: amountText(closing),
    ...(unexplained !== '0' && { remarks: [`${formatAmount(unexplained)} not explained`] }),
  },
]

/** Returns the breaks that the read has kept; null without any. */
function breaksTable(row: LedgerReadRow): PrintedTable | null {
  const breaks = breaksOf(row)
  if (breaks.length === 0) return null
  return printedTable({
    caption: formatCount(row.breakCount, 'break'),
    columns: ['Transaction', figure('Page'), 'Created (UTC)', 'Break', figure('Off by')],
    rows: breaks.map((found) => [
      found.transactionId ?? 'No ID',
      formatNumber(found.page),
      found.createdAt === null ? 'No date' : formatDateTime(found.createdAt, 'UTC'),
      breakLabel(found),
      amountText(found.offBy),
    ]),
    note: row.breakCount > breaks.length ? `Only the first ${formatNumber(breaks.length)} breaks are included.` : null,
  })
}

const amountText = (amount: string | null) => (amount === null ? '—' : formatAmount(amount))
