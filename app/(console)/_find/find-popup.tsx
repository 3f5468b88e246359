'use client'

import Combobox from '@github/combobox-nav'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { TechnicalDetail } from '@/components/ui/technical-detail'
import { VisibleMarks } from '@/components/visible-marks'
import type { TextSearchResult } from './find-by-text'
import { type Destination, KIND_LABELS, keyOf, shownId } from './destination'
import { LookupTable } from './lookup-table'
import { lookupState } from './lookups'

interface FindPopupProps {
  input: RefObject<HTMLInputElement | null>
  listId: string
  result: TextSearchResult
  /** The options: hits, or opened and seen objects that match the text. */
  options: Destination[]
  optionsLabel: string
  onOpen: (destination: Destination) => void
  /** Called when the user follows a link in it. */
  onLeave: () => void
  onFindExactly: (text: string) => void
  onFindAgain: () => void
}

/** The popup under the Find box: the options, or the result for a pasted text. */
export function FindPopup({ input, listId, result, options, optionsLabel, ...on }: FindPopupProps) {
  const { lookups, unsearchedText, technicalDetail } = result
  const hasFailedLookup = lookups?.rows.some((row) => lookupState(row) === 'failed') === true
  return (
    <>
      {technicalDetail && (
        <div className="px-3 pb-2.5">
          <TechnicalDetail>{technicalDetail}</TechnicalDetail>
        </div>
      )}
      {lookups && <LookupTable lookups={lookups} onLeave={on.onLeave} />}
      {(hasFailedLookup || unsearchedText !== undefined) && (
        <div className="flex flex-wrap gap-2 border-t px-3 py-2.5">
          {hasFailedLookup && (
            <Button small onClick={on.onFindAgain}>
              Search again
            </Button>
          )}
          {unsearchedText !== undefined && (
            <Button small onClick={() => on.onFindExactly(unsearchedText)}>
              Search for this exact text
            </Button>
          )}
        </div>
      )}
      {options.length > 0 && (
        <OptionList
          key={options.map(keyOf).join('\n')}
          id={listId}
          input={input}
          label={optionsLabel}
          options={options}
          isTable={result.hits.length > 1}
          onOpen={on.onOpen}
        />
      )}
    </>
  )
}

interface OptionListProps {
  id: string
  /** The input that keeps the keyboard focus. */
  input: RefObject<HTMLInputElement | null>
  label: string
  options: Destination[]
  /** Shows the options as the rows of a table. */
  isTable: boolean
  onOpen: (destination: Destination) => void
}

/** A list of options. It is mounted anew for other options, so that none is selected. */
function OptionList({ id, input, label, options, isTable, onOpen }: OptionListProps) {
  const list = useCombobox(input)
  return (
    <div
      id={id}
      ref={list}
      role="listbox"
      aria-label={label}
      className={isTable ? 'grid-cols-[auto_minmax(0,1fr)_auto_auto_auto] sm:grid' : undefined}
    >
      <div aria-hidden="true" className="text-muted col-span-full px-3 pt-2 text-xs">
        {label}
      </div>
      {options.map((option) => (
        <Option key={keyOf(option)} option={option} isRow={isTable} onOpen={() => onOpen(option)} />
      ))}
    </div>
  )
}

interface OptionProps {
  option: Destination
  isRow: boolean
  onOpen: () => void
}

/** One destination, opened by a click or Enter. */
function Option({ option, isRow, onOpen }: OptionProps) {
  const { kind, id, label, seen } = option
  const name = isRow && seen ? seen.name : label
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox handles the keys
    <div
      role="option"
      tabIndex={-1}
      aria-selected={false}
      // The pointer must not take the focus from the box before the click fires.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onOpen}
      className={classNames(
        'hover:bg-hover aria-selected:bg-hover cursor-pointer px-3 py-2',
        isRow && 'col-span-full grid-cols-subgrid gap-x-3 sm:grid',
      )}
    >
      <span className="text-muted mr-2 text-xs">{KIND_LABELS[kind]}</span>
      <span className="min-w-0">
        <span className="foreign">
          <VisibleMarks>{name}</VisibleMarks>
        </span>
        {name !== id && (
          <span className="opaque text-muted ml-2 text-xs whitespace-pre-wrap">
            <VisibleMarks>{shownId(id)}</VisibleMarks>
          </span>
        )}
      </span>
      {isRow && seen && (
        <>
          <span className="foreign max-sm:ml-2">{seen.status}</span>
          <span className="text-right tabular-nums max-sm:ml-2">{seen.amount}</span>
          <span className="text-muted text-xs max-sm:ml-2">{seen.asOf}</span>
        </>
      )}
    </div>
  )
}

/**
 * Turns an existing input into the combobox of a list while the list is mounted. Arrows move through the options, Enter
 * clicks the active one, and `aria-activedescendant` announces it.
 * @returns the props of the list
 */
function useCombobox(input: RefObject<HTMLInputElement | null>): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  // Before the list is painted: an arrow key pressed as soon as it appears must count.
  useLayoutEffect(() => {
    if (!input.current || !list.current) return
    const combobox = new Combobox(input.current, list.current, { tabInsertsSuggestions: false })
    combobox.start()
    return () => combobox.stop()
  }, [input])
  return list
}
