'use client'

import { FileDown } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { readAddress } from '@/lib/browser/operation-address'
import type { LedgerFilter } from './whole-ledger/use-ledger-filter'

const ExportProgress = lazyWithRetry(() => import('./export-progress').then((module) => module.ExportProgress))

interface ExportLedgerProps {
  externalId: string
  /** Undefined for all transactions. */
  filter: LedgerFilter | undefined
}

/** A link that downloads the whole ledger, or what matches the filters; with scripts it also shows the progress. */
export function ExportLedger({ externalId, filter }: ExportLedgerProps) {
  const [exportId, setExportId] = useState<string | null>(null)
  const begin = (form: 'csv' | 'excel') => (event: MouseEvent) => {
    // A click that opens a new tab stays a plain link.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const startedId = newExportId()
    setExportId(startedId)
    window.location.assign(addressOf(form, startedId))
  }
  const addressOf = (form: 'csv' | 'excel', startedId?: string) =>
    readAddress('exportTransactions', { externalId, form, ...filter, exportId: startedId })
  return (
    <div className="no-print flex flex-wrap-reverse items-center justify-end gap-x-4 gap-y-2">
      <div className="min-w-0 grow empty:hidden">
        {exportId !== null && <ExportProgress key={exportId} exportId={exportId} onClose={() => setExportId(null)} />}
      </div>
      {(['csv', 'excel'] as const).map((form) => (
        <a
          key={form}
          href={addressOf(form)}
          onClick={begin(form)}
          title={TITLES[form]}
          className={buttonClass(form === 'csv' ? 'secondary' : 'ghost', true)}
        >
          <FileDown aria-hidden="true" className="size-3.5" />
          {form === 'csv' ? 'Export CSV' : 'For Excel'}
        </a>
      ))}
    </div>
  )
}

const TITLES = {
  csv: 'Every transaction that the filters match, oldest first, with all of its fields',
  excel: 'The same with semicolons and decimal commas, as Excel expects in many countries',
} as const

/** Returns 128 random bits as 32 hexadecimal digits. `randomUUID` does not exist on pages served over plain HTTP. */
const newExportId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
