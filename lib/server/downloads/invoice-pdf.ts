import type { InvoiceLineItemView, InvoiceView } from '@/contract/console/invoice'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Unreadable } from '@/contract/console/reading'
import { invoiceName } from '../../domain/invoice-number'
import { isSeenByCustomer } from '../../domain/seen-by-customer'
import { formatAmount, formatCount, formatQuantity } from '../../format/amount'
import { withoutBidi } from '../../format/bidi'
import { checksLabel } from '../../format/checks-label'
import { formatDate, formatDateTime } from '../../format/instant'
import { customerTotalLabel, hiddenTotalLabel, totalLabel } from '../../format/total-labels'
import { unitLabel } from '../../format/unit-label'
import { isAbsent, isUnreadable, readableList } from '../../format/unreadable'
import { visibilityLabel } from '../../format/visibility-label'
import type { InvoiceFile } from './invoice-file'
import { lineCheck } from './line-check'
import { type PdfCell, type PdfColumn, PdfDocument } from './pdf-document'

type Copy = ConsoleInput<'downloadInvoicePdf'>['copy']

/** Paper has its end too: about 500 pages. */
const MOST_LINES = 20_000

const COLUMNS: readonly PdfColumn[] = [
  { title: 'Description', width: 166 },
  { title: 'Period (UTC)', width: 112 },
  { title: 'Quantity', width: 60, align: 'right' },
  { title: 'Unit price', width: 67, align: 'right' },
  { title: 'Amount', width: 78, align: 'right' },
]

/**
 * An invoice as a PDF. The customer's copy holds the lines a customer sees and their sum; the internal one all lines, each
 * with the console's check, and how the two sums differ. Dates are UTC. Its pages come as they are made.
 */
export async function* invoicePdf(file: InvoiceFile, copy: Copy): AsyncGenerator<Uint8Array> {
  const { invoice } = file
  const isInternal = copy === 'internal'
  const title = `Invoice ${withoutBidi(invoiceName(invoice))}`
  const kind = isInternal ? 'Internal copy' : 'Customer copy'
  const asOf = `as of ${formatDateTime(invoice.asOf, 'UTC')} UTC`
  const pdf = await PdfDocument.begin({ title, foot: `${title} · ${kind} · ${asOf}`, asOf: invoice.asOf })

  pdf.text('H1', title, { size: 18, weight: 'strong' })
  pdf.text('P', `${kind}${isInternal ? ', not for the customer' : ''} · ${asOf} · all dates are UTC`, { muted: true })
  pdf.space(8)
  for (const fact of factsOf(file, isInternal)) pdf.text('P', fact)
  pdf.space(10)
  writeSums(pdf, file, isInternal)
  pdf.space(12)

  const lines = linesOf(invoice, isInternal)
  pdf.text('H2', 'Line items', { size: 11, weight: 'strong' })
  pdf.space(4)
  pdf.table(COLUMNS)
  let page = pdf.pages
  for (const line of lines.slice(0, MOST_LINES)) {
    pdf.row(cellsOf(line, file, isInternal))
    if (pdf.pages === page) continue
    page = pdf.pages
    yield* written(pdf)
    // Others are served between two pages.
    await new Promise((resolve) => setImmediate(resolve))
  }
  pdf.endTable()
  pdf.space(6)
  pdf.text('P', endOf(invoice, lines), { muted: true })
  if (pdf.hasCodes)
    pdf.text(
      'P',
      'A code such as [U+6F22] stands for a character that could not be drawn here, or would not be seen.',
      {
        muted: true,
      },
    )
  pdf.end()
  yield* written(pdf)
}

function* written(pdf: PdfDocument): Generator<Uint8Array> {
  const bytes = pdf.taken()
  if (bytes !== null) yield bytes
}

/** The lines of a copy; of the customer's none that is hidden, or of which that could not be read. */
function linesOf({ invoiceLineItems }: InvoiceView, isInternal: boolean): InvoiceLineItemView[] {
  const lines = readableList(invoiceLineItems)
  return isInternal ? lines : lines.filter((line) => isSeenByCustomer(line) === true)
}

/** Why a currency is not known is for the internal copy only. */
function factsOf({ invoice, currency, currencyNote, planName }: InvoiceFile, isInternal: boolean): string[] {
  const plan = planName === null ? '' : ` (${withoutBidi(planName)})`
  return [
    `Status: ${said(invoice.status)}, as the billing API says it`,
    `Issue date: ${day(invoice.issueDate)}`,
    `Due date: ${day(invoice.dueDate)}`,
    `Customer: ${said(invoice.customerId)}`,
    `Subscription: ${said(invoice.subscriptionId)}${plan}`,
    `Invoice id: ${invoice.id}`,
    ...(isInternal || currency !== null ? [currencyNote] : []),
  ]
}

