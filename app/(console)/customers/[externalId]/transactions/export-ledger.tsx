'use client'

import { FileDown } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { readAddress } from '@/lib/browser/operation-address'

const ExportProgress = lazyWithRetry(() => import('./export-progress').then((module) => module.ExportProgress))

/** A link that downloads the whole ledger; with scripts it also shows the progress. */
export function ExportLedger({ externalId }: { externalId: string }) {
  const [exportId, setExportId] = useState<string | null>(null)
  const begin = (event: MouseEvent) => {
    // A click that opens a new tab stays a plain link.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const startedId = newExportId()
    setExportId(startedId)
    window.location.assign(readAddress('exportTransactions', { externalId, exportId: startedId }))
  }
  return (
    <div className="no-print flex flex-wrap-reverse items-center justify-end gap-x-4 gap-y-2">
      <div className="min-w-0 grow empty:hidden">
        {exportId !== null && <ExportProgress key={exportId} exportId={exportId} onClose={() => setExportId(null)} />}
      </div>
      <a
        href={readAddress('exportTransactions', { externalId })}
        onClick={begin}
        title="Every transaction of this customer, oldest first, with all of its fields"
        className={buttonClass('secondary', true)}
      >
        <FileDown aria-hidden="true" className="size-3.5" />
        Export CSV
      </a>
    </div>
  )
}

/** Returns 128 random bits as 32 hexadecimal digits. `randomUUID` does not exist on pages served over plain HTTP. */
const newExportId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
