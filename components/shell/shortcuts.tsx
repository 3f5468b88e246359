'use client'

import { useEffect, useState } from 'react'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'

const ShortcutsDialog = lazyWithRetry(() => import('./shortcuts-dialog').then((module) => module.ShortcutsDialog))

/** Keys of one letter. What they do loads with the first key. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      // AltGr, which types brackets on many keyboards, sets both Ctrl and Alt.
      if (key.length !== 1 || metaKey || (ctrlKey && !altKey)) return
      import('@/components/page/press-key').then(
        ({ pressKey }) => pressKey(event, () => setOpen(true)),
        // The next key tries again.
        () => undefined,
      )
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return isOpen && <ShortcutsDialog onDismiss={() => setOpen(false)} />
}
