import type { CsvForm } from '@/lib/core/download'
import type { AllocationBlockView, TransactionView } from '../../transaction'
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

/** Returns the table of a ledger file: every field of an entry, each ID once, and amounts with their sign as sent. */
export const ledgerTable = (form?: CsvForm): CsvTable<LedgerCsvRow> => new CsvTable(ALL_COLUMNS, form)
