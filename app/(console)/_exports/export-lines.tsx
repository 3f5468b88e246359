'use client'

import { CsvLink } from '@/components/csv-download'
import type { CsvForm } from '@/contract/console/download'
import type { ConsoleInput } from '@/contract/console/operations'
import { readAddress } from '@/lib/browser/operation'
import { useExport } from './use-export'

/** The lines of the invoices of a list, or of a check. */
export type ExportedLines =
  | { invoices: Omit<ConsoleInput<'exportInvoiceLines'>, 'form' | 'exportId'> }
  | { check: Omit<ConsoleInput<'exportCheckLines'>, 'form' | 'exportId'> }

/** A link that downloads every line of the listed invoices, and the progress of the file. */
export function ExportLines({ of }: { of: ExportedLines }) {
  const addressOf = (form?: CsvForm, exportId?: string) =>
    'check' in of
      ? readAddress('exportCheckLines', { ...of.check, form, exportId })
      : readAddress('exportInvoiceLines', { ...of.invoices, form, exportId })
  const { progress, begin } = useExport('invoices', addressOf)
  return (
    <span className="no-print inline-flex min-w-0 flex-wrap-reverse items-center justify-end gap-2">
      {progress}
      <CsvLink
        label="Export lines"
        title="A CSV of every line of these invoices. Each invoice is read again."
        addressOf={addressOf}
        onFollow={begin}
      />
    </span>
  )
}
