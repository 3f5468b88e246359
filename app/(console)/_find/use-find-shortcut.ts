import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the box on ⌘K and Ctrl+K.
 * @returns a function that restores the previous focus; it returns false when the box was not focused by the shortcut
 */
export function useFindShortcut(input: RefObject<HTMLInputElement | null>, onShortcut: () => void): () => boolean {
  const previousFocus = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      const { activeElement } = document
      if (activeElement instanceof HTMLElement && activeElement !== input.current) previousFocus.current = activeElement
      input.current?.focus()
      input.current?.select()
      onShortcut()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input, onShortcut])
  return () => {
    const previous = previousFocus.current
    if (!previous) return false
    // The body cannot take the focus: blurring the box leaves the focus there.
    input.current?.blur()
    previous.focus()
    previousFocus.current = null
    return true
  }
}
