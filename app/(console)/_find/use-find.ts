import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTimeZone } from '@/components/time-zone'
import { useNavigation } from '@/components/ui/navigation-progress'
import { readOperation } from '@/lib/browser/operation'
import type { TextSearchResult } from './find-by-text'
import { type Destination, indexedDestination, keyOf, pathOf } from './destination'
import { isCardNumber, oneId } from '@/lib/domain/find/one-id'
import { failedLookup, findOutcome, onlyHit } from './find-outcome'
import type { FindResult } from '@/contract/console/find'
import { MAX_ID_CHARS } from '@/contract/requestable-id'
import type { IndexedObject, OpenedObject } from '@/contract/console/indexed-objects'

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

/** Long enough to reuse the lookup that a paste started, too short for a cancel in between. */
const FRESH_MS = 2_000

/**
 * Wraps a lookup so that repeated calls for the same ID within this time share one result. Failed lookups are not
 * shared.
 * @returns a function that never rejects
 */
export function shareLookups(lookUp: (id: string) => Promise<FindResult>): (id: string) => Promise<FindResult> {
  const shared = new Map<string, Promise<FindResult>>()
  return (id) => {
    const earlier = shared.get(id)
    if (earlier) return earlier
    const lookup = lookUp(id)
      .catch(failedLookup)
      .then((result) => {
        if (result.unanswered.length > 0) shared.delete(id)
        else setTimeout(() => shared.delete(id), FRESH_MS)
        return result
      })
    shared.set(id, lookup)
    return lookup
  }
}

/**
 * Focuses the box on ⌘K and Ctrl+K.
 * @returns a function that restores the previous focus; it returns false when the box was not focused by the shortcut
 */
export function useFindShortcut(input: RefObject<HTMLInputElement | null>, onShortcut: () => void): () => boolean {
  const previousFocus = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      const { activeElement } = document
      if (activeElement instanceof HTMLElement && activeElement !== input.current) previousFocus.current = activeElement
      input.current?.focus()
      input.current?.select()
      onShortcut()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input, onShortcut])
  return () => {
    const previous = previousFocus.current
    if (!previous) return false
    // The body cannot take the focus: blurring the box leaves the focus there.
    input.current?.blur()
    previous.focus()
    previousFocus.current = null
    return true
  }
}

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

/** Returns what the user opened, each with the state that the team saw last, then what else the team has seen. */
export function latestOf(opened: Destination[], byTeam: Destination[]): Destination[] {
  const seen = new Map(byTeam.map((each) => [keyOf(each), each]))
  const latest = [...opened.map((each) => seen.get(keyOf(each)) ?? each), ...byTeam]
  // The first of those that lead to the same page.
  return [...new Map(latest.toReversed().map((each) => [keyOf(each), each])).values()].toReversed()
}
