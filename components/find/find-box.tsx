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
import { classNames } from '@/components/ui/class-names'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Spinner } from '@/components/ui/spinner'
import { MAX_ID_CHARS } from '@/contract/requestable-id'
import { MAX_PASTED_BYTES } from '@/lib/find/one-id'
import { useFind, useFindShortcut, useOffers } from './use-find'
import { Button } from '@/components/ui/button'

/** The popup and the combobox load on the first hover or keystroke. */
const FindPopup = lazyWithRetry(() => import('./find-popup').then((module) => module.FindPopup))

/** What `oneId` accepts: at most three words without sentence marks. */
const ONE_ID = String.raw`\s*(\S*[^\s.,:;!?…]\s+){0,2}\S+\s*`

/** What other parts of a page may do with the Find box. */
export interface FindBoxHandle {
  /** Searches for the text as if it was pasted. */
  search: (text: string, isSample?: boolean) => void
  /** Puts an ID into the box and selects it, for Enter. */
  fill: (id: string) => void
}

interface FindBoxProps {
  large?: boolean
  /** The searched text of the URL, shown for correction. */
  searchedText?: string
  /** Moves the focus to what is below an empty box, and returns true when there is something. */
  onDown?: () => boolean
  ref?: Ref<FindBoxHandle>
}

/**
 * The Find box: a paste and Enter open the page that the text names, or the results. Escape closes the popup, then returns the focus to
 * where it was before ⌘K.
 */
export function FindBox({ large = false, searchedText = '', onDown, ref }: FindBoxProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(searchedText)
  const [open, setOpen] = useState(false)
  const [hydrated, setHydrated] = useState(false)
  const leave = (to: 'object' | 'results') => {
    setText('')
    setOpen(false)
    // From the results an arrow key leads into the table.
    if (to === 'object') input.current?.blur()
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
    search: (wanted, isSample) => void find.find(wanted, isSample),
    fill: (id) => {
      setText(id)
      find.forget()
      // After the render with the new text.
      requestAnimationFrame(() => {
        input.current?.focus()
        input.current?.select()
      })
    },
  }))

  const { message, exactText } = find
  const { offers, areOfTeam } = useOffers(open, text)
  const options = message === null ? offers : []
  const optionsLabel = areOfTeam ? 'Opened by your team' : 'You opened'
  const shown = open && (options.length > 0 || message !== null)

  const submit = () => {
    setOpen(true)
    // The paste may still be searched for, or its message is shown.
    if (!(text === '' && (find.busy || message !== null))) void find.find(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && text === '' && onDown?.() === true) return event.preventDefault()
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
    // A word that is pasted into other text is a part of it.
    if (text !== '' && !isAllSelected(input.current) && !/[\r\n]/.test(pasted.trim())) return
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
        placeholder="Paste a ticket or an ID"
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
          'border-line-strong bg-surface placeholder:text-muted block w-full rounded-md border pr-3 pl-9 text-ellipsis sm:pr-16',
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
          shown ? 'bg-raised absolute inset-x-0 top-full z-40 mt-1 rounded-lg border text-sm shadow-xl' : 'sr-only'
        }
      >
        <p role="status" className={classNames('foreign px-3', message && 'py-2.5')}>
          {message}
        </p>
        {shown && exactText !== undefined && (
          <div className="border-t px-3 py-2.5">
            <Button small onClick={() => void find.findExactly(exactText)}>
              Search for this exact text
            </Button>
          </div>
        )}
        {shown && options.length > 0 && (
          <FindPopup input={input} listId={listId} options={options} optionsLabel={optionsLabel} onOpen={find.open} />
        )}
      </div>
    </form>
  )
}

function isAllSelected(input: HTMLInputElement | null): boolean {
  return input !== null && input.selectionStart === 0 && input.selectionEnd === input.value.length
}
