'use client'

import { type MouseEvent, type ReactNode, useState } from 'react'
import type { CsvForm } from '@/lib/core/download'
import type { Exported } from './export-progress'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'

const ExportProgress = lazyWithRetry(() => import('./export-progress').then((module) => module.ExportProgress))

/** Returns the address of an export, with the ID by which its progress is known. */
export type ExportAddress = (form?: CsvForm, exportId?: string) => string

/** Returns the progress of an export that a link started, what a click on its link does, and a function that starts one. */
export function useExport(
  of: Exported,
  addressOf: ExportAddress,
): { progress: ReactNode; begin: (event: MouseEvent, form?: CsvForm) => void; start: (form?: CsvForm) => void } {
  const [exportId, setExportId] = useState<string | null>(null)
  const begin = (event: MouseEvent, form?: CsvForm) => {
    // A click that opens a new tab stays a plain link.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    start(form)
  }
  const start = (form?: CsvForm) => {
    const startedId = newExportId()
    setExportId(startedId)
    window.location.assign(addressOf(form, startedId))
  }
  const progress = exportId !== null && (
    <ExportProgress key={exportId} exportId={exportId} of={of} onClose={() => setExportId(null)} />
  )
  return { progress, begin, start }
}

/** Returns 128 random bits as 32 hexadecimal digits. `randomUUID` does not exist on pages served over plain HTTP. */
const newExportId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
