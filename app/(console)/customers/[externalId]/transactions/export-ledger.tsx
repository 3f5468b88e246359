'use client'

import { CsvDownload } from '@/components/lists/csv-download'
import { useExport } from '@/components/lists/use-export'
import type { CsvForm } from '@/lib/core/download'
import { readAddress } from '@/lib/core/operation-address'
import type { LedgerFilter } from './use-ledger-search'

interface ExportLedgerProps {
  externalId: string
  /** Undefined for all transactions. */
  filter: LedgerFilter | undefined
}

/** A link that downloads the whole ledger, or what matches the filters; with scripts also the progress. */
export function ExportLedger({ externalId, filter }: ExportLedgerProps) {
  const addressOf = (form?: CsvForm, exportId?: string) =>
    readAddress('exportTransactions', { externalId, ...filter, form, exportId })
  const { progress, begin } = useExport('transactions', addressOf)
  return (
    <div className="no-print flex min-w-0 flex-wrap-reverse items-center justify-end gap-x-2 gap-y-2">
      <div className="min-w-0 grow empty:hidden">{progress}</div>
      <CsvDownload
        label="Export CSV"
        title="Every transaction that the filters match, oldest first"
        addressOf={addressOf}
        onFollow={begin}
      />
    </div>
  )
}
