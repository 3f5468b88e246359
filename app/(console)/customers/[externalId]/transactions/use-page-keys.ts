'use client'

import { useEffect, useEffectEvent } from 'react'

/** Of a page of a ledger: back and on. */
export const PAGE_KEYS = { previous: '[', next: ']' } as const

const TYPED_INTO = 'input, textarea, select, [contenteditable], dialog, [role=menu], [popover]'

interface PageTurns {
  /** Null where there is no such page. */
  previous: (() => void) | null
  next: (() => void) | null
}

/** Turns pages by key, never while somebody types or has a dialog or menu open. */
export function usePageKeys({ previous, next }: PageTurns): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || isShortcut(event)) return
    if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return
    if (event.key === PAGE_KEYS.previous) previous?.()
    if (event.key === PAGE_KEYS.next) next?.()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Of the browser or the system. With AltGr, which says Ctrl and Alt both, brackets are typed on many keyboards. */
const isShortcut = ({ metaKey, ctrlKey, altKey }: KeyboardEvent) => metaKey || (ctrlKey && !altKey)
