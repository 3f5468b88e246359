import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { MAX_ID_CHARS } from '@/contract/askable-id'
import { operationQuery } from '@/lib/queries/operation-query'
import { useTimeZone } from '@/components/time-zone'
import type { Destination } from './destination'
import { knownDestination } from './known-destination'

/** Asks once typing pauses. */
const PAUSE_MS = 120
const MIN_CHARS = 2
/** A colleague may open something meanwhile. */
const FRESH_MS = 10_000

/** Returns what the team has seen that begins with the typed text, once typing pauses. */
export function useSuggestions(typed: string): Destination[] {
  const timeZone = useTimeZone()
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const isAskable = text.length >= MIN_CHARS && text.length <= MAX_ID_CHARS
  const { data } = useQuery({ ...operationQuery('suggest', { text }), enabled: isAskable, staleTime: FRESH_MS })
  // While typing goes on, the suggestions for less text would be wrong.
  return isAskable && text === typed.trim()
    ? (data?.suggestions ?? []).map((each) => knownDestination(each, timeZone))
    : []
}
