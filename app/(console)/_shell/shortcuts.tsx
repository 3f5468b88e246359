'use client'

import { useEffect, useState } from 'react'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { SHORTCUTS_COOKIE } from '@/lib/format/preferences'

const ShortcutsDialog = lazyWithRetry(() => import('./shortcuts-dialog').then((module) => module.ShortcutsDialog))

/** True unless the person turned the keys off in Display. */
export const areShortcutsOn = () => !document.cookie.split('; ').includes(`${SHORTCUTS_COOKIE}=off`)

/** The controls that a key presses have `aria-keyshortcuts`. */
export const controlOf = (key: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].find(
    (control) => control.getAttribute('aria-keyshortcuts') === key && isShown(control),
  )

/** Keys of one letter: `?` shows them, `j` and `k` move through rows, others press the control that names them. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      // AltGr, which types brackets on many keyboards, sets both Ctrl and Alt.
      if (key.length !== 1 || metaKey || (ctrlKey && !altKey) || event.defaultPrevented || event.isComposing) return
      if (isTyping(event.target) || document.querySelector('dialog[open], [popover]:popover-open') || !areShortcutsOn())
        return
      if (key === '?') setOpen(true)
      else if (key === 'j' || key === 'k') moveToRow(key === 'j' ? 1 : -1)
      else if (!event.repeat) controlOf(key)?.click()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return isOpen && <ShortcutsDialog onDismiss={() => setOpen(false)} />
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu]') !== null

const isShown = (element: Element) => element.checkVisibility()

/** Focuses the first control of the next or previous row; of the first or last row when none has the focus. */
function moveToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody > tr, main section li')].flatMap((row) => {
    const control = row.hasAttribute('tabindex') ? row : row.querySelector<HTMLElement>('a[href], button')
    return control && isShown(control) ? [{ row, control }] : []
  })
  const now = rows.findIndex(({ row }) => row.contains(document.activeElement))
  rows.at(now < 0 ? (step > 0 ? 0 : -1) : Math.min(Math.max(now + step, 0), rows.length - 1))?.control.focus()
}
