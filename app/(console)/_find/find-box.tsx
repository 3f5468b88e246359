'use client'

import { Search } from 'lucide-react'
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useId,
  useRef,
  useState,
} from 'react'
import { useTimeZone } from '@/components/time-zone'
import { classNames } from '@/components/ui/class-names'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Spinner } from '@/components/ui/spinner'
import { MAX_ID_CHARS } from '@/contract/requestable-id'
import { MAX_PASTED_BYTES } from './find-outcome'
import { latestOf, useFind, useFindShortcut, useOpened, useSuggestions } from './use-find'
import { openedContaining, openedDestination } from './destination'

/** The popup and the combobox load on the first hover or keystroke. */
const FindPopup = lazyWithRetry(() => import('./find-popup').then((module) => module.FindPopup))

const MAX_OPTIONS = 8
/** What `oneId` accepts: at most three words without sentence marks. */
const ONE_ID = String.raw`\s*(\S*[^\s.,:;!?…]\s+){0,2}\S+\s*`

/** What other parts of a page may do with the Find box. */
export interface FindBoxHandle {
  /** Moves the focus to the box, and searches for the text as if it was pasted, unless it is empty. */
  search: (text: string) => void
}

interface FindBoxProps {
  large?: boolean
  /** The searched text of the URL, shown for correction. */
  searchedText?: string
  ref?: Ref<FindBoxHandle>
}

/**
 * The Find box: Enter opens the page that the text names. Escape closes the popup, then returns the focus to where it
 * was before ⌘K.
 */
export function FindBox({ large = false, searchedText = '', ref }: FindBoxProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(searchedText)
  const [open, setOpen] = useState(false)
  const [hydrated, setHydrated] = useState(false)
  const opened = useOpened(open)
  const timeZone = useTimeZone()
  const leave = () => {
    setText('')
    setOpen(false)
    input.current?.blur()
  }
  const find = useFind(leave)
  const goBack = useFindShortcut(
    input,
    useCallback(() => setOpen(true), []),
  )

  // Keeps text that was typed or pasted before hydration.
  useEffect(() => {
    setText((typed) => typed || (input.current?.value ?? ''))
    setHydrated(true)
  }, [])

  useImperativeHandle(ref, () => ({
    search: (wanted) => {
      input.current?.focus()
      setOpen(true)
      if (wanted !== '') void find.find(wanted)
    },
  }))

  const { result } = find
  const { hits, lookups, message } = result
  const own = lookups
    ? []
    : openedContaining(opened, text)
        .slice(0, MAX_OPTIONS)
        .map((object) => openedDestination(object, timeZone))
  const suggested = useSuggestions(lookups ? '' : text)
  const seen = latestOf(own, suggested).slice(0, MAX_OPTIONS)
  const options = hits.length > 0 ? hits : seen
  const seenLabel = result.wereSeen || suggested.length > 0 ? 'Seen by your team' : 'You opened'
  const shown = open && (options.length > 0 || message !== null)

  const submit = () => {
    const [first, ...others] = hits
    setOpen(true)
    if (first && others.length === 0 && !result.areSimilar) find.open(first)
    // The user may have replaced the text that was searched for.
    else if (!first && !(text === '' && (find.busy || message !== null))) void find.find(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpen(true)
    if (event.key !== 'Escape') return
    if (shown) {
      input.current?.focus()
      setOpen(false)
    } else if (!goBack()) return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    const line = pasted.trim()
    if (!/[\r\n]/.test(line) && line.length <= MAX_ID_CHARS) return find.prefetch(pasted.replaceAll(/[\r\n]/g, ''))
    // A single-line input would lose the line breaks, and need not hold the pasted text.
    event.preventDefault()
    setText('')
    setOpen(true)
    void find.find(pasted)
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Keeps the popup open while the user switches to another window.
    if (document.hasFocus() && !currentTarget.contains(relatedTarget)) setOpen(false)
  }

  return (
    // Before hydration the box is a plain form for one ID, which /find handles.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes from any element inside
    <form
      action="/find"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      className={classNames('relative min-w-0 flex-1', large ? 'max-w-2xl' : 'max-w-xl')}
    >
      <span className="text-muted pointer-events-none absolute inset-y-0 left-3 flex items-center">
        {find.busy ? <Spinner /> : <Search aria-hidden="true" className="size-4" />}
      </span>
      <input
        ref={input}
        type="text"
        name="id"
        // `useCombobox` sets the state of these attributes; React must not overwrite them.
        role="combobox"
        aria-expanded={false}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-label="Find a subscription, invoice or customer"
        aria-busy={find.busy}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the box is the main content of these pages
        autoFocus={large}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        // Without scripts the text becomes part of the URL, so the browser only submits what can be one ID.
        maxLength={hydrated ? MAX_PASTED_BYTES : MAX_ID_CHARS}
        pattern={hydrated ? undefined : ONE_ID}
        title={hydrated ? undefined : 'One ID'}
        enterKeyHint="go"
        placeholder={large ? 'Paste an ID or a whole ticket' : 'Find by ID'}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setOpen(true)
          find.forget()
        }}
        onPaste={onPaste}
        onPointerEnter={FindPopup.prefetchProps.onPointerEnter}
        onFocus={() => {
          if (large) return
          FindPopup.prefetchProps.onFocus()
          setOpen(true)
        }}
        className={classNames(
          'border-line-strong bg-surface placeholder:text-muted block w-full rounded-md border pr-3 pl-9 sm:pr-16',
          large ? 'min-h-12 text-lg' : 'min-h-9 text-sm',
        )}
      />
      <kbd className="text-muted pointer-events-none absolute inset-y-0 right-3 hidden items-center font-sans text-xs sm:flex">
        Ctrl K
      </kbd>
      <div
        // A click on an element without focus of its own must not take the focus out of the box.
        tabIndex={-1}
        className={
          shown
            ? 'bg-raised absolute inset-x-0 top-full z-40 mt-1 max-h-[70dvh] overflow-y-auto rounded-lg border text-sm shadow-xl'
            : 'sr-only'
        }
      >
        <p
          role="status"
          // On a phone the message may grow by a line, which must not move the rows below it.
          className={classNames(
            'foreign px-3',
            message && 'py-2.5',
            message && lookups && 'max-sm:flex max-sm:min-h-15 max-sm:items-center',
          )}
        >
          {message}
        </p>
        {shown && (
          <FindPopup
            input={input}
            listId={listId}
            result={result}
            options={options}
            optionsLabel={
              result.areSimilar ? 'Did you mean' : hits.length > 0 && !result.wereSeen ? 'Found' : seenLabel
            }
            onOpen={find.open}
            onLeave={() => {
              find.forget()
              leave()
            }}
            onFindExactly={(whole) => void find.findExactly(whole)}
            onFindAgain={() => void find.findAgain()}
          />
        )}
      </div>
    </form>
  )
}
