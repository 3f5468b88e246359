import type { AllocationBlockView, TransactionView } from '@/contract/console/transaction'
import { idCell, numberCell, textCell } from '../downloads/csv-cell'
import { type CsvColumn, CsvTable } from '../downloads/csv-table'

/** A row of a ledger, and the UTC instant when it was read. */
interface Row {
  transaction: TransactionView
  asOf: string
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

const LEDGER_COLUMNS: readonly CsvColumn<Row>[] = [
  ...Object.values(COLUMNS)
    .flat()
    .map(([header, cell]) => ({ header, cell: ({ transaction }: Row) => cell(transaction) })),
  { header: 'As of (UTC)', cell: ({ asOf }) => asOf },
]

/** The columns of a ledger file: every field of an entry, each ID once, and amounts with their sign as sent. */
export const LEDGER_TABLE = new CsvTable<Row>(LEDGER_COLUMNS)

/** The same with semicolons and decimal commas, as Excel expects where a comma is the decimal sign. */
export const EXCEL_LEDGER_TABLE = new CsvTable<Row>(
  LEDGER_COLUMNS.map(({ header, cell }) => ({
    header,
    cell: NUMBERS.includes(header) ? (row) => cell(row).replace(/^(-?\d+)\./, '$1,') : cell,
  })),
  ';',
)
