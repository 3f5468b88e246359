import { type CsvForm, Download } from '@/contract/console/download'
import type { ConsoleInput } from '@/contract/console/operations'
import { type LedgerBreak, type LedgerMonth, PART_KINDS } from '@/contract/console/whole-ledger'
import { formatAmount, formatCount, formatNumber } from '../../../format/amount'
import { formatDateTime } from '../../../format/instant'
import { PART_KIND_LABELS } from '../../../format/labels'
import { breakLabel, isMonthOver, ledgerVerdict } from '../../../format/ledger-verdict'
import { type CsvColumn, instantColumns, numberColumn, ofPart, textColumn, CsvTable } from '../../downloads/csv-table'
import { type CsvBatches, csvDownload } from '../../downloads/csv-download'
import { fileNameOf } from '../../downloads/file-name'
import type { PdfDocument } from '../../downloads/pdf-document'
import { startDownload } from '../../downloads/start-download'
import type { OperationContext } from '../../operation-context'
import { problemError } from '../../problem'
import { allLedgerMonths, textsOfMonths, type MonthsOfRead } from '../figures/list-ledger-months'
import type { LedgerReadRow } from '../read/stored-reads'
import { comparedOf } from '../read/get-ledger-read'

const ROWS_AT_ONCE = 500

/**
 * Returns all months of a ledger as CSV, the newest first, with the integrity verdict and the time of the data in each row, and below
 * them a row for each break, up to `MAX_BREAKS`. The same sums give the same bytes.
 * @throws ProblemError `not_found` until the whole ledger was read, `console_busy`, `store_unavailable`
 */
export async function exportLedgerMonths(
  context: OperationContext,
  { externalId, form }: ConsoleInput<'exportLedgerMonths'>,
): Promise<Download> {
  const file = await monthsFileOf(context, externalId)
  return csvDownload(context, {
    fileName: nameOf(file, '.csv'),
    table: monthsTable(file, form),
    batches: batchesOf(file),
  })
}

/** Returns all months of a ledger as PDF, as `exportLedgerMonths` does. */
export async function downloadLedgerMonthsPdf(
  context: OperationContext,
  { externalId }: ConsoleInput<'downloadLedgerMonthsPdf'>,
): Promise<Download> {
  const file = await monthsFileOf(context, externalId)
  const bytes = await startDownload(context.environment.pdfSlots, pdfOf(file))
  return new Download(nameOf(file, '.pdf'), 'application/pdf', bytes)
}

/** The day is that of the data. */
const nameOf = ({ externalId, row }: MonthsOfRead, ending: '.csv' | '.pdf') =>
  fileNameOf({ what: 'months', whose: externalId, at: new Date(row.asOf ?? row.updatedAt), ending })

async function monthsFileOf(context: OperationContext, externalId: string): Promise<MonthsOfRead> {
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

const breaksOf = ({ breaks }: LedgerReadRow): LedgerBreak[] => JSON.parse(breaks)

const BASES = {
  balances: 'stored by the billing API',
  amounts: 'sum of amounts',
  unsigned: 'Unknown: deductions have positive amounts',
} as const

async function* pdfOf(file: MonthsOfRead): AsyncGenerator<Uint8Array> {
  // pdfkit is loaded on demand.
  const { PdfDocument } = await import('../../downloads/pdf-document')
  const asOf = file.row.asOf ?? file.row.updatedAt
  const pdf = await PdfDocument.begin({
    title: `Months of ${file.externalId}`,
    foot: `Months of ${file.externalId} · as of ${formatDateTime(asOf, 'UTC')} (UTC)`,
    cutNote: 'Cut here: the CSV has the rest.',
    asOf,
    texts: [ledgerVerdictOf(file.row), ...textsOfMonths(file)],
  })
  pdf.text('H1', `Months of ${file.externalId}`, { size: 18, weight: 'strong' })
  pdf.text('P', `As of ${formatDateTime(asOf, 'UTC')} (UTC) · months are UTC · not revenue`, { muted: true })
  pdf.text('P', ledgerVerdictOf(file.row), { weight: 'strong' })
  pdf.space(8)
  const keys = [...new Set(file.months.map(({ pool }) => pool.key))]
  for (const key of keys) {
    yield* writePool(
      pdf,
      file.months.filter(({ pool }) => pool.key === key),
      file.row.asOf,
    )
    pdf.space(10)
  }
  yield* writeBreaks(pdf, file.row)
  pdf.end()
  const last = pdf.taken()
  if (last) yield last
}

function* writePool(pdf: PdfDocument, months: readonly LedgerMonth[], asOf: string | null): Generator<Uint8Array> {
  const [first] = months
  if (!first) return
  const { pool, basis } = first
  pdf.text('H2', pool.unitName ?? pool.unitId ?? 'No unit', { size: 12, weight: 'strong' })
  if (basis !== 'balances') pdf.text('P', `Balances: ${BASES[basis]}`, { muted: true })
  pdf.table([
    { title: 'Month', width: 38 },
    ...['Opening', ...PART_KINDS.map((kind) => PART_KIND_LABELS[kind]), 'Closing'].map(figure),
  ])
  for (const { month, opening, parts, closing, unexplained } of months) {
    const remark = unexplained === '0' ? [] : [{ text: `${formatAmount(unexplained)} not explained`, muted: true }]
    pdf.row([
      [{ text: month }, ...(isMonthOver(month, asOf) ? [] : [{ text: 'Not over yet', muted: true }])],
      [{ text: amountText(opening) }],
      ...PART_KINDS.map((kind) => [{ text: amountText(parts[kind]) }]),
      [{ text: amountText(closing) }, ...remark],
    ])
    const written = pdf.taken()
    if (written) yield written
  }
  pdf.endTable()
}

function* writeBreaks(pdf: PdfDocument, row: LedgerReadRow): Generator<Uint8Array> {
  const breaks = breaksOf(row)
  if (breaks.length === 0) return
  pdf.text('H2', formatCount(row.breakCount, 'break'), { size: 12, weight: 'strong' })
  if (row.breakCount > breaks.length)
    pdf.text('P', `The first ${formatNumber(breaks.length)}; the CSV of the transactions names all.`, { muted: true })
  pdf.table([
    { title: 'Transaction', width: 150 },
    { title: 'Page', width: 38, align: 'right' },
    { title: 'Created (UTC)', width: 92 },
    { title: 'Break', width: 150 },
    figure('Off by'),
  ])
  for (const found of breaks) {
    pdf.row([
      [{ text: found.transactionId ?? 'No ID' }],
      [{ text: formatNumber(found.page) }],
      [{ text: found.createdAt === null ? 'No date' : formatDateTime(found.createdAt, 'UTC') }],
      [{ text: breakLabel(found) }],
      [{ text: amountText(found.offBy) }],
    ])
    const written = pdf.taken()
    if (written) yield written
  }
  pdf.endTable()
}

const figure = (title: string) => ({ title, width: 58, align: 'right' as const })
const amountText = (amount: string | null) => (amount === null ? '—' : formatAmount(amount))
