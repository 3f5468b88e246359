import Combobox from '@github/combobox-nav'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Turns an existing input into the combobox of a list while the list is mounted. Arrows move through the options, Enter
 * clicks the active one, and `aria-activedescendant` announces it.
 * @returns the props of the list
 */
export function useCombobox(input: RefObject<HTMLInputElement | null>): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!input.current || !list.current) return
    const combobox = new Combobox(input.current, list.current, { tabInsertsSuggestions: false })
    combobox.start()
    return () => combobox.stop()
  }, [input])
  return list
}
