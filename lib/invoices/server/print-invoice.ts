import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import {
  figure,
  type PrintedCell,
  type PrintedDocument,
  type PrintedTable,
  printedTable,
} from '@/lib/core/printed-document'
import type { Field } from '@/lib/billing-api/view-of'
import { formatAmount, formatMoney, formatQuantity, shortName, unitLabel } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { formatDateTime } from '@/lib/time/instant'
import { isAbsent, isUnreadable, readable, readableList } from '@/lib/billing-api/unreadable'
import { fileNameOf } from '@/lib/core/server/csv/file-name'
import { MAX_PRINTED_LINES, missingLines, withinPrintSlot } from '@/lib/core/server/csv/printed-lines'
import { listTransactions } from '@/lib/ledger/server/list-transactions'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { ProblemError, problemIn } from '@/lib/core/problem-error'
import { settings } from '@/lib/core/server/settings'
import { ExternalId, InvoiceInput } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'
import type { InvoiceLineItemView, InvoiceView } from '../invoice'
import { isSeenByCustomer } from '../invoice-lines'
import { invoiceName, invoiceNumber, invoiceTitle } from '../invoice-number'
import { lineFindingLabel, verdictLabel } from '../finding-label'
import { visibilityLabel } from '../total-labels'
import { customerFacts, customerSums, internalFacts, periodText, printedStamp, sentValue } from './invoice-copies'
import { type InvoiceFile, readInvoiceFile } from './invoice-file'

/**
 * Returns an invoice for paper. The customer's copy has the visible lines, in cents, and their sum; it looks payable only when the
 * invoice is. The internal copy has all lines with the console's checks, all digits, and the difference of the two sums. Dates are UTC.
 * @throws ProblemError as `getInvoice`, and `console_busy`
 */
export const printInvoice = operation('printInvoice', {
  input: InvoiceInput.extend({
    for: z.enum(['customer', 'internal']).default('customer'),
    externalId: ExternalId.describe(
      'The customer’s copy names this ledger when the billing API confirms it',
    ).optional(),
  }),
  describe: 'An invoice for paper: the customer’s copy, or the internal one.',
  audit: { records: 'run', object: { kind: 'invoice', idField: 'invoiceId' }, fields: ['for'] },
  run(context, { invoiceId, for: reader, externalId }): Promise<PrintedDocument> {
    const { environment, signal } = context
    const make = async () => {
      const file = await readInvoiceFile(context, invoiceId)
      if (reader === 'internal') return internalCopy(file, context.now())
      return customerCopy(file, await knownExternalId(context, file.invoice, externalId))
    }
    return withinPrintSlot(environment.printSlots, make, signal)
  },
})

/** Returns the customer's copy. @param externalId the customer's own ID, if known */
export async function customerCopy(file: InvoiceFile, externalId: string | null): Promise<PrintedDocument> {
  const { CONSOLE_INVOICE_ISSUER: seller = [], CONSOLE_INVOICE_FOOTER: footer = [] } = settings()
  const { invoice } = file
  const stamp = printedStamp(invoice)
  // The customer knows the invoice by its number only.
  const number = invoiceNumber(invoice)
  const title = number === null ? 'Invoice' : `Invoice ${withoutBidi(shortName(number))}`
  // A line that is hidden, or of unknown visibility, is not the customer's.
  const lines = readableList(invoice.invoiceLineItems).filter((line) => isSeenByCustomer(line) === true)
  return {
    title,
    // Neither the invoice's ID, nor a day, which would look like the invoice's.
    fileName: fileNameOf({ what: 'invoice', whose: shortName(number ?? 'copy'), ending: '' }),
    stamp,
    seller: [...seller],
    facts: customerFacts(file, externalId),
    tables: [await linesTable(lines, (line) => cellsOf(line, file, formatMoney), missingLines(lines.length))],
    sums: customerSums(file, lines),
    footer: [...footer],
    pageFoot: [stamp?.word, title, asOfText(invoice), 'dates are UTC'].filter(Boolean).join(' · '),
  }
}

