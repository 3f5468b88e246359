import type { AllocationBlockView, TransactionView } from '@/contract/console/transaction'
import { idCell, numberCell, textCell } from '../downloads/csv-cell'
import { CsvTable } from '../downloads/csv-table'

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

/** The columns of a ledger file: every field of an entry, each ID once, and amounts with their sign as sent. */
export const LEDGER_TABLE = new CsvTable<Row>([
  ...Object.values(COLUMNS)
    .flat()
    .map(([header, cell]) => ({ header, cell: ({ transaction }: Row) => cell(transaction) })),
  { header: 'As of (UTC)', cell: ({ asOf }) => asOf },
])
