import type { InvoiceLineItemView, InvoiceView } from '@/contract/console/invoice'
import { invoiceNumber } from '../../domain/invoice-number'
import { isSeenByCustomer } from '../../domain/seen-by-customer'
import { formatCount } from '../../format/amount'
import { isUnreadable, readableList } from '../../format/unreadable'
import { numberCell, textCell } from './csv-cell'
import { type CsvColumn, CsvTable } from './csv-table'
import type { InvoiceFile } from './invoice-file'
import { type LineCheck, lineCheck } from './line-check'

/** The first row is the invoice itself, with its sums in columns of their own: the column of amounts adds up to the total. */
interface Row {
  file: InvoiceFile
  line?: InvoiceLineItemView
  /** 1 for the first line. */
  position?: number
  check?: LineCheck
}

type Columns<Source> = readonly [header: string, cell: (source: Source, file: InvoiceFile) => string][]
/** Every field has its columns, or the file would lack one. */
type ColumnsOf<Source> = { [Field in keyof Source]-?: Columns<Source> }

const LINE_COLUMNS: ColumnsOf<InvoiceLineItemView> = {
  description: [['Description', ({ description }) => textCell(description)]],
  startDate: [['Period starts (UTC)', ({ startDate }) => textCell(startDate)]],
  endDate: [['Period ends (UTC)', ({ endDate }) => textCell(endDate)]],
  quantity: [['Quantity', ({ quantity }) => numberCell(quantity)]],
  unitPrice: [['Unit price', ({ unitPrice }) => numberCell(unitPrice)]],
  amount: [
    ['Amount', ({ amount }) => numberCell(amount)],
    ['Seen by the customer', (line) => ({ true: 'yes', false: 'no', null: 'not known' })[`${isSeenByCustomer(line)}`]],
  ],
  appliedMinimum: [['Applied minimum', ({ appliedMinimum }) => numberCell(appliedMinimum)]],
  appliedMaximum: [['Applied maximum', ({ appliedMaximum }) => numberCell(appliedMaximum)]],
  subItems: [['Sub items (JSON)', ({ subItems }) => jsonCell(isEmpty(subItems) ? null : subItems)]],
  price: [
    ['Price rules (JSON)', ({ price }) => jsonCell(price && price.rules)],
    ['Price in a custom unit', ({ price }) => textCell(price && price.inCustomUnit)],
    ['Entity type', ({ price }) => textCell(price?.entityType)],
    ['Price’s own id', ({ price }) => textCell(price?.id)],
    ['Billable id', ({ price }) => textCell(price?.billable?.id)],
    ['Billable hidden', ({ price }) => textCell(price?.billable?.hidden)],
    ['Billable shown on the invoice', ({ price }) => textCell(price?.billable?.showOnInvoice)],
    ['Unit, one', ({ price }) => textCell(price?.billable?.singleUnitLabel)],
    ['Unit, many', ({ price }) => textCell(price?.billable?.multipleUnitLabel)],
  ],
  priceId: [['Price id', ({ priceId }) => textCell(priceId)]],
  id: [['Line id', ({ id }) => textCell(id)]],
  invoiceId: [['Line’s invoice id', ({ invoiceId }) => textCell(invoiceId)]],
  merchantId: [['Line’s merchant id', ({ merchantId }) => textCell(merchantId)]],
  createdAt: [['Line created (UTC)', ({ createdAt }) => textCell(createdAt)]],
  updatedAt: [['Line updated (UTC)', ({ updatedAt }) => textCell(updatedAt)]],
}

/** What is on every row, or is how the console read the answer and no field of the invoice. */
type HeadField = Exclude<keyof InvoiceView, 'asOf' | 'vanityIdString' | 'saidNull' | 'invoiceLineItems' | 'drift'>

