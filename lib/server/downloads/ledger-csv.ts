import type { AllocationBlockView, TransactionView } from '@/contract/console/transaction'
import { numberCell, textCell } from './csv-cell'
import { CsvTable } from './csv-table'

/** A row of a ledger, and when it was read: UTC instant. */
interface Row {
  transaction: TransactionView
  asOf: string
}

type Columns<Source> = readonly [header: string, cell: (source: Source) => string][]
/** Every field has its columns, or the file would lack one. */
type ColumnsOf<Source> = { [Field in keyof Source]-?: Columns<Source> }

const BLOCK_COLUMNS: ColumnsOf<AllocationBlockView> = {
  pricingUnit: [['Pricing unit', ({ pricingUnit }) => textCell(pricingUnit)]],
  planName: [['Plan', ({ planName }) => textCell(planName)]],
  billingCadence: [['Billing cadence', ({ billingCadence }) => textCell(billingCadence)]],
  invoiceVanityId: [['Invoice number', ({ invoiceVanityId }) => textCell(invoiceVanityId)]],
  invoiceId: [['Invoice id', ({ invoiceId }) => textCell(invoiceId)]],
  amount: [['Block size', ({ amount }) => numberCell(amount)]],
  id: [['Block’s own id', ({ id }) => textCell(id)]],
  customPricingUnitId: [['Pricing unit id', ({ customPricingUnitId }) => textCell(customPricingUnitId)]],
}

const COLUMNS: ColumnsOf<TransactionView> = {
  createdAt: [['Created (UTC)', ({ createdAt }) => textCell(createdAt)]],
  type: [['Type', ({ type }) => textCell(type)]],
  amount: [['Amount', ({ amount }) => numberCell(amount)]],
  previousBalance: [['Balance before', ({ previousBalance }) => numberCell(previousBalance)]],
  newBalance: [['Balance after', ({ newBalance }) => numberCell(newBalance)]],
  billable: [
    ['Billable', ({ billable }) => textCell(billable?.name)],
    ['Billable’s own id', ({ billable }) => textCell(billable?.id)],
  ],
  allocationBlock: Object.values(BLOCK_COLUMNS)
    .flat()
    .map(([header, cell]) => [
      header,
      ({ allocationBlock }) => (allocationBlock === null ? '' : cell(allocationBlock)),
    ]),
  id: [['Transaction id', ({ id }) => textCell(id)]],
  billableId: [['Billable id', ({ billableId }) => textCell(billableId)]],
  allocationBlockId: [['Block id', ({ allocationBlockId }) => textCell(allocationBlockId)]],
  eventId: [['Event id', ({ eventId }) => textCell(eventId)]],
  operationId: [['Operation id', ({ operationId }) => textCell(operationId)]],
  merchantId: [['Merchant id', ({ merchantId }) => textCell(merchantId)]],
  updatedAt: [['Updated (UTC)', ({ updatedAt }) => textCell(updatedAt)]],
}

/** The table of a ledger's file, every field of a row in it; amounts with the sign that was sent. */
export const LEDGER_TABLE = new CsvTable<Row>([
  { header: 'Record', cell: () => 'transaction' },
  ...Object.values(COLUMNS)
    .flat()
    .map(([header, cell]) => ({ header, cell: ({ transaction }: Row) => cell(transaction) })),
  { header: 'As of (UTC)', cell: ({ asOf }) => asOf },
])
