import type { InvoiceLineItemView, InvoiceView } from '@/contract/console/invoice'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Field } from '@/contract/console/view-of'
import { invoiceName, invoiceNumber } from '../../domain/invoice/invoice-number'
import { isSeenByCustomer } from '../../domain/invoice/invoice-lines'
import { formatAmount, formatCount, formatMoney, formatQuantity, shortName, unitLabel } from '../../format/amount'
import { withoutBidi } from '../../format/bidi'
import { lineFindingLabel, verdictLabel } from '../../format/finding-label'
import { formatDateTime } from '../../format/instant'
import { isAbsent, isUnreadable, readableList } from '../../format/unreadable'
import { visibilityLabel } from '../../format/total-labels'
import { type Letterhead, stampOf, writeCustomerHead, writeCustomerTotal } from './customer-copy'
import { writeInternalHead } from './internal-copy'
import type { InvoiceFile } from './invoice-file'
import { periodText, textsOfInvoice, sentValue } from './invoice-texts'
import { type PdfCell, type PdfColumn, PdfDocument } from '../downloads/pdf-document'

type Copy = ConsoleInput<'downloadInvoicePdf'>['copy']

/** A limit of about 500 pages. */
const MAX_LINES = 20_000
const CODES = 'A code such as [U+1F600] stands for a character that cannot be printed here or is invisible.'
const NO_LETTERHEAD: Letterhead = { issuer: [], footer: [], externalId: null }

const COLUMNS: readonly PdfColumn[] = [
  { title: 'Description', width: 136 },
  { title: 'Period (UTC)', width: 122 },
  { title: 'Quantity', width: 65, align: 'right' },
  { title: 'Unit price', width: 80, align: 'right' },
  { title: 'Amount', width: 80, align: 'right' },
]

/**
 * Yields an invoice as a PDF, chunk by chunk. The customer's copy has the visible lines, in cents, and their sum; it
 * looks payable only when the invoice is. The internal copy has all lines with the console's checks, all digits, and
 * the difference of the two sums. Dates are UTC.
 */
export async function* invoicePdf(
  file: InvoiceFile,
  copy: Copy,
  letterhead = NO_LETTERHEAD,
): AsyncGenerator<Uint8Array> {
  const { invoice } = file
  const isInternal = copy === 'internal'
  const asOf = `as of ${formatDateTime(invoice.asOf, 'UTC')} UTC`
  const title = isInternal ? `Invoice ${withoutBidi(invoiceName(invoice))}` : customerTitle(invoice)
  const stamp = isInternal ? undefined : stampOf(invoice)
  const pdf = await PdfDocument.begin({
    title,
    foot: [stamp?.word, title, isInternal && 'Internal copy', asOf, !isInternal && 'dates are UTC']
      .filter(Boolean)
      .join(' · '),
    asOf: invoice.asOf,
    watermark: stamp?.why ? stamp.word : undefined,
    cutNote: isInternal ? '… cut here: the CSV has the full text' : '… cut here',
    texts: textsOf(file, letterhead),
  })
  if (isInternal) writeInternalHead(pdf, title, file, asOf)
  else writeCustomerHead(pdf, title, file, letterhead)

  const lines = linesOf(invoice, isInternal)
  pdf.text('H2', 'Line items', { size: 11, weight: 'strong' })
  pdf.space(4)
  pdf.table(COLUMNS)
  let page = pdf.pages
  for (const [index, line] of lines.slice(0, MAX_LINES).entries()) {
    pdf.row(cellsOf(line, file, isInternal ? remarksOn(line, index + 1, file) : null))
    if (pdf.pages === page) continue
    page = pdf.pages
    yield* written(pdf)
    // Lets other requests run between two pages.
    await new Promise((resolve) => setImmediate(resolve))
  }
  pdf.endTable()
  pdf.space(6)
  const left = lines.length - MAX_LINES
  if (left > 0)
    pdf.text(
      'P',
      `Only the first ${formatCount(MAX_LINES, 'line')} of ${formatCount(lines.length, 'line')} are included.`,
    )
  if (isInternal) writeWithoutLines(pdf, invoice)
  else writeCustomerTotal(pdf, file, lines)
  if (pdf.hasCodes) pdf.text('P', CODES, { muted: true })
  if (!isInternal) pdf.atEnd(letterhead.footer)
  pdf.end()
  yield* written(pdf)
}

function* textsOf(file: InvoiceFile, letterhead: Letterhead): Generator<string> {
  yield* textsOfInvoice(file.invoice)
  yield* [...letterhead.issuer, ...letterhead.footer, letterhead.externalId ?? '']
  yield* [file.currency ?? '', file.currencyNote, file.planName ?? '']
  // Findings name other invoices.
  yield JSON.stringify(file.checked.findings)
}

/** The customer knows the invoice by its number only. */
function customerTitle(invoice: InvoiceView): string {
  const number = invoiceNumber(invoice)
  return number === null ? 'Invoice' : `Invoice ${withoutBidi(shortName(number))}`
}

function* written(pdf: PdfDocument): Generator<Uint8Array> {
  const bytes = pdf.taken()
  if (bytes !== null) yield bytes
}

/** Returns the lines of a copy. The customer's copy omits lines that are hidden or of unknown visibility. */
function linesOf({ invoiceLineItems }: InvoiceView, isInternal: boolean): InvoiceLineItemView[] {
  const lines = readableList(invoiceLineItems)
  return isInternal ? lines : lines.filter((line) => isSeenByCustomer(line) === true)
}

/** @param remarks the console's checks, for the internal copy; null for the customer's */
function cellsOf(line: InvoiceLineItemView, { currency }: InvoiceFile, remarks: PdfCell | null): PdfCell[] {
  const write = (number: Field<string>, format: typeof formatMoney) =>
    isAbsent(number) ? sentValue(number) : format(number, currency)
  return [
    [{ text: sentValue(line.description) }, ...(remarks ?? [])],
    [{ text: periodText(line) }],
    [{ text: quantityOf(line) }],
    [{ text: write(line.unitPrice, formatAmount) }],
    [{ text: write(line.amount, remarks ? formatAmount : formatMoney) }],
  ]
}

function quantityOf({ quantity, price }: InvoiceLineItemView): string {
  if (isAbsent(quantity)) return sentValue(quantity)
  const unit = unitLabel(quantity, price?.billable)
  return unit === null ? formatQuantity(quantity) : `${formatQuantity(quantity)} ${unit}`
}

function remarksOn(line: InvoiceLineItemView, position: number, { checked, currency }: InvoiceFile): PdfCell {
  const check = checked.checkLine(line, position)
  const about = check.about.map((found) => lineFindingLabel(found, line, (amount) => formatAmount(amount, currency)))
  const remarks = [visibilityLabel(line), verdictLabel(check), ...about]
  return remarks.filter((remark) => remark !== null).map((text) => ({ text, muted: true }))
}

function writeWithoutLines(pdf: PdfDocument, { invoiceLineItems }: InvoiceView): void {
  if (invoiceLineItems === null) pdf.text('P', 'The billing API sent no line items.', { muted: true })
  if (isUnreadable(invoiceLineItems)) pdf.text('P', 'The line items could not be read.', { muted: true })
}
