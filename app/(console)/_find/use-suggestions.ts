import { useEffect, useState } from 'react'
import { useTimeZone } from '@/components/time-zone'
import { MAX_ID_CHARS } from '@/contract/requestable-id'
import type { IndexedObject } from '@/contract/console/indexed-objects'
import { readOperation } from '@/lib/browser/operation'
import { isCardNumber } from '@/lib/domain/find/card-number'
import type { Destination } from './destination'
import { indexedDestination } from './indexed-destination'

/** Asks once typing pauses. */
const PAUSE_MS = 120
const MIN_CHARS = 2

/** Returns the indexed objects that begin with the typed text, once typing pauses; none when the search fails. */
export function useSuggestions(typed: string): Destination[] {
  const timeZone = useTimeZone()
  const [found, setFound] = useState<{ text: string; suggestions: IndexedObject[] }>()
  const text = typed.trim()
  useEffect(() => {
    if (text.length < MIN_CHARS || text.length > MAX_ID_CHARS || isCardNumber(text)) return undefined
    const asked = new AbortController()
    const timer = setTimeout(() => {
      readOperation('suggest', { text }, asked.signal)
        .then(({ suggestions }) => setFound({ text, suggestions }))
        // Enter still searches, and says what failed.
        .catch(() => undefined)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [text])
  // Those for another text would be wrong.
  return found?.text === text ? found.suggestions.map((each) => indexedDestination(each, timeZone)) : []
}
