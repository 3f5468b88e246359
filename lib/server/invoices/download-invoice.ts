import { Download } from '@/contract/console/download'
import type { InvoiceView } from '@/contract/console/invoice'
import type { ConsoleInput } from '@/contract/console/operations'
import { startDownload } from '../downloads/start-download'
import { fileNameOf } from '../downloads/file-name'
import { invoiceName, invoiceNumber } from '../../domain/invoice/invoice-number'
import { shortName } from '../../format/amount'
import { settings } from '../settings'
import type { OperationContext } from '../operation-context'
import { csvDownload } from '../downloads/csv-download'
import { readable } from '../../format/unreadable'
import { listTransactions } from '../ledger/list-transactions'
import { ProblemError } from '../problem'
import { readInvoiceFile } from './invoice-file'
import type { Letterhead } from './customer-copy'
import { invoiceCsv } from './invoice-csv'

/**
 * Returns an invoice as a PDF: the customer's or the internal copy.
 * @throws ProblemError as `getInvoice`, and `console_busy` when no download slot is free
 */
export async function downloadInvoicePdf(
  context: OperationContext,
  { invoiceId, copy, externalId }: ConsoleInput<'downloadInvoicePdf'>,
): Promise<Download> {
  const file = await readInvoiceFile(context, invoiceId)
  // pdfkit is loaded on demand.
  const { invoicePdf } = await import('./invoice-pdf')
  const letterhead = copy === 'internal' ? undefined : await letterheadOf(context, file.invoice, externalId)
  const bytes = await startDownload(context.environment.pdfSlots, invoicePdf(file, copy, letterhead))
  return new Download(nameOf(file.invoice, copy, context.now()), 'application/pdf', bytes)
}

async function letterheadOf(
  context: OperationContext,
  invoice: InvoiceView,
  externalId: string | undefined,
): Promise<Letterhead> {
  const { CONSOLE_INVOICE_ISSUER: issuer = [], CONSOLE_INVOICE_FOOTER: footer = [] } = settings()
  return { issuer, footer, externalId: await knownExternalId(context, invoice, externalId) }
}

/** The customer's file has neither the invoice's ID in its name nor a day, which would look like the invoice's. */
const nameOf = (invoice: InvoiceView, copy: ConsoleInput<'downloadInvoicePdf'>['copy'], at: Date) =>
  copy === 'internal'
    ? fileNameOf({ what: 'invoice', whose: invoiceName(invoice), at, ending: '-internal.pdf' })
    : fileNameOf({ what: 'invoice', whose: shortName(invoiceNumber(invoice) ?? 'copy'), ending: '.pdf' })

/**
 * Returns an invoice with every field as CSV. Its name marks it as internal, because it contains hidden lines and
 * checks.
 * @throws ProblemError as `getInvoice`, and `console_busy` when no download slot is free
 */
export async function downloadInvoiceCsv(
  context: OperationContext,
  { invoiceId, form }: ConsoleInput<'downloadInvoiceCsv'>,
): Promise<Download> {
  const file = await readInvoiceFile(context, invoiceId)
  const fileName = fileNameOf({
    what: 'invoice',
    whose: invoiceName(file.invoice),
    at: context.now(),
    ending: '-internal.csv',
  })
  return csvDownload(context, { fileName, ...invoiceCsv(file, form) })
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
  try {
    const { customers } = await listTransactions(context, { externalId, ...NEWEST_ENTRIES })
    return customers.some(({ id }) => id === customer) ? externalId : null
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}
