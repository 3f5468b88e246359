'use client'

import type { SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { ClearFilters, FilterChoice, FilterText } from '../_filters/filter-fields'
import { FIRST_PAGE, type ListSearch, type ListSearchChange } from './list-search'

/** The filters that differ between lists. */
export interface FilterOptions {
  /** The label of the text filter: the fields that it searches. */
  textLabel: string
  /** The documented statuses with their labels. */
  statuses?: readonly (readonly [status: string, label: string])[]
  /** A filter of one click. */
  quick?: { label: string; isOn: boolean; onToggle: () => void }
}

interface ListFiltersProps {
  options: FilterOptions
  search: ListSearch
  isFiltered: boolean
  onSearch: (search: ListSearchChange) => void
  onClear: () => void
}

/** The filters of a list. Choices apply at once, text on Enter. */
export function ListFilters({
  options: { textLabel, statuses = [], quick },
  search,
  isFiltered,
  onSearch,
  onClear,
}: ListFiltersProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const read = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
    }
    onSearch({ text: read('text'), status: read('status'), ...FIRST_PAGE })
  }
  const isUnlisted = search.status !== null && !statuses.some(([status]) => status === search.status)
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <div className="min-w-0 grow sm:max-w-xs">
        <FilterText label={textLabel} name="text" value={search.text} placeholder="Contains" />
      </div>
      {statuses.length > 0 && (
        <FilterChoice label="Status" name="status" value={search.status}>
          {isUnlisted && <option value={search.status ?? ''}>{search.status}</option>}
          {statuses.map(([status, label]) => (
            <option key={status} value={status}>
              {label}
            </option>
          ))}
        </FilterChoice>
      )}
      {quick && (
        <Button small variant={quick.isOn ? 'primary' : 'secondary'} aria-pressed={quick.isOn} onClick={quick.onToggle}>
          {quick.label}
        </Button>
      )}
      <Button small type="submit">
        Filter
      </Button>
      {isFiltered && <ClearFilters onClear={onClear} />}
    </form>
  )
}
