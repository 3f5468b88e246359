import { type RefObject, useEffect, useRef } from 'react'

/**
 * ⌘K and Ctrl+K come to the box from anywhere.
 * @returns how to go back to where that was; false where nobody came by it
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
    // To what cannot take the focus, such as the page itself, it goes by leaving the box.
    input.current?.blur()
    origin.focus()
    cameFrom.current = null
    return true
  }
}
