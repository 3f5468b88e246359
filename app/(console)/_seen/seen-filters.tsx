'use client'

import { type SubmitEvent, useId } from 'react'
import { Button } from '@/components/ui/button'
import { FIRST_PAGE, type ListSearch, type ListSearchChange } from './list-search'

const FIELD = 'border-line-strong bg-surface min-h-8 rounded-md border px-2 text-sm'

interface SeenFiltersProps {
  search: ListSearch
  /** What the text is compared with. */
  textLabel: string
  /** The statuses of the interface document by their labels; another one in the address is listed as sent. */
  statuses?: readonly (readonly [status: string, label: string])[]
  /** A filter of one click. */
  quick?: { label: string; isOn: boolean; onToggle: () => void }
  isFiltered: boolean
  onSearch: (search: ListSearchChange) => void
  onClear: () => void
}

/** The filters of a list. Choices apply at once, text on Enter. Give it a new `key` when the address changes. */
export function SeenFilters({
  search,
  textLabel,
  statuses = [],
  quick,
  isFiltered,
  onSearch,
  onClear,
}: SeenFiltersProps) {
  const [textId, statusId] = [useId(), useId()]
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
        <label htmlFor={textId} className="text-muted block text-xs">
          {textLabel}
        </label>
        <input
          id={textId}
          name="text"
          type="text"
          defaultValue={search.text ?? ''}
          placeholder="Contains"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          className={`${FIELD} w-full`}
        />
      </div>
      {statuses.length > 0 && (
        <div>
          <label htmlFor={statusId} className="text-muted block text-xs">
            Status
          </label>
          <select
            id={statusId}
            name="status"
            defaultValue={search.status ?? ''}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
            className={FIELD}
          >
            <option value="">All</option>
            {isUnlisted && <option value={search.status ?? ''}>{search.status}</option>}
            {statuses.map(([status, label]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
      {quick && (
        <Button small variant={quick.isOn ? 'primary' : 'secondary'} aria-pressed={quick.isOn} onClick={quick.onToggle}>
          {quick.label}
        </Button>
      )}
      <Button small type="submit">
        Filter
      </Button>
      {isFiltered && (
        <Button small variant="ghost" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </form>
  )
}
