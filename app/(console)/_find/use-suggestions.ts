import { useEffect, useState } from 'react'
import { useTimeZone } from '@/components/time-zone'
import { MAX_ID_CHARS } from '@/contract/askable-id'
import type { KnownObject } from '@/contract/console/known-object'
import { readOperation } from '@/lib/browser/operation'
import type { Destination } from './destination'
import { knownDestination } from './known-destination'

/** Asks once typing pauses. */
const PAUSE_MS = 120
const MIN_CHARS = 2

/** Returns what the team has seen that begins with the typed text, once typing pauses. Returns nothing when the search fails. */
export function useSuggestions(typed: string): Destination[] {
  const timeZone = useTimeZone()
  const [found, setFound] = useState<{ text: string; suggestions: KnownObject[] }>()
  const text = typed.trim()
  useEffect(() => {
    if (text.length < MIN_CHARS || text.length > MAX_ID_CHARS) return undefined
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
  return found?.text === text ? found.suggestions.map((each) => knownDestination(each, timeZone)) : []
}
