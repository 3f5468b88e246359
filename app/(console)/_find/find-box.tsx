'use client'

import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Spinner } from '@/components/ui/spinner'
import { useRecents } from '@/lib/browser/recents'
import { type Destination, KIND_LABELS, shownId } from './destination'
import { useFind } from './use-find'

const MOST_OFFERED = 6

/** Pasted text as a one-line field takes it. */
const asTyped = (pasted: string) => pasted.replaceAll(/[\r\n]/g, '')

interface FindBoxProps {
  large?: boolean
  /** What an address asked for, to be corrected. */
  lookedFor?: string
}

/**
 * Any id, and Enter lands on its page. Offers what was found, or what this browser saw and the text matches.
 * ⌘K and Ctrl+K come here from anywhere, and Escape, when nothing is left to close, goes back.
 */
export function FindBox({ large = false, lookedFor = '' }: FindBoxProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const cameFrom = useRef<HTMLElement>(null)
  const [text, setText] = useState(lookedFor)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const { pages } = useRecents()
  const find = useFind(() => {
    setText('')
    setOpen(false)
    input.current?.blur()
  })

  // What was typed or pasted before the script was there.
  useEffect(() => setText((typed) => typed || (input.current?.value ?? '')), [])

  const wanted = text.trim()
  const matches = (page: Destination) => `${page.label} ${page.id}`.toLowerCase().includes(wanted.toLowerCase())
  const options: Destination[] =
    find.outcome.hits.length > 0 ? find.outcome.hits : pages.filter(matches).slice(0, MOST_OFFERED)
  const shown = open && (options.length > 0 || find.outcome.message !== null)
  const chosen = options[active]

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      const { activeElement } = document
      if (activeElement instanceof HTMLElement && activeElement !== input.current) cameFrom.current = activeElement
      input.current?.focus()
      input.current?.select()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const move = (step: number) => {
    setOpen(true)
    setActive((current) =>
      options.length === 0
        ? -1
        : (current + step + options.length + (current < 0 && step < 0 ? 1 : 0)) % options.length,
    )
  }
  const submit = () => {
    if (shown && chosen) return find.open(chosen)
    const [best] = find.outcome.hits
    if (best) return find.open(best)
    setOpen(true)
    void find.find(text)
  }
  const goBack = () => {
    // To what cannot take the focus, such as the page itself, it goes by leaving the box.
    input.current?.blur()
    cameFrom.current?.focus()
    cameFrom.current = null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') submit()
    else if (event.key === 'Escape' && shown) setOpen(false)
    else if (event.key === 'Escape' && cameFrom.current) goBack()
    else return
    event.preventDefault()
  }

  return (
    // Before its script is there the box is a plain form: /find answers it.
    <form
      action="/find"
      role="search"
      onSubmit={(event) => event.preventDefault()}
      className={classNames('relative min-w-0 flex-1', large ? 'max-w-2xl' : 'max-w-xl')}
    >
      <span className="text-muted pointer-events-none absolute inset-y-0 left-3 flex items-center">
        {find.busy ? <Spinner /> : <Search aria-hidden="true" className="size-4" />}
      </span>
      <input
        ref={input}
        type="text"
        name="id"
        role="combobox"
        aria-label="Find a subscription, invoice or customer"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && chosen ? `${id}-${active}` : undefined}
        aria-busy={find.busy}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- these pages are the box: the first thing anyone does is paste
        autoFocus={large}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        placeholder="Find by any id"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(-1)
          setOpen(true)
          find.forget()
        }}
        onPaste={(event) => find.prefetch(asTyped(event.clipboardData.getData('text')))}
        onFocus={() => setOpen(!large)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        className={classNames(
          'border-line-strong bg-surface placeholder:text-muted block w-full rounded-md border pr-16 pl-9',
          large ? 'min-h-12 text-lg' : 'min-h-9 text-sm',
        )}
      />
      <kbd className="text-muted pointer-events-none absolute inset-y-0 right-3 hidden items-center font-sans text-xs sm:flex">
        Ctrl K
      </kbd>
      <div
        className={
          shown
            ? 'bg-raised absolute inset-x-0 top-full z-40 mt-1 overflow-hidden rounded-lg border text-sm shadow-xl'
            : 'sr-only'
        }
      >
        <p role="status" className={classNames('foreign px-3', find.outcome.message && 'py-2.5')}>
          {find.outcome.message}
        </p>
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={find.outcome.hits.length > 0 ? 'Found' : 'Seen in this browser'}
          hidden={!shown || options.length === 0}
        >
          {options.map((option, index) => (
            <FindOption
              key={`${option.kind} ${option.id}`}
              id={`${id}-${index}`}
              option={option}
              active={index === active}
              onOpen={() => find.open(option)}
            />
          ))}
        </div>
      </div>
    </form>
  )
}

interface FindOptionProps {
  id: string
  option: Destination
  active: boolean
  onOpen: () => void
}

/** One place to go. The keyboard stays in the box (aria-activedescendant); the pointer clicks here. */
function FindOption({ id, option, active, onOpen }: FindOptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      // The pointer must not take the focus from the box before its click arrives.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onOpen}
      className={classNames('hover:bg-hover cursor-pointer px-3 py-2', active && 'bg-hover')}
    >
      <span className="text-muted mr-2 text-xs">{KIND_LABELS[option.kind]}</span>
      <span className="foreign">{option.label}</span>
      {option.label !== option.id && (
        <span className="opaque text-muted ml-2 text-xs whitespace-pre-wrap">{shownId(option.id)}</span>
      )}
    </div>
  )
}
