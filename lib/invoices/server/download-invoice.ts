import type { Download } from '@/lib/core/download'
import { invoiceName } from '../invoice-number'
import { csvDownload } from '@/lib/core/server/csv/csv-download'
import { fileNameOf } from '@/lib/core/server/csv/file-name'
import { invoiceCsv } from './invoice-csv'
import { readInvoiceFile } from './invoice-file'
import { CSV_FIELDS, InvoiceInput } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'

/**
 * Returns an invoice with every field as CSV. Its name marks it as internal, because it contains hidden lines and
 * checks.
 * @throws ProblemError as `getInvoice`, and `console_busy` when no download slot is free
 */
export const downloadInvoiceCsv = operation('downloadInvoiceCsv', {
  input: InvoiceInput.extend(CSV_FIELDS),
  describe: 'A CSV of an invoice’s lines.',
  audit: { records: 'run', object: { kind: 'invoice', idField: 'invoiceId' }, fields: ['form'] },
  async run(context, { invoiceId, form }): Promise<Download> {
    const file = await readInvoiceFile(context, invoiceId)
    const fileName = fileNameOf({
      what: 'invoice',
      whose: invoiceName(file.invoice),
      at: context.now(),
      ending: '-internal.csv',
    })
    return csvDownload(context, { fileName, ...invoiceCsv(file, form) })
  },
})
