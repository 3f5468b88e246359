import { Download } from '@/contract/console/download'
import type { InvoiceView } from '@/contract/console/invoice'
import type { ConsoleInput } from '@/contract/console/operations'
import { startGenerator } from '../downloads/start-generator'
import { fileNameOf } from '../downloads/file-name'
import { readInvoiceFile } from './invoice-file'
import { invoiceName, invoiceNumber } from '../../domain/invoice/invoice-number'
import { shortName } from '../../format/amount'
import type { Letterhead } from './customer-copy'
import { knownExternalId } from './known-external-id'
import { settings } from '../settings'
import type { OperationContext } from '../operation-context'

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
  const bytes = await startGenerator(context.environment.pdfSlots.within(invoicePdf(file, copy, letterhead)))
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