const HEAD_COLUMNS: ColumnsOf<Pick<InvoiceView, HeadField>> = {
  totals: [
    ['Total', ({ totals }) => numberCell(totals?.total)],
    ['Customer total', ({ totals }) => numberCell(totals?.customerTotal)],
    ['Lines without a readable amount', ({ totals }) => String(totals?.unreadableLines ?? '')],
  ],
  id: [['Invoice id', ({ id }) => textCell(id)]],
  vanityId: [['Invoice number, as a number', ({ vanityId }) => textCell(vanityId)]],
  status: [['Status', ({ status }) => textCell(status)]],
  issueDate: [['Issue date (UTC)', ({ issueDate }) => textCell(issueDate)]],
  dueDate: [['Due date (UTC)', ({ dueDate }) => textCell(dueDate)]],
  pendingDate: [['Pending date (UTC)', ({ pendingDate }) => textCell(pendingDate)]],
  createdAt: [['Created (UTC)', ({ createdAt }) => textCell(createdAt)]],
  updatedAt: [['Updated (UTC)', ({ updatedAt }) => textCell(updatedAt)]],
  customerId: [['Customer id', ({ customerId }) => textCell(customerId)]],
  subscriptionId: [
    ['Subscription id', ({ subscriptionId }) => textCell(subscriptionId)],
    ['Plan', (_, { planName }) => textCell(planName)],
  ],
  merchantId: [['Merchant id', ({ merchantId }) => textCell(merchantId)]],
  externalId: [['Id in the payment gateway', ({ externalId }) => textCell(externalId)]],
  paymentGateway: [['Payment gateway', ({ paymentGateway }) => textCell(paymentGateway)]],
  autoChargeInvoice: [['Charged automatically', ({ autoChargeInvoice }) => textCell(autoChargeInvoice)]],
  autoSyncInvoice: [['Synced automatically', ({ autoSyncInvoice }) => textCell(autoSyncInvoice)]],
  autoSendInvoice: [['Sent automatically', ({ autoSendInvoice }) => textCell(autoSendInvoice)]],
}

const COLUMNS: CsvColumn<Row>[] = [
  { header: 'Record', cell: ({ line }) => (line ? 'line' : 'invoice') },
  { header: 'Invoice number', cell: ({ file }) => textCell(invoiceNumber(file.invoice)) },
  { header: 'As of (UTC)', cell: ({ file }) => file.invoice.asOf },
  { header: 'Currency', cell: ({ file }) => textCell(file.currency) },
  { header: 'Line', cell: ({ position }) => String(position ?? '') },
  { header: 'Check', cell: ({ check }) => check?.label ?? '' },
  { header: 'Findings', cell: ({ check }) => textCell(check?.findings.join('; ')) },
  ...Object.values(LINE_COLUMNS)
    .flat()
    .map(([header, cell]) => ({ header, cell: ({ line, file }: Row) => (line ? cell(line, file) : '') })),
  ...Object.values(HEAD_COLUMNS)
    .flat()
    .map(([header, cell]) => ({ header, cell: ({ line, file }: Row) => (line ? '' : cell(file.invoice, file)) })),
]

const ROWS_AT_ONCE = 200

/** An invoice as CSV: every field of it and of its lines, hidden ones too, each with the console's check. */
export async function* invoiceCsv(file: InvoiceFile): AsyncGenerator<Uint8Array> {
  const table = new CsvTable(COLUMNS)
  const lines = readableList(file.invoice.invoiceLineItems)
  yield Buffer.concat([table.head(), table.rows([{ file }])])
  for (let start = 0; start < lines.length; start += ROWS_AT_ONCE) {
    const some = lines.slice(start, start + ROWS_AT_ONCE)
    yield table.rows(
      some.map((line, index) => ({ file, line, position: start + index + 1, check: lineCheck(line, file) })),
    )
  }
  yield table.last(outcomeOf(file.invoice))
}

function outcomeOf({ invoiceLineItems: lines }: InvoiceView): string {
  if (lines === null) return 'NO LINES: the billing API sent no line items'
  if (isUnreadable(lines)) return 'NO LINES: the line items could not be read'
  return `COMPLETE: ${formatCount(lines.length, 'line')}`
}

const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0

const jsonCell = (value: unknown) => textCell(value === null ? null : JSON.stringify(value))
