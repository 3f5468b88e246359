import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface FocusReturn {
  ref: RefObject<HTMLDivElement | null>
  onFocus: (event: FocusEvent) => void
}

/**
 * Returns props for an element that may unmount while it holds the focus, such as a notice with a button. The focus
 * then returns to where it was, or else to the page's content.
 */
export function useFocusReturn(): FocusReturn {
  const ref = useRef<HTMLDivElement>(null)
  const previousFocus = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const origin = previousFocus.current?.isConnected ? previousFocus.current : document.querySelector('main')
      origin?.focus({ preventScroll: true })
    }
  }, [])
  return {
    ref,
    onFocus: ({ currentTarget, relatedTarget }) => {
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        previousFocus.current = relatedTarget
    },
  }
}
