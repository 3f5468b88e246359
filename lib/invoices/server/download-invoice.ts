import type { Download } from '@/lib/core/download'
import type { ConsoleInput } from '@/lib/core/operations'
import { invoiceName } from '../invoice-number'
import { csvDownload } from '@/lib/core/server/csv/csv-download'
import { fileNameOf } from '@/lib/core/server/csv/file-name'
import type { OperationContext } from '@/lib/core/server/operation-context'
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
