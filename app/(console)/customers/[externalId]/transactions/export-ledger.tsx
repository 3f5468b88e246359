'use client'

import { type MouseEvent, useState } from 'react'
import { CsvDownload } from '@/components/csv-download'
import { useTimeZone } from '@/components/time-zone'
import { Button } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import type { CsvForm } from '@/contract/console/download'
import { readAddress } from '@/lib/browser/operation'
import type { ExportOptions } from './export-options'
import type { LedgerFilter } from './use-ledger-search'

const ExportProgress = lazyWithRetry(() => import('./export-progress').then((module) => module.ExportProgress))
const ExportOptionsForm = lazyWithRetry(() => import('./export-options').then((module) => module.ExportOptionsForm))

interface ExportLedgerProps {
  externalId: string
  /** Undefined for all transactions. */
  filter: LedgerFilter | undefined
}

/** A link that downloads the whole ledger, or what matches the filters; with scripts also the options and the progress. */
export function ExportLedger({ externalId, filter }: ExportLedgerProps) {
  const [exportId, setExportId] = useState<string | null>(null)
  const [options, setOptions] = useState<ExportOptions | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const timeZone = useTimeZone()
  const chosen = options && {
    columns: options.columns.join(','),
    timeZone: options.isZoned ? timeZone : undefined,
  }
  const addressOf = (form?: CsvForm, startedId?: string) =>
    readAddress('exportTransactions', { externalId, ...filter, ...chosen, form, exportId: startedId })
  const begin = (event: MouseEvent, form?: CsvForm) => {
    // A click that opens a new tab stays a plain link.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const startedId = newExportId()
    setExportId(startedId)
    window.location.assign(addressOf(form, startedId))
  }
  const toggleOptions = () => {
    setIsOpen(!isOpen)
    if (options === null) void import('./export-options').then(({ ALL_COLUMNS }) => setOptions(ALL_COLUMNS))
  }
  return (
    <div className="no-print flex min-w-0 flex-wrap-reverse items-center justify-end gap-x-2 gap-y-2">
      <div className="min-w-0 grow empty:hidden">
        {exportId !== null && <ExportProgress key={exportId} exportId={exportId} onClose={() => setExportId(null)} />}
      </div>
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

/** Returns 128 random bits as 32 hexadecimal digits. `randomUUID` does not exist on pages served over plain HTTP. */
const newExportId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
