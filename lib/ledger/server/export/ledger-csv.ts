import type { CsvForm } from '@/lib/core/download'
import type { AllocationBlockView, TransactionView } from '../../transaction'
import { LEDGER_COLUMNS } from '../../whole-ledger'
import { readable } from '@/lib/billing-api/unreadable'
import { textCell } from '@/lib/core/server/csv/csv-cell'
import {
  type ColumnsOf,
  type CsvColumn,
  idColumn,
  instantColumns,
  numberColumn,
  ofPart,
  textColumn,
  CsvTable,
} from '@/lib/core/server/csv/csv-table'

/** A row of a ledger, and the UTC instant when it was read. */
export interface LedgerCsvRow {
  transaction: TransactionView
  asOf: string
}

/** The block's ID is in the column `allocationBlockId`. */
const BLOCK_COLUMNS: ColumnsOf<Omit<AllocationBlockView, 'id'>> = {
  pricingUnit: [textColumn('Pricing unit', ({ pricingUnit }) => pricingUnit)],
  planName: [textColumn('Plan', ({ planName }) => planName)],
  billingCadence: [textColumn('Billing interval', ({ billingCadence }) => billingCadence)],
  invoiceVanityId: [textColumn('Invoice number', ({ invoiceVanityId }) => invoiceVanityId)],
  invoiceId: [textColumn('Invoice ID', ({ invoiceId }) => invoiceId)],
  amount: [numberColumn('Block size', ({ amount }) => amount)],
  customPricingUnitId: [textColumn('Pricing unit ID', ({ customPricingUnitId }) => customPricingUnitId)],
}

const COLUMNS: ColumnsOf<TransactionView> = {
  createdAt: instantColumns('Created', ({ createdAt }) => createdAt),
  type: [textColumn('Type', ({ type }) => type)],
  amount: [numberColumn('Amount', ({ amount }) => amount)],
  isUnitUncertain: [
    textColumn('Amounts', ({ isUnitUncertain }) => (isUnitUncertain === true ? 'as sent, unit not known' : '')),
  ],
  previousBalance: [numberColumn('Balance before', ({ previousBalance }) => previousBalance)],
  newBalance: [numberColumn('Balance after', ({ newBalance }) => newBalance)],
  billable: [textColumn('Billable', ({ billable }) => billable?.name)],
  allocationBlock: ofPart(Object.values(BLOCK_COLUMNS).flat(), ({ allocationBlock }) => allocationBlock),
  id: [textColumn('Transaction ID', ({ id }) => id)],
  billableId: [
    idColumn(
      'Billable ID',
      ({ billableId }) => billableId,
      ({ billable }) => billable?.id,
    ),
  ],
  allocationBlockId: [
    idColumn(
      'Block ID',
      ({ allocationBlockId }) => allocationBlockId,
      ({ allocationBlock }) => allocationBlock?.id,
    ),
  ],
  eventId: [textColumn('Event ID', ({ eventId }) => eventId)],
  operationId: [textColumn('Operation ID', ({ operationId }) => operationId)],
  merchantId: [textColumn('Merchant ID', ({ merchantId }) => merchantId)],
  updatedAt: instantColumns('Updated', ({ updatedAt }) => updatedAt),
}

const ALL_COLUMNS: readonly CsvColumn<LedgerCsvRow>[] = [
  ...ofPart(Object.values(COLUMNS).flat(), ({ transaction }: LedgerCsvRow) => transaction),
  ...instantColumns<LedgerCsvRow>('As of', ({ asOf }) => asOf),
]

/** The form of a ledger file. */
interface LedgerFile {
  form?: CsvForm | undefined
  /** The numbers of the columns wanted (`LEDGER_COLUMNS`), from 0: "0,2,14". All by default. */
  columns?: string | undefined
  /** Adds a column with the creation in this zone. */
  timeZone?: string | undefined
}

/** Returns the table of a ledger file: every field of an entry, each ID once, and amounts with their sign as sent. */
export function ledgerTable({ form, columns, timeZone }: LedgerFile): CsvTable<LedgerCsvRow> {
  const zoned = timeZone === undefined || timeZone === 'UTC' ? [] : [createdIn(timeZone)]
  return new CsvTable([...zoned, ...(columns === undefined ? ALL_COLUMNS : chosenColumns(columns))], form)
}

/** A column that has no number of its own, such as a day, goes with the one before it. */
function chosenColumns(columns: string): CsvColumn<LedgerCsvRow>[] {
  const wanted = new Set(columns.split(',').map((number) => LEDGER_COLUMNS[Number(number)]))
  let isWanted = false
  return ALL_COLUMNS.filter(({ header }) => {
    const choice = LEDGER_COLUMNS.find((name) => name === header)
    if (choice !== undefined) isWanted = wanted.has(choice)
    return isWanted
  })
}

/** "2026-10-01 14:05:03" in a zone; Swedish writes dates so. */
function createdIn(timeZone: string): CsvColumn<LedgerCsvRow> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return {
    header: `Created (${timeZone})`,
    kind: 'day',
    cell: ({ transaction: { createdAt } }) => {
      const at = readable(createdAt)
      return at === null ? textCell(createdAt) : format.format(new Date(at))
    },
  }
}