/** Returns the internal copy. @param now its day is in the file's name */
export async function internalCopy(file: InvoiceFile, now: Date): Promise<PrintedDocument> {
  const { invoice } = file
  const title = invoiceTitle(invoice)
  const asOf = asOfText(invoice)
  const lines = readableList(invoice.invoiceLineItems)
  const cells = (line: InvoiceLineItemView, index: number) =>
    cellsOf(line, file, formatAmount, remarksOn(line, index + 1, file))
  return {
    title,
    fileName: fileNameOf({ what: 'invoice', whose: invoiceName(invoice), at: now, ending: '-internal' }),
    facts: internalFacts(file, asOf),
    tables: [await linesTable(lines, cells, missingLines(lines.length) ?? noLines(invoice))],
    pageFoot: `${title} · Internal copy · ${asOf}`,
  }
}

const asOfText = ({ asOf }: InvoiceView) => `as of ${formatDateTime(asOf, 'UTC')} UTC`

/** Other requests run between this many lines. */
const LINES_AT_ONCE = 500

async function linesTable(
  lines: readonly InvoiceLineItemView[],
  cells: (line: InvoiceLineItemView, index: number) => (string | PrintedCell)[],
  note: string | null,
): Promise<PrintedTable> {
  const rows: (string | PrintedCell)[][] = []
  for (const [index, line] of lines.slice(0, MAX_PRINTED_LINES).entries()) {
    if (index > 0 && index % LINES_AT_ONCE === 0) await nextTurn()
    rows.push(cells(line, index))
  }
  const figures = ['Quantity', 'Unit price', 'Amount'].map(figure)
  return printedTable({ caption: 'Line items', columns: ['Description', 'Period (UTC)', ...figures], rows, note })
}

function noLines({ invoiceLineItems }: InvoiceView): string | null {
  if (invoiceLineItems === null) return 'The billing API sent no line items.'
  return isUnreadable(invoiceLineItems) ? 'The line items could not be read.' : null
}

function cellsOf(
  line: InvoiceLineItemView,
  { currency }: InvoiceFile,
  formatTotal: typeof formatMoney,
  remarks: string[] = [],
): (string | PrintedCell)[] {
  const textOf = (number: Field<string>, format: typeof formatMoney) =>
    isAbsent(number) ? sentValue(number) : format(number, currency)
  return [
    { text: sentValue(line.description), ...(remarks.length > 0 && { remarks }) },
    periodText(line),
    quantityOf(line),
    textOf(line.unitPrice, formatAmount),
    textOf(line.amount, formatTotal),
  ]
}

function quantityOf({ quantity, price }: InvoiceLineItemView): string {
  if (isAbsent(quantity)) return sentValue(quantity)
  const unit = unitLabel(quantity, price?.billable)
  return unit === null ? formatQuantity(quantity) : `${formatQuantity(quantity)} ${unit}`
}

/** Returns the console's checks of a line. */
function remarksOn(line: InvoiceLineItemView, position: number, { checked, currency }: InvoiceFile): string[] {
  const check = checked.checkLine(line, position)
  const about = check.about.map((found) => lineFindingLabel(found, line, currency))
  return [visibilityLabel(line), verdictLabel(check), ...about].filter((remark) => remark !== null)
}

const NEWEST_ENTRIES = { page: 1, pageSize: 20, order: 'desc' } as const

/**
 * Returns the external ID of the page that the user came from if an entry of its ledger names the invoice's customer.
 * Otherwise null, also when the ledger cannot be read: the ID in an address is not trusted.
 */
async function knownExternalId(
  context: OperationContext,
  { customerId }: Pick<InvoiceView, 'customerId'>,
  externalId: string | undefined,
): Promise<string | null> {
  const customer = readable(customerId)
  if (externalId === undefined || customer === null) return null
  const read = await listTransactions.run(context, { externalId, ...NEWEST_ENTRIES }).catch(problemIn)
  return !(read instanceof ProblemError) && read.customers.some(({ id }) => id === customer) ? externalId : null
}
