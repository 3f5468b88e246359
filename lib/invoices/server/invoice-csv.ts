import type { CsvForm } from '@/lib/core/download'
import type { InvoiceLineItemView, InvoiceView } from '../invoice'
import type { InvoiceFinding } from '../finding'
import { isAboutInvoice, isProblem } from '../finding-kinds'
import { type ChainSums, invoiceChain } from '../invoice-chain'
import { PLAIN_FIELDS, type PlainKind, type PlainName } from '../plain-fields'
import { type CheckedLine } from '../invoice-findings'
import { invoiceNumber } from '../invoice-number'
import { isSeenByCustomer } from '../invoice-lines'
import { IN_MINOR_UNITS } from '@/lib/money/amount'
import { invoiceWideLabels, lineFindingLabel, verdictLabel } from '../finding-label'
import { CHECK_VERDICT_NAMES, notFoundLabel, type ReadVerdict } from '@/lib/objects/status-names'
import { CHAIN_BASIS_NAMES } from '../total-labels'
import { isUnreadable, readableList, UNKNOWN } from '@/lib/billing-api/unreadable'
import {
  type ColumnsOf,
  type CsvColumn,
  CsvTable,
  endColumns,
  idColumn,
  instantColumns,
  numberColumn,
  ofPart,
  textColumn,
} from '@/lib/core/server/csv/csv-table'
import type { CsvBatches } from '@/lib/core/server/csv/csv-download'
import type { InvoiceFile } from './invoice-file'

/** What the table of an invoice's lines needs. */
export type CsvInvoice = Pick<InvoiceFile, 'invoice' | 'currency' | 'sentCurrency' | 'planName' | 'checked'>

/** A line of the invoice. Each row repeats the fields of the invoice. */
interface LineRow {
  file: CsvInvoice
  line: InvoiceLineItemView
  /** 1 for the first line. */
  position: number
  check: CheckedLine
}

/** The row of an invoice without lines has only its own fields. */
type Row = LineRow | Pick<LineRow, 'file'>

const LINE_COLUMNS: ColumnsOf<InvoiceLineItemView, LineRow> = {
  description: [textColumn('Description', ({ line }) => line.description)],
  startDate: instantColumns('Period starts', ({ line }) => line.startDate),
  endDate: endColumns(
    'Period ends',
    ({ line }) => line.endDate,
    ({ line }) => line.startDate,
  ),
  quantity: [numberColumn('Quantity', ({ line }) => line.quantity)],
  unitPrice: [numberColumn('Unit price', ({ line }) => line.unitPrice)],
  amount: [
    numberColumn('Amount', ({ line }) => line.amount),
    textColumn('Seen by the customer', ({ line }) => isSeenByCustomer(line) ?? UNKNOWN),
  ],
  appliedMinimum: [numberColumn('Applied minimum', ({ line }) => line.appliedMinimum)],
  appliedMaximum: [numberColumn('Applied maximum', ({ line }) => line.appliedMaximum)],
  subItems: [
    textColumn('Sub items (JSON)', ({ line: { subItems } }) =>
      isUnreadable(subItems) || subItems.length > 0 ? JSON.stringify(subItems) : null,
    ),
  ],
  price: [
    textColumn('Price rules (JSON)', ({ line: { price } }) => price && JSON.stringify(price.rules)),
    textColumn('Price in a custom unit', ({ line: { price } }) => price && price.inCustomUnit),
    textColumn('Entity type', ({ line: { price } }) => price?.entityType),
    textColumn('Billable ID', ({ line: { price } }) => price?.billable?.id),
    textColumn('Billable hidden', ({ line: { price } }) => price?.billable?.hidden),
    textColumn('Billable shown on the invoice', ({ line: { price } }) => price?.billable?.showOnInvoice),
    textColumn('Unit, one', ({ line: { price } }) => price?.billable?.singleUnitLabel),
    textColumn('Unit, many', ({ line: { price } }) => price?.billable?.multipleUnitLabel),
  ],
  priceId: [
    idColumn(
      'Price ID',
      ({ line }) => line.priceId,
      ({ line }) => line.price?.id,
    ),
  ],
  id: [textColumn('Line ID', ({ line }) => line.id)],
  invoiceId: [
    idColumn(
      'Invoice ID',
      ({ line }) => line.invoiceId,
      ({ file }) => file.invoice.id,
    ),
  ],
  merchantId: [
    idColumn(
      'Merchant ID',
      ({ line }) => line.merchantId,
      ({ file }) => file.invoice.merchantId,
    ),
  ],
  createdAt: instantColumns('Line created', ({ line }) => line.createdAt),
  updatedAt: instantColumns('Line updated', ({ line }) => line.updatedAt),
}

