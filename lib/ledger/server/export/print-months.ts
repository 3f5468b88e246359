import { PART_KIND_LABELS } from '../../ledger-labels'
import {
  figure,
  type PrintedCell,
  type PrintedDocument,
  type PrintedTable,
  printedTable,
} from '@/lib/core/printed-document'
import { type LedgerMonth, PART_KINDS } from '../../whole-ledger'
import { formatAmount, formatCount, formatNumber } from '@/lib/money/amount'
import { formatDateTime } from '@/lib/time/instant'
import { breakLabel, isMonthOver } from '../../ledger-verdict'
import { MAX_PRINTED_LINES, missingLines, withinPrintSlot } from '@/lib/core/server/csv/printed-lines'
import type { MonthsOfRead } from '../figures/list-ledger-months'
import type { LedgerReadRow } from '../read/stored-reads'
import { BASES, breaksOf, ledgerVerdictOf, monthsFileName, monthsFileOf } from './ledger-months-files'
import { CustomerInput } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'

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
      tables: [monthsTable(file), ...(breaks === null ? [] : [breaks])],
      pageFoot: `${title} · as of ${asOf}`,
    }
  },
})

function monthsTable({ months, row: { asOf } }: MonthsOfRead): PrintedTable {
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
