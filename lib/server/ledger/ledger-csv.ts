import type { AllocationBlockView, TransactionView } from '@/contract/console/transaction'
import { readable } from '../../format/unreadable'
import { idCell, numberCell, textCell } from '../downloads/csv-cell'
import { type CsvColumn, CsvTable } from '../downloads/csv-table'

/** A row of a ledger, the UTC instant when it was read, and its breaks. */
export interface LedgerCsvRow {
  transaction: TransactionView
  asOf: string
  /** How its balances break, in words; '' when they agree. */
  breaks: string
}

type Columns<Source> = readonly [header: string, cell: (source: Source) => string][]
/** Requires a column for every field. */
type ColumnsOf<Source> = { [Field in keyof Source]-?: Columns<Source> }

/** The block's ID is in the column `allocationBlockId`. */
const BLOCK_COLUMNS: ColumnsOf<Omit<AllocationBlockView, 'id'>> = {
  pricingUnit: [['Pricing unit', ({ pricingUnit }) => textCell(pricingUnit)]],
  planName: [['Plan', ({ planName }) => textCell(planName)]],
  billingCadence: [['Billing interval', ({ billingCadence }) => textCell(billingCadence)]],
  invoiceVanityId: [['Invoice number', ({ invoiceVanityId }) => textCell(invoiceVanityId)]],
  invoiceId: [['Invoice ID', ({ invoiceId }) => textCell(invoiceId)]],
  amount: [['Block size', ({ amount }) => numberCell(amount)]],
  customPricingUnitId: [['Pricing unit ID', ({ customPricingUnitId }) => textCell(customPricingUnitId)]],
}

const COLUMNS: ColumnsOf<TransactionView> = {
  createdAt: [['Created (UTC)', ({ createdAt }) => textCell(createdAt)]],
  type: [['Type', ({ type }) => textCell(type)]],
  amount: [['Amount', ({ amount }) => numberCell(amount)]],
  isUnitUncertain: [['Amounts', ({ isUnitUncertain }) => (isUnitUncertain === true ? 'as sent, unit not known' : '')]],
  previousBalance: [['Balance before', ({ previousBalance }) => numberCell(previousBalance)]],
  newBalance: [['Balance after', ({ newBalance }) => numberCell(newBalance)]],
  billable: [['Billable', ({ billable }) => textCell(billable?.name)]],
  allocationBlock: Object.values(BLOCK_COLUMNS)
    .flat()
    .map(([header, cell]) => [
      header,
      ({ allocationBlock }) => (allocationBlock === undefined ? '' : cell(allocationBlock)),
    ]),
  id: [['Transaction ID', ({ id }) => textCell(id)]],
  billableId: [['Billable ID', ({ billableId, billable }) => idCell(billableId, billable?.id)]],
  allocationBlockId: [
    ['Block ID', ({ allocationBlockId, allocationBlock }) => idCell(allocationBlockId, allocationBlock?.id)],
  ],
  eventId: [['Event ID', ({ eventId }) => textCell(eventId)]],
  operationId: [['Operation ID', ({ operationId }) => textCell(operationId)]],
  merchantId: [['Merchant ID', ({ merchantId }) => textCell(merchantId)]],
  updatedAt: [['Updated (UTC)', ({ updatedAt }) => textCell(updatedAt)]],
}

/** The headers of numbers, which the Excel form writes with a decimal comma. */
const NUMBERS: readonly string[] = ['Amount', 'Balance before', 'Balance after', 'Block size']

const ALL_COLUMNS: readonly CsvColumn<LedgerCsvRow>[] = [
  ...Object.values(COLUMNS)
    .flat()
    .map(([header, cell]) => ({ header, cell: ({ transaction }: LedgerCsvRow) => cell(transaction) })),
  { header: 'As of (UTC)', cell: ({ asOf }) => asOf },
  { header: 'Break', cell: ({ breaks }) => textCell(breaks) },
]

/** The form of a ledger file. */
interface LedgerFile {
  /** `excel`: semicolons and decimal commas, as Excel expects where a comma is the decimal sign. */
  form: 'csv' | 'excel'
  /** The numbers of the columns wanted, from 0: "0,2,14". All by default. */
  columns?: string | undefined
  /** Adds a column with the creation in this zone. */
  timeZone?: string | undefined
}

/** Returns the table of a ledger file: every field of an entry, each ID once, and amounts with their sign as sent. */
export function ledgerTable({ form, columns, timeZone }: LedgerFile): CsvTable<LedgerCsvRow> {
  const wanted = columns?.split(',').map(Number)
  const chosen = ALL_COLUMNS.filter((_, index) => wanted?.includes(index) ?? true)
  const zoned = timeZone === undefined || timeZone === 'UTC' ? [] : [createdIn(timeZone)]
  const all = [...zoned, ...chosen]
  return form === 'csv' ? new CsvTable(all) : new CsvTable(all.map(withDecimalComma), ';')
}

/** "2026-10-01 14:05:03" in a zone; Swedish writes dates so. */
function createdIn(timeZone: string): CsvColumn<LedgerCsvRow> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return {
    header: `Created (${timeZone})`,
    cell: ({ transaction: { createdAt } }) => {
      const at = readable(createdAt)
      return at === null ? textCell(createdAt) : format.format(new Date(at))
    },
  }
}

const withDecimalComma = ({ header, cell }: CsvColumn<LedgerCsvRow>): CsvColumn<LedgerCsvRow> => ({
  header,
  cell: NUMBERS.includes(header) ? (row) => cell(row).replace(/^(-?\d+)\./, '$1,') : cell,
})