function writeSums(pdf: PdfDocument, { invoice: { totals }, currency }: InvoiceFile, isInternal: boolean): void {
  if (totals === null) return pdf.text('P', 'Total not known: there are no line items to sum.')
  const money = (amount: string) => formatAmount(amount, currency)
  const all = totalLabel(totals)
  const hidden = hiddenTotalLabel(totals)
  const seen = customerTotalLabel(totals)
  const strong = { size: 14, weight: 'strong' } as const
  if (isInternal) {
    pdf.text('P', `Total ${totals.total === null ? all.unknown?.short : money(totals.total)}`, strong)
    pdf.text('P', all.note, { muted: true })
    if (totals.hiddenLines > 0)
      pdf.text('P', `− Hidden lines ${totals.hiddenTotal === null ? hidden.unknown?.short : money(totals.hiddenTotal)}`)
  }
  const customer = `Customer total ${totals.customerTotal === null ? seen.unknown?.short : money(totals.customerTotal)}`
  pdf.text('P', `${isInternal && totals.hiddenLines > 0 ? '= ' : ''}${customer}`, isInternal ? {} : strong)
  pdf.text('P', seen.note, { muted: true })
  // Of lines that a customer may not see, their copy does not even tell that there are some.
  const explained = isInternal
    ? [all, ...(totals.hiddenLines > 0 ? [hidden] : []), seen]
    : totals.uncertainLines > 0
      ? []
      : [seen]
  for (const { unknown } of explained) if (unknown) pdf.text('P', unknown.why)
  const unreadable = isInternal ? totals.unreadableLines : totals.unreadableCustomerLines
  if (unreadable > 0) pdf.text('P', `Not in it: ${formatCount(unreadable, 'line')} without a readable amount.`)
  const checks = isInternal ? checksLabel(totals) : null
  if (checks) pdf.text('P', [checks.text, checks.note].filter(Boolean).join('; '), { weight: 'strong' })
}

function cellsOf(line: InvoiceLineItemView, file: InvoiceFile, isInternal: boolean): PdfCell[] {
  const { currency } = file
  const money = (amount: string | Unreadable | null) =>
    isAbsent(amount) ? said(amount) : formatAmount(amount, currency)
  return [
    [{ text: said(line.description) }, ...(isInternal ? remarksOn(line, file) : [])],
    [{ text: `${day(line.startDate)} – ${day(line.endDate)}` }],
    [{ text: quantityOf(line) }],
    [{ text: money(line.unitPrice) }],
    [{ text: money(line.amount) }],
  ]
}

function quantityOf({ quantity, price }: InvoiceLineItemView): string {
  if (isAbsent(quantity)) return said(quantity)
  const unit = unitLabel(quantity, price?.billable)
  return unit === null ? formatQuantity(quantity) : `${formatQuantity(quantity)} ${unit}`
}

function remarksOn(line: InvoiceLineItemView, file: InvoiceFile): PdfCell {
  const { label, findings } = lineCheck(line, file)
  const remarks = [visibilityLabel(line), label, ...findings]
  return remarks.filter((remark) => remark !== null).map((text) => ({ text, muted: true }))
}

function endOf({ invoiceLineItems, totals }: InvoiceView, lines: readonly InvoiceLineItemView[]): string {
  if (invoiceLineItems === null) return 'The billing API sent no line items.'
  if (isUnreadable(invoiceLineItems)) return 'The line items could not be read.'
  const left = lines.length - MOST_LINES
  if (left > 0)
    return `Only the first ${formatCount(MOST_LINES, 'line')} of ${formatCount(lines.length, 'line')} are here: the CSV holds them all.`
  const isLeftOut = totals !== null && totals.uncertainLines > 0 && lines.length < totals.lines
  return `${isLeftOut ? 'Not complete' : 'End'}: ${formatCount(lines.length, 'line')}.`
}

const said = (value: string | Unreadable | null): string =>
  isUnreadable(value) ? `Unreadable: ${value.unreadable}` : (value ?? 'Not sent')

const day = (iso: string | Unreadable | null): string => (isAbsent(iso) ? said(iso) : formatDate(iso, 'UTC'))
