import Combobox from '@github/combobox-nav'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Makes an input that is there the combobox of a list, without replacing it, for as long as the list is there: arrows
 * move through its options, Enter clicks the one they are at, and the input tells a screen reader which.
 * @returns for the list
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
