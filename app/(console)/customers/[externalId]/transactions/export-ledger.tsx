'use client'

import { useState } from 'react'
import { CsvDownload } from '@/components/lists/csv-download'
import { useTimeZone } from '@/components/time/time-zone'
import { Button } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import type { CsvForm } from '@/lib/core/download'
import { readAddress } from '@/lib/core/operation-address'
import { useExport } from '@/components/lists/use-export'
import type { ExportOptions } from './export-options'
import type { LedgerFilter } from './use-ledger-search'

const ExportOptionsForm = lazyWithRetry(() => import('./export-options').then((module) => module.ExportOptionsForm))

interface ExportLedgerProps {
  externalId: string
  /** Undefined for all transactions. */
  filter: LedgerFilter | undefined
}

/** A link that downloads the whole ledger, or what matches the filters; with scripts also the options and the progress. */
export function ExportLedger({ externalId, filter }: ExportLedgerProps) {
  const [options, setOptions] = useState<ExportOptions | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const timeZone = useTimeZone()
  const chosen = options && {
    columns: options.columns.join(','),
    timeZone: options.isZoned ? timeZone : undefined,
  }
  const addressOf = (form?: CsvForm, startedId?: string) =>
    readAddress('exportTransactions', { externalId, ...filter, ...chosen, form, exportId: startedId })
  const { progress, begin } = useExport('transactions', addressOf)
  const toggleOptions = () => {
    setIsOpen(!isOpen)
    if (options === null) void import('./export-options').then(({ ALL_COLUMNS }) => setOptions(ALL_COLUMNS))
  }
  return (
    <div className="no-print flex min-w-0 flex-wrap-reverse items-center justify-end gap-x-2 gap-y-2">
      <div className="min-w-0 grow empty:hidden">{progress}</div>
      {isOpen && options && <ExportOptionsForm options={options} onChange={setOptions} />}
      <CsvDownload
        label="Export CSV"
        title="Every transaction that the filters match, oldest first"
        addressOf={addressOf}
        onFollow={begin}
      />
      <Button small variant="ghost" aria-expanded={isOpen} onClick={toggleOptions}>
        Export options
      </Button>
    </div>
  )
}
