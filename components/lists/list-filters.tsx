'use client'

import type { ReactNode, SubmitEvent } from 'react'
import { classNames } from '@/components/ui/class-names'
import { ClearFilters, FilterChoice, FilterText } from './filter-fields'
import { FIRST_PAGE, type ListSearch, type ListSearchChange } from './list-search'

/** A filter of one press. */
export interface FilterChip {
  label: string
  isOn: boolean
  onToggle: () => void
}

/** The filters that differ between lists. */
export interface FilterOptions {
  /** The label of the text filter, if there is one: the fields that it searches. */
  textLabel?: string
  /** The documented statuses with their labels. */
  statuses?: readonly (readonly [status: string, label: string])[]
  chips?: readonly FilterChip[]
  /** The runs by which the list can be filtered, with their labels. */
  runs?: readonly (readonly [run: string, label: string])[]
  /** Further fields of the form, which `onSubmit` reads. */
  fields?: ReactNode
}

/** Returns the text of a field; null when it is empty. */
export function readField(form: FormData, name: string): string | null {
  const value = form.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

interface ListFiltersProps {
  options: FilterOptions
  search: ListSearch
  isFiltered: boolean
  onSearch: (search: ListSearchChange, form: FormData) => void
  onClear: () => void
}

/** The filters of a list. Chips and choices apply at once, text after a pause or on Enter. */
export function ListFilters({
  options: { textLabel, statuses = [], chips = [], runs = [], fields },
  search,
  isFiltered,
  onSearch,
  onClear,
}: ListFiltersProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onSearch(
      {
        text: readField(form, 'text'),
        status: readField(form, 'status'),
        run: readField(form, 'run'),
        ...FIRST_PAGE,
      },
      form,
    )
  }
  const isUnlisted = search.status !== null && !statuses.some(([status]) => status === search.status)
  return (
    <form onSubmit={submit} className="no-print flex flex-wrap items-center gap-2">
      {textLabel !== undefined && (
        <div className="min-w-0 grow basis-48 sm:max-w-72">
          <FilterText isLive isLabelHidden label={textLabel} name="text" value={search.text} placeholder={textLabel} />
        </div>
      )}
      {chips.map((chip) => (
        <Chip key={chip.label} {...chip} />
      ))}
      {statuses.length > 0 && (
        <FilterChoice isLabelHidden label="Status" name="status" value={search.status} all="Any status">
          {isUnlisted && <option value={search.status ?? ''}>{search.status}</option>}
          {statuses.map(([status, label]) => (
            <option key={status} value={status}>
              {label}
            </option>
          ))}
        </FilterChoice>
      )}
      {fields}
      {runs.length > 0 && (
        <div className="max-w-60 min-w-0">
          <FilterChoice isLabelHidden label="Read in this run" name="run" value={search.run} all="Read at any time">
            {runs.map(([run, label]) => (
              <option key={run} value={run}>
                {label}
              </option>
            ))}
          </FilterChoice>
        </div>
      )}
      {/* Enter submits a form of several text fields only with a submit button. */}
      <button type="submit" hidden>
        Apply filters
      </button>
      {isFiltered && <ClearFilters onClear={onClear} />}
    </form>
  )
}

const Chip = ({ label, isOn, onToggle }: FilterChip) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onToggle}
    className={classNames(
      'min-h-8 rounded-full border px-3 text-sm whitespace-nowrap',
      isOn ? 'bg-accent-soft border-accent text-accent font-medium' : 'bg-surface border-line-strong hover:bg-hover',
    )}
  >
    {label}
  </button>
)
