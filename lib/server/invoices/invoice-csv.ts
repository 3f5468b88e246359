import type { InvoiceLineItemView, InvoiceView } from '@/contract/console/invoice'
import type { InvoiceFinding } from '@/contract/console/invoice-findings'
import { isAboutInvoice, isProblem } from '../../domain/invoice/finding-kinds'
import type { CheckedLine } from '../../domain/invoice/invoice-findings'
import { invoiceNumber } from '../../domain/invoice/invoice-number'
import { isSeenByCustomer } from '../../domain/invoice/seen-by-customer'
import { formatAmount } from '../../format/amount'
import { IN_MINOR_UNITS } from '../../format/currency-note'
import { invoiceFindingLabel, lineFindingLabel, verdictLabel } from '../../format/finding-label'
import { isUnreadable, readableList, UNKNOWN } from '../../format/unreadable'
import { idCell, numberCell, textCell } from '../downloads/csv-cell'
import type { CsvBatches } from '../downloads/csv-download'
import { type CsvColumn, CsvTable } from '../downloads/csv-table'
import type { InvoiceFile } from './invoice-file'

/** A line of the invoice. Each row repeats the fields of the invoice. */
interface Row {
  file: InvoiceFile
  line: InvoiceLineItemView
  /** 1 for the first line. */
  position: number
  check: CheckedLine
}

type Columns<Source> = readonly [header: string, cell: (source: Source, file: InvoiceFile) => string][]
/** Requires a column for every field. */
type ColumnsOf<Source> = { [Field in keyof Source]-?: Columns<Source> }

const LINE_COLUMNS: ColumnsOf<InvoiceLineItemView> = {
  description: [['Description', ({ description }) => textCell(description)]],
  startDate: [['Period starts (UTC)', ({ startDate }) => textCell(startDate)]],
  endDate: [['Period ends (UTC)', ({ endDate }) => textCell(endDate)]],
  quantity: [['Quantity', ({ quantity }) => numberCell(quantity)]],
  unitPrice: [['Unit price', ({ unitPrice }) => numberCell(unitPrice)]],
  amount: [
    ['Amount', ({ amount }) => numberCell(amount)],
    ['Seen by the customer', (line) => ({ true: 'yes', false: 'no', null: UNKNOWN })[`${isSeenByCustomer(line)}`]],
  ],
  appliedMinimum: [['Applied minimum', ({ appliedMinimum }) => numberCell(appliedMinimum)]],
  appliedMaximum: [['Applied maximum', ({ appliedMaximum }) => numberCell(appliedMaximum)]],
  subItems: [['Sub items (JSON)', ({ subItems }) => jsonCell(isEmpty(subItems) ? undefined : subItems)]],
  price: [
    ['Price rules (JSON)', ({ price }) => jsonCell(price && price.rules)],
    ['Price in a custom unit', ({ price }) => textCell(price && price.inCustomUnit)],
    ['Entity type', ({ price }) => textCell(price?.entityType)],
    ['Billable ID', ({ price }) => textCell(price?.billable?.id)],
    ['Billable hidden', ({ price }) => textCell(price?.billable?.hidden)],
    ['Billable shown on the invoice', ({ price }) => textCell(price?.billable?.showOnInvoice)],
    ['Unit, one', ({ price }) => textCell(price?.billable?.singleUnitLabel)],
    ['Unit, many', ({ price }) => textCell(price?.billable?.multipleUnitLabel)],
  ],
  priceId: [['Price ID', ({ priceId, price }) => idCell(priceId, price?.id)]],
  id: [['Line ID', ({ id }) => textCell(id)]],
  invoiceId: [['Invoice ID', ({ invoiceId }, { invoice }) => idCell(invoiceId, invoice.id)]],
  merchantId: [['Merchant ID', ({ merchantId }, { invoice }) => idCell(merchantId, invoice.merchantId)]],
  createdAt: [['Line created (UTC)', ({ createdAt }) => textCell(createdAt)]],
  updatedAt: [['Line updated (UTC)', ({ updatedAt }) => textCell(updatedAt)]],
}

/** Fields that have a column above, or that describe how the console read the response. */
type OtherField =
  | 'id'
  | 'vanityId'
  | 'merchantId'
  | 'asOf'
  | 'vanityIdString'
  | 'saidNull'
  | 'invoiceLineItems'
  | 'own'
  | 'isInMinorUnits'
  | 'drift'
type HeadField = Exclude<keyof InvoiceView, OtherField>

