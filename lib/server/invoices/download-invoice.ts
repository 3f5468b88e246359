import type { Download } from '@/contract/console/download'
import type { ConsoleInput } from '@/contract/console/operations'
import { invoiceName } from '../../domain/invoice/invoice-number'
import { csvDownload } from '../downloads/csv-download'
import { fileNameOf } from '../downloads/file-name'
import type { OperationContext } from '../operation-context'
import { invoiceCsv } from './invoice-csv'
import { readInvoiceFile } from './invoice-file'

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
