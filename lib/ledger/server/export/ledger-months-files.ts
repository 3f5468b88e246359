import { PART_KIND_LABELS } from '../../ledger-labels'
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
import { type CsvBatches, csvDownload } from '@/lib/core/server/csv/csv-download'
import { fileNameOf } from '@/lib/core/server/csv/file-name'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { allLedgerMonths, type MonthsOfRead } from '../figures/list-ledger-months'
import type { LedgerReadRow } from '../read/stored-reads'
import { comparedOf } from '../read/get-ledger-read'
import { CSV_FIELDS, CustomerInput } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'

const ROWS_AT_ONCE = 500

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
      batches: batchesOf(file),
    })
  },
})

/** Returns the name of the file. The day is that of the data. */
export const monthsFileName = ({ externalId, row }: MonthsOfRead, ending: '.csv' | '') =>
  fileNameOf({ what: 'months', whose: externalId, at: new Date(row.asOf ?? row.updatedAt), ending })

/** Returns all months of a ledger that was read whole. @throws ProblemError `not_found` until then */
export async function monthsFileOf(context: OperationContext, externalId: string): Promise<MonthsOfRead> {
  const read = await allLedgerMonths(context, externalId)
  if (read !== null && read.row.completedAt !== null) return { externalId, ...read }
  throw problemError('not_found', 'This ledger was not read whole yet. Open it and choose "Read the whole ledger".')
}

/** Returns whether a read ledger agrees, in a sentence. */
export function ledgerVerdictOf(row: LedgerReadRow): string {
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

async function* batchesOf({ months, row }: MonthsOfRead): CsvBatches<MonthsCsvRow> {
  for (let at = 0; at < months.length; at += ROWS_AT_ONCE)
    yield months.slice(at, at + ROWS_AT_ONCE).map((month) => ({ month }))
  yield breaksOf(row).map((found) => ({ found }))
  return null
}

/** A month, or below the months a break. */
interface MonthsCsvRow {
  month?: LedgerMonth
  found?: LedgerBreak
}

/** Returns the breaks that a read has kept. */
export const breaksOf = ({ breaks }: LedgerReadRow): LedgerBreak[] => JSON.parse(breaks)

/** Where the balances of a pool come from. */
export const BASES = {
  balances: 'stored by the billing API',
  amounts: 'sum of amounts',
  unsigned: 'Unknown: deductions have positive amounts',
} as const