const HEAD_COLUMNS: ColumnsOf<Pick<InvoiceView, HeadField>> = {
  totals: [
    ['Invoice total', ({ totals }) => numberCell(totals?.total)],
    ['Invoice customer total', ({ totals }) => numberCell(totals?.customerTotal)],
    ['Lines without a readable amount', ({ totals }) => String(totals?.unreadableLines ?? '')],
  ],
  status: [['Status', ({ status }) => textCell(status)]],
  issueDate: [['Issue date (UTC)', ({ issueDate }) => textCell(issueDate)]],
  dueDate: [['Due date (UTC)', ({ dueDate }) => textCell(dueDate)]],
  pendingDate: [['Pending date (UTC)', ({ pendingDate }) => textCell(pendingDate)]],
  createdAt: [['Invoice created (UTC)', ({ createdAt }) => textCell(createdAt)]],
  updatedAt: [['Invoice updated (UTC)', ({ updatedAt }) => textCell(updatedAt)]],
  customerId: [['Customer ID', ({ customerId }) => textCell(customerId)]],
  subscriptionId: [
    ['Subscription ID', ({ subscriptionId }) => textCell(subscriptionId)],
    ['Plan', (_, { planName }) => textCell(planName)],
  ],
  externalId: [['ID in the payment gateway', ({ externalId }) => textCell(externalId)]],
  paymentGateway: [['Payment gateway', ({ paymentGateway }) => textCell(paymentGateway)]],
  autoChargeInvoice: [['Charged automatically', ({ autoChargeInvoice }) => textCell(autoChargeInvoice)]],
  autoSyncInvoice: [['Synced automatically', ({ autoSyncInvoice }) => textCell(autoSyncInvoice)]],
  autoSendInvoice: [['Sent automatically', ({ autoSendInvoice }) => textCell(autoSendInvoice)]],
}

const COLUMNS: CsvColumn<Row>[] = [
  { header: 'Invoice number', cell: ({ file }) => idCell(invoiceNumber(file.invoice), file.invoice.vanityId) },
  { header: 'As of (UTC)', cell: ({ file }) => file.invoice.asOf },
  {
    header: 'Currency',
    cell: ({ file }) => textCell(file.invoice.isInMinorUnits ? IN_MINOR_UNITS : file.sentCurrency),
  },
  { header: 'Line', cell: ({ position }) => String(position) },
  { header: 'Check', cell: ({ check }) => verdictLabel(check) },
  { header: 'Findings', cell: ({ check, ...row }) => aboutCell(row, check.about.filter(isProblem)) },
  {
    header: 'Notes',
    cell: ({ check, ...row }) =>
      aboutCell(
        row,
        check.about.filter((found) => !isProblem(found)),
      ),
  },
  { header: 'Invoice findings', cell: ({ file }) => textCell(invoiceWords(file).join('; ')) },
  ...Object.values(LINE_COLUMNS)
    .flat()
    .map(([header, cell]) => ({ header, cell: ({ line, file }: Row) => cell(line, file) })),
  ...Object.values(HEAD_COLUMNS)
    .flat()
    .map(([header, cell]) => ({ header, cell: ({ file }: Row) => cell(file.invoice, file) })),
]

const aboutCell = ({ line, file }: Pick<Row, 'line' | 'file'>, about: readonly InvoiceFinding[]) =>
  textCell(about.map((found) => lineFindingLabel(found, line, moneyOf(file))).join('; '))

const moneyOf =
  ({ currency }: Pick<InvoiceFile, 'currency'>) =>
  (amount: string) =>
    formatAmount(amount, currency)

/** Returns what was found about the invoice as a whole. */
const invoiceWords = (file: InvoiceFile): string[] =>
  file.checked.findings.filter(isAboutInvoice).map((found) => invoiceFindingLabel(found, moneyOf(file)))

const ROWS_AT_ONCE = 200

/**
 * Returns all lines of an invoice as a table, including hidden ones: every field of the line and the invoice, and the console's
 * check.
 */
export const invoiceCsv = (file: InvoiceFile) => ({ table: new CsvTable(COLUMNS), batches: batchesOf(file) })

async function* batchesOf(file: InvoiceFile): CsvBatches<Row> {
  const lines = readableList(file.invoice.invoiceLineItems)
  for (let start = 0; start < lines.length; start += ROWS_AT_ONCE)
    yield lines.slice(start, start + ROWS_AT_ONCE).map((line, index) => {
      const position = start + index + 1
      return { file, line, position, check: file.checked.checkLine(line, position) }
    })
  return whyIncomplete(file.invoice)
}

function whyIncomplete({ invoiceLineItems: lines }: InvoiceView): string | null {
  if (lines === null) return 'the billing API sent no line items'
  return isUnreadable(lines) ? 'the line items could not be read' : null
}

const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0

const jsonCell = (value: unknown) => textCell(value === undefined ? undefined : JSON.stringify(value))
