import { useEffect, useState } from 'react'
import type { OpenedObject } from '@/contract/console/indexed-objects'
import { readOperation } from '@/lib/browser/operation'

const NOTHING: OpenedObject[] = []

/** Returns what the user opened last, read each time the box opens; nothing while it is read, or when that fails. */
export function useOpened(isOpen: boolean): OpenedObject[] {
  const [opened, setOpened] = useState(NOTHING)
  useEffect(() => {
    if (!isOpen) return undefined
    const asked = new AbortController()
    readOperation('listOpened', {}, asked.signal)
      .then((list) => setOpened(list.opened))
      // Find works without this list.
      .catch(() => undefined)
    return () => asked.abort()
  }, [isOpen])
  return opened
}
