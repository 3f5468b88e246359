import Combobox from '@github/combobox-nav'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { VisibleMarks } from '@/components/text/visible-marks'
import { KindIcon } from '@/components/objects/kind-icon'
import { type Destination, KIND_LABELS, keyOf, shownId } from './destination'

interface FindPopupProps {
  input: RefObject<HTMLInputElement | null>
  listId: string
  /** Opened and seen objects that match the text. */
  options: Destination[]
  optionsLabel: string
  onOpen: (destination: Destination) => void
}

/** The offers under the Find box while a person types. It is mounted anew for other offers, so that none is selected. */
export const FindPopup = ({ options, ...props }: FindPopupProps) => (
  <OptionList key={options.map(keyOf).join('\n')} options={options} {...props} />
)

function OptionList({ input, listId, options, optionsLabel, onOpen }: FindPopupProps) {
  const list = useCombobox(input)
  return (
    // The list scrolls, not a box around it: keys reach the list of a combobox.
    <div id={listId} ref={list} role="listbox" aria-label={optionsLabel} className="max-h-[60dvh] overflow-y-auto py-1">
      <div aria-hidden="true" className="text-muted px-3 pt-1 pb-0.5 text-xs">
        {optionsLabel}
      </div>
      {options.map((option) => (
        <Option key={keyOf(option)} option={option} onOpen={() => onOpen(option)} />
      ))}
    </div>
  )
}

/** One destination, opened by a click or Enter. */
function Option({ option: { kind, id, label }, onOpen }: { option: Destination; onOpen: () => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox handles the keys
    <div
      role="option"
      tabIndex={-1}
      aria-selected={false}
      // The pointer must not take the focus from the box before the click fires.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onOpen}
      className="hover:bg-hover aria-selected:bg-hover flex cursor-pointer items-start gap-2 px-3 py-2"
    >
      <span className="mt-0.5">
        <KindIcon kind={kind} />
      </span>
      <span className="sr-only">{KIND_LABELS[kind]} </span>
      <span className="min-w-0">
        <span className="foreign">
          <VisibleMarks>{label}</VisibleMarks>
        </span>
        {label !== id && (
          <span className="opaque text-muted ml-2 text-xs whitespace-pre-wrap">
            <VisibleMarks>{shownId(id)}</VisibleMarks>
          </span>
        )}
      </span>
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
