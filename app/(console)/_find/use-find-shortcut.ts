import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the box on ⌘K and Ctrl+K.
 * @returns a function that restores the previous focus; it returns false when the box was not focused by the shortcut
 */
export function useFindShortcut(input: RefObject<HTMLInputElement | null>, onCome: () => void): () => boolean {
  const cameFrom = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      const { activeElement } = document
      if (activeElement instanceof HTMLElement && activeElement !== input.current) cameFrom.current = activeElement
      input.current?.focus()
      input.current?.select()
      onCome()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input, onCome])
  return () => {
    const origin = cameFrom.current
    if (!origin) return false
    // An element that cannot take the focus, such as the body, gets it back by blurring the box.
    input.current?.blur()
    origin.focus()
    cameFrom.current = null
    return true
  }
}