/** Fields that have a column above, or that describe how the console read the response. */
type OtherField =
  | 'id'
  | 'vanityId'
  | 'merchantId'
  | 'asOf'
  | 'vanityIdString'
  // Its amounts' currency has a column for each line.
  | 'currency'
  | 'nullFields'
  | 'invoiceLineItems'
  | 'own'
  | 'isInMinorUnits'
  | 'contentDigest'
  | 'drift'
type HeadField = Exclude<keyof InvoiceView, OtherField | PlainName>

const COLUMNS_OF_KIND: Record<
  PlainKind,
  (...of: Parameters<typeof instantColumns<CsvInvoice>>) => CsvColumn<CsvInvoice>[]
> = {
  day: instantColumns,
  instant: instantColumns,
  text: (header, valueOf) => [textColumn(header, valueOf)],
}

/** Returns a sum of the invoice's chain; null for what is due of an invoice that is not charged. */
function sumOf({ invoice }: CsvInvoice, name: keyof ChainSums): string | null {
  const chain = invoiceChain(invoice)
  return chain === null ? UNKNOWN : chain[name]
}

const HEAD_COLUMNS: ColumnsOf<Pick<InvoiceView, HeadField>, CsvInvoice> = {
  totals: [
    numberColumn('Invoice lines', ({ invoice: { totals } }) => totals?.total),
    numberColumn('Invoice lines that the customer sees', ({ invoice: { totals } }) => totals?.customerTotal),
    numberColumn('Lines without a readable amount', ({ invoice: { totals } }) => totals?.unreadableLines),
  ],
  payable: [
    numberColumn('Invoice beside the lines', (row) => sumOf(row, 'beside')),
    numberColumn('Invoice total', (row) => sumOf(row, 'total')),
    numberColumn('Invoice credits and payments', (row) => sumOf(row, 'settled')),
    numberColumn('Invoice due', (row) => sumOf(row, 'due')),
    textColumn('Sums by', ({ invoice }) => CHAIN_BASIS_NAMES[invoiceChain(invoice)?.basis ?? 'lines']),
  ],
  status: [
    textColumn('Status', ({ invoice }) => invoice.status),
    ...PLAIN_FIELDS.flatMap(({ name, kind, column }) => COLUMNS_OF_KIND[kind](column, ({ invoice }) => invoice[name])),
  ],
  customerId: [textColumn('Customer ID', ({ invoice }) => invoice.customerId)],
  subscriptionId: [
    textColumn('Subscription ID', ({ invoice }) => invoice.subscriptionId),
    textColumn('Plan', ({ planName }) => planName),
  ],
  externalId: [textColumn('ID in the payment gateway', ({ invoice }) => invoice.externalId)],
  paymentGateway: [textColumn('Payment gateway', ({ invoice }) => invoice.paymentGateway)],
  autoChargeInvoice: [textColumn('Charged automatically', ({ invoice }) => invoice.autoChargeInvoice)],
  autoSyncInvoice: [textColumn('Synced automatically', ({ invoice }) => invoice.autoSyncInvoice)],
  autoSendInvoice: [textColumn('Sent automatically', ({ invoice }) => invoice.autoSendInvoice)],
}

/** Leaves the cells of a line empty in a row without one. */
const ofLine = (columns: readonly CsvColumn<LineRow>[]) =>
  ofPart(columns, (row: Row) => ('line' in row ? row : undefined))

