import type { RefObject } from 'react'
import { type Destination, KIND_LABELS, keyOf, shownId } from './destination'
import { useCombobox } from './use-combobox'
import { VisibleMarks } from '@/components/visible-marks'

interface OptionListProps {
  id: string
  /** The input that keeps the keyboard focus. */
  input: RefObject<HTMLInputElement | null>
  label: string
  options: Destination[]
  onOpen: (destination: Destination) => void
}

/** A list of options. It is mounted anew for other options, so that none is selected. */
export function OptionList({ id, input, label, options, onOpen }: OptionListProps) {
  const list = useCombobox(input)
  return (
    <div id={id} ref={list} role="listbox" aria-label={label}>
      <div aria-hidden="true" className="text-muted px-3 pt-2 text-xs">
        {label}
      </div>
      {options.map((option) => (
        <Option key={keyOf(option)} option={option} onOpen={() => onOpen(option)} />
      ))}
    </div>
  )
}

/** One destination, opened by a click or Enter. */
function Option({ option, onOpen }: { option: Destination; onOpen: () => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox handles the keys
    <div
      role="option"
      tabIndex={-1}
      aria-selected={false}
      // The pointer must not take the focus from the box before the click fires.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onOpen}
      className="hover:bg-hover aria-selected:bg-hover cursor-pointer px-3 py-2"
    >
      <span className="text-muted mr-2 text-xs">{KIND_LABELS[option.kind]}</span>
      <span className="foreign">
        <VisibleMarks>{option.label}</VisibleMarks>
      </span>
      {option.label !== option.id && (
        <span className="opaque text-muted ml-2 text-xs whitespace-pre-wrap">
          <VisibleMarks>{shownId(option.id)}</VisibleMarks>
        </span>
      )}
    </div>
  )
}
