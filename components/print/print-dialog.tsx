'use client'

import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '@/components/ui/button'

export interface PrintDialogProps {
  /** The page that the document is from. */
  from: { path: string; label: string }
}

/** Opens the browser's print dialog once the fonts are there. Only the screen shows its link back and its button. */
export function PrintDialog({ from }: PrintDialogProps) {
  useEffect(() => {
    let isLeft = false
    void document.fonts.ready.then(() => {
      if (!isLeft) window.print()
    })
    return () => {
      isLeft = true
    }
  }, [])
  return (
    <nav
      aria-label="Print"
      className="no-print flex flex-wrap items-center justify-between gap-2 border-b pb-3 text-sm"
    >
      <a href={from.path} className="text-accent hover:underline">
        {from.label}
      </a>
      <Button small onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-3.5" />
        Print
      </Button>
    </nav>
  )
}