const COLUMNS: readonly CsvColumn<Row>[] = [
  idColumn(
    'Invoice number',
    ({ file }) => invoiceNumber(file.invoice),
    ({ file }) => file.invoice.vanityId,
  ),
  ...instantColumns<Row>('As of', ({ file }) => file.invoice.asOf),
  textColumn('Currency', ({ file }) => (file.invoice.isInMinorUnits ? IN_MINOR_UNITS : file.sentCurrency)),
  ...ofLine([
    numberColumn('Line', ({ position }) => position),
    textColumn('Check', ({ check }) => verdictLabel(check)),
    textColumn('Findings', ({ check, ...row }) => aboutText(row, check.about.filter(isProblem))),
    textColumn('Notes', ({ check, ...row }) =>
      aboutText(
        row,
        check.about.filter((found) => !isProblem(found)),
      ),
    ),
  ]),
  textColumn('Invoice findings', ({ file }) => invoiceWideLabels(file.checked, file.currency).join('; ')),
  ...ofLine(Object.values(LINE_COLUMNS).flat()),
  ...ofPart(Object.values(HEAD_COLUMNS).flat(), ({ file }: Row) => file),
]

const aboutText = ({ line, file }: Pick<LineRow, 'line' | 'file'>, about: readonly InvoiceFinding[]) =>
  about.map((found) => lineFindingLabel(found, line, file.currency)).join('; ')

const ROWS_AT_ONCE = 200

/**
 * Returns all lines of an invoice as a table, including hidden ones: every field of the line and the invoice, and the console's
 * check. An invoice without lines has a row when there are findings.
 */
export const invoiceCsv = (file: CsvInvoice, form?: CsvForm) => ({
  table: new CsvTable(COLUMNS, form),
  batches: batchesOf(file),
})

async function* batchesOf(file: CsvInvoice): CsvBatches<Row> {
  const lines = readableList(file.invoice.invoiceLineItems)
  if (lines.length === 0 && file.checked.findings.some(isAboutInvoice)) yield [{ file }]
  for (const rows of lineRows(file)) yield rows
  return whyIncomplete(file.invoice)
}

function* lineRows(file: CsvInvoice): Generator<LineRow[]> {
  const lines = readableList(file.invoice.invoiceLineItems)
  for (let start = 0; start < lines.length; start += ROWS_AT_ONCE)
    yield lines.slice(start, start + ROWS_AT_ONCE).map((line, index) => {
      const position = start + index + 1
      return { file, line, position, check: file.checked.checkLine(line, position) }
    })
}

/** An invoice of a list: as it was read, or why it was not. */
export interface ListedInvoiceFile {
  id: string
  verdict: ReadVerdict
  /** Why the invoice or its lines could not be read, else null. */
  problem: string | null
  /** Undefined when it was not read. */
  file: CsvInvoice | undefined
}

/** A line, or an invoice without one. */
export type ListedRow = Pick<ListedInvoiceFile, 'id' | 'verdict' | 'problem'> & { row: Row | undefined }

const LISTED_COLUMNS: readonly CsvColumn<ListedRow>[] = [
  textColumn('Listed invoice', ({ id }) => id),
  textColumn('Verdict', ({ verdict }) => CHECK_VERDICT_NAMES[verdict]),
  textColumn('Not read', ({ id, verdict, problem }) =>
    verdict === 'notFound' ? notFoundLabel('invoice', id) : problem,
  ),
  ...ofPart(COLUMNS, ({ row }: ListedRow) => row),
]

/** Returns the table of the lines of many invoices: each row has the verdict of its invoice, which is in the table without lines too. */
export const listedLinesTable = (form?: CsvForm) => new CsvTable(LISTED_COLUMNS, form)

/** Returns the rows of an invoice in a table of many, in batches. */
export function* listedLines({ file, ...listed }: ListedInvoiceFile): Generator<ListedRow[]> {
  const problem = listed.problem ?? (file ? whyIncomplete(file.invoice) : null)
  let isEmpty = true
  for (const rows of file ? lineRows(file) : []) {
    isEmpty = false
    yield rows.map((row) => ({ ...listed, problem, row }))
  }
  if (isEmpty) yield [{ ...listed, problem, row: file && { file } }]
}

/** Returns why the lines of an invoice are not all in its file, else null. */
export function whyIncomplete({ invoiceLineItems: lines }: InvoiceView): string | null {
  if (lines === null) return 'the billing API sent no line items'
  return isUnreadable(lines) ? 'the line items could not be read' : null
}
