'use client'

import { useEffect, useEffectEvent } from 'react'

/** The keys that turn the pages of a ledger. */
export const PAGE_KEYS = { previous: '[', next: ']' } as const

const IGNORED_TARGETS = 'input, textarea, select, [contenteditable], dialog, [role=menu], [popover]'

interface PageTurns {
  /** Null when there is no such page. */
  previous: (() => void) | null
  next: (() => void) | null
}

/** Turns pages by key, except while the user types or has a dialog or menu open. */
export function usePageKeys({ previous, next }: PageTurns): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || isShortcut(event)) return
    if (event.target instanceof Element && event.target.closest(IGNORED_TARGETS)) return
    if (event.key === PAGE_KEYS.previous) previous?.()
    if (event.key === PAGE_KEYS.next) next?.()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Detects shortcuts of the browser or system. AltGr sets both Ctrl and Alt, and types brackets on many keyboards. */
const isShortcut = ({ metaKey, ctrlKey, altKey }: KeyboardEvent) => metaKey || (ctrlKey && !altKey)
