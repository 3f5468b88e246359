import { Download } from '@/contract/console/download'
import type { ConsoleInput } from '@/contract/console/operations'
import { begun } from '../downloads/begun'
import { fileNameOf } from '../downloads/file-name'
import { readInvoiceFile } from '../downloads/invoice-file'
import { invoiceName } from '../../domain/invoice-number'
import type { OperationContext } from './operation-context'

/**
 * An invoice as a PDF, the customer's copy or the internal one.
 * @throws ProblemError as `getInvoice`, and `console_busy` where too many files are being made
 */
export async function downloadInvoicePdf(
  context: OperationContext,
  { invoiceId, copy }: ConsoleInput<'downloadInvoicePdf'>,
): Promise<Download> {
  const file = await readInvoiceFile(context, invoiceId)
  // pdfkit is loaded by whoever wants a PDF, not by every read.
  const { invoicePdf } = await import('../downloads/invoice-pdf')
  const bytes = await begun(context.environment.pdfSlots.within(invoicePdf(file, copy)))
  const name = invoiceName(file.invoice)
  return new Download(
    fileNameOf('invoice', name, copy === 'internal' ? '-internal.pdf' : '.pdf'),
    'application/pdf',
    bytes,
  )
}
