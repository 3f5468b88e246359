import { useRef, useState } from 'react'
import { useTimeZone } from '@/components/time-zone'
import { useNavigation } from '@/components/ui/navigation-progress'
import { readOperation } from '@/lib/browser/operation'
import type { TextSearchResult } from './find-by-text'
import { shareLookups } from './share-lookups'
import { type Destination, pathOf } from './destination'
import { oneId } from '@/lib/domain/find/one-id'
import { failedLookup, findOutcome, onlyHit } from './find-outcome'

/** The navigation source name of the Find box. */
const FIND = 'find'
const isSeenCustomer = (id: string) =>
  readOperation('suggest', { text: id }).then(
    ({ suggestions }) => suggestions.some((seen) => seen.kind === 'customer' && seen.id === id),
    () => false,
  )

const NO_RESULT: TextSearchResult = { hits: [], message: null }

/** Searches for a text and opens the hit; keeps the results open when there are several or any doubt. */
export function useFind(onLeave: () => void) {
  const { go, pressed } = useNavigation()
  const [ask] = useState(() =>
    shareLookups((id) => readOperation('find', oneId(id) === null ? { id, exact: true } : { id })),
  )
  const timeZone = useTimeZone()
  const [result, setResult] = useState(NO_RESULT)
  const [searching, setSearching] = useState(false)
  const latest = useRef<AbortController>(undefined)
  const last = useRef('')

  const forget = () => {
    latest.current?.abort()
    setSearching(false)
    setResult(NO_RESULT)
  }
  const open = (destination: Destination) => {
    forget()
    onLeave()
    go(pathOf(destination), FIND)
  }

  /** Runs a search and shows its result, unless another search or an edit has superseded it. */
  const show = async (search: (signal: AbortSignal) => Promise<TextSearchResult>) => {
    forget()
    const { signal } = (latest.current = new AbortController())
    setSearching(true)
    const next = await search(signal).catch((error: unknown) => findOutcome(failedLookup(error), '', timeZone))
    if (signal.aborted) return
    setSearching(false)
    const only = onlyHit(next)
    if (only) open(only)
    else setResult(next)
  }

  const find = (text: string) => {
    last.current = text
    return show(async (signal) => {
      // The text parser loads with the first search.
      const { findByText } = await import('./find-by-text')
      return findByText(text, {
        ask,
        isSeenCustomer,
        timeZone,
        signal,
        onProgress: (next) => signal.aborted || setResult(next),
      })
    })
  }
  return {
    result,
    busy: searching || pressed === FIND,
    open,
    forget,
    find,
    findAgain: () => find(last.current),
    /** Searches for the text as one ID, whatever its shape. */
    findExactly: (text: string) => show(async () => findOutcome(await ask(text), text, timeZone)),
    /** Prefetches the lookup of a text that is a single ID. */
    prefetch: (text: string) => {
      const id = oneId(text)
      if (id !== null) void ask(id)
    },
  }
}
