import { usePathname } from 'next/navigation'
import { type RefObject, use, useEffect, useRef, useState } from 'react'
import { useTimeZone } from '@/components/time/time-zone'
import { useNavigation } from '@/components/ui/navigation-progress'
import { readOperation } from '@/lib/api'
import { useSignedIn } from '@/components/page/signed-in'
import { QueryCacheContext } from '@/lib/core/query-cache'
import type { Destination } from './destination'
import type { FoundText } from './find-by-text'
import type { offersFor } from './seen-destination'
import { isCardNumber } from '@/lib/find/one-id'
import { MAX_ID_CHARS } from '@/contract/requestable-id'
import type { IndexedObject, OpenedObject } from '@/lib/objects/indexed-objects'
import { objectPath } from '@/lib/core/paths'

/** The navigation source name of the Find box. */
const FIND = 'find'
/** The page of the results. Its address has no text. */
export const RESULTS_PATH = '/find'
const isSeenCustomer = (id: string) =>
  readOperation('suggest', { text: id }).then(
    ({ suggestions }) => suggestions.some((seen) => seen.kind === 'customer' && seen.id === id),
    () => false,
  )

const NOT_LOADED = 'Not searched: the search could not be loaded. Check your network and try again.'

/** Searches for a text: opens what it names, else shows the results of its IDs on their page. */
export function useFind(onLeave: (to: 'object' | 'results') => void) {
  const { go, pressed } = useNavigation()
  const cache = use(QueryCacheContext)
  const { name } = useSignedIn()
  const timeZone = useTimeZone()
  const areResultsOpen = usePathname() === RESULTS_PATH
  const [found, setFound] = useState<FoundText>({})
  const [searching, setSearching] = useState(false)
  const latest = useRef<AbortController>(undefined)

  const forget = () => {
    latest.current?.abort()
    setSearching(false)
    setFound({})
  }
  const open = (destination: Destination) => {
    forget()
    onLeave('object')
    go(objectPath(destination), FIND)
  }

  /** The text parser and the cache load with the first search. */
  const search = async (text: string): Promise<FoundText> => {
    const [{ findByText }, { clientOf, lookUpId }] = await Promise.all([
      import('./find-by-text'),
      import('./find-query'),
    ])
    const client = clientOf(cache ?? {})
    return findByText(text, { lookUpId: (id) => lookUpId(client, id), isSeenCustomer, timeZone })
  }

  /** Runs a search and shows its result, unless another search or an edit has superseded it. */
  const find = async (text: string, isSample = false) => {
    forget()
    const { signal } = (latest.current = new AbortController())
    setSearching(true)
    const next = await search(text).catch((): FoundText => ({ message: NOT_LOADED }))
    if (signal.aborted) return
    setSearching(false)
    if (next.ticket)
      (await import('@/components/ticket/ticket')).keepTicket(
        name,
        { ...next.ticket, isSample },
        next.exactText,
        next.language,
      )
    if (next.open) open(next.open)
    else if (next.ticket) {
      onLeave('results')
      // The address stays the same: without this, Back would have to pass the page twice.
      if (!areResultsOpen) go(RESULTS_PATH, FIND)
    } else {
      // What was found for the text before would look like the answer to this one.
      if (areResultsOpen && text.trim() !== '') (await import('@/components/ticket/ticket')).forgetTicket()
      setFound(next)
    }
  }
  return {
    /** Why the text led nowhere. */
    message: found.message ?? null,
    exactText: found.exactText,
    busy: searching || pressed === FIND,
    open,
    forget,
    find,
    /** Searches for the text as one ID, whatever its shape. */
    findExactly: async (text: string) => {
      forget()
      const { keepExactText } = await import('@/components/ticket/ticket')
      keepExactText(name, text)
      onLeave('results')
      if (!areResultsOpen) go(RESULTS_PATH, FIND)
    },
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

/**
 * Returns what the box offers: what the user opened last, and what the team has seen under the typed text.
 * Their names load when the box opens.
 */
export function useOffers(isOpen: boolean, text: string): { offers: Destination[]; areOfTeam: boolean } {
  const timeZone = useTimeZone()
  const opened = useOpened(isOpen)
  const suggested = useSuggestions(text)
  const [code, setCode] = useState<{ offersFor: typeof offersFor }>()
  useEffect(() => {
    if (!isOpen) return
    import('./seen-destination').then(
      ({ offersFor }) => setCode({ offersFor }),
      // Find works without offers.
      () => undefined,
    )
  }, [isOpen])
  return { offers: code?.offersFor(text, opened, suggested, timeZone) ?? [], areOfTeam: suggested.length > 0 }
}

/** Asks once typing pauses. */
const PAUSE_MS = 120
const MIN_CHARS = 2
const NO_SUGGESTIONS: IndexedObject[] = []

/** Returns the indexed objects that begin with the typed text, once typing pauses; none when the search fails. */
function useSuggestions(typed: string): IndexedObject[] {
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
  return found?.text === text ? found.suggestions : NO_SUGGESTIONS
}

const NOTHING: OpenedObject[] = []

/** Returns what the user opened last, read each time the box opens; nothing while it is read, or when that fails. */
function useOpened(isOpen: boolean): OpenedObject[] {
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
