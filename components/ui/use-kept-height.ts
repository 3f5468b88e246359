'use client'

import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps an element at its greatest height until its width changes, so that content below it does not move when its
 * content changes.
 */
export function useKeptHeight<Kept extends HTMLElement>(): RefObject<Kept | null> {
  const ref = useRef<Kept>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    let width = 0
    const observer = new ResizeObserver(() => {
      if (element.offsetWidth !== width) element.style.minHeight = ''
      width = element.offsetWidth
      element.style.minHeight = `${element.offsetHeight}px`
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return ref
}
