'use client'

import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { filtersOf, type ListFilter, type ListName, LISTS } from '@/lib/objects/lists'
import { INVOICE_STATUS_NAMES, SUBSCRIPTION_STATUS_NAMES } from '@/lib/objects/status-names'
import { ClearFilters, FilterChoice, FilterMonth, FilterText } from './filter-fields'
import type { ListSearch } from './list-search'
import type { List } from './use-list'

const STATUSES: Record<ListName, [status: string, label: string][]> = {
  subscriptions: Object.entries(SUBSCRIPTION_STATUS_NAMES),
  invoices: Object.entries(INVOICE_STATUS_NAMES),
  customers: [],
}

interface ListFiltersProps {
  list: List
  /** The runs by which the list can be filtered, with their labels. */
  runs: readonly (readonly [run: string, label: string])[]
  /** The menu of the list. */
  menu: ReactNode
}

/** The controls of a list in one row, and its filters, which unfold. They apply at once, text after a pause or on Enter. */
export function ListFilters({ list, runs, menu }: ListFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const { search } = list
  const { text, ...chosen } = LISTS[list.name].filters
  const others: [string, ListFilter][] = Object.entries(chosen)
  const on = others.filter(([name]) => search[name] !== null).length
  const choicesOf = (filter: ListFilter) => {
    if (filter.kind === 'choice') return Object.entries(filter.choices)
    return filter.kind === 'run' ? runs : STATUSES[list.name]
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = filtersOf(list.name).map(([name]) => {
      // A month has a second field, for objects without one.
      const value = form.getAll(name).find((each) => each !== '')
      return [name, typeof value === 'string' ? list.parse(name, value) : null] as const
    })
    list.change(Object.fromEntries(typed))
  }
  return (
    <form onSubmit={submit} className="no-print">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow basis-40 sm:max-w-80">
          <FilterText
            isLive
            isLabelHidden
            label={text.label}
            name="text"
            value={search.text ?? null}
            placeholder={text.label}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2 empty:hidden max-sm:order-last max-sm:w-full">
          {Object.entries<ListSearch>(LISTS[list.name].chips).map(([label, filter]) => (
            <Chip key={label} label={label} filter={filter} list={list} />
          ))}
        </div>
        <div className="flex items-center gap-2 sm:ml-auto">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => setOpen(!isOpen)}
            className={classNames(buttonClass(), 'min-h-8!')}
          >
            Filter{on > 0 && <span className="bg-accent-soft text-accent rounded-full px-1.5 text-xs"> {on}</span>}
          </button>
          {menu}
        </div>
      </div>
      <div
        id={panelId}
        hidden={!isOpen}
        className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] items-start gap-x-3 gap-y-2"
      >
        {others.map(([name, filter]) => (
          <Field key={name} name={name} filter={filter} value={search[name] ?? null} choices={choicesOf(filter)} />
        ))}
        {list.isFiltered && (
          <div className="self-end">
            <ClearFilters onClear={() => list.show()} />
          </div>
        )}
      </div>
      {/* Enter submits a form of several text fields only with a submit button. */}
      <button type="submit" hidden>
        Apply filters
      </button>
    </form>
  )
}

interface FieldProps {
  name: string
  filter: ListFilter
  value: string | null
  /** What can be chosen, with the labels. */
  choices: readonly (readonly [value: string, label: string])[]
}

/** The field of a filter. */
function Field({ name, filter, value, choices }: FieldProps) {
  const field = { label: filter.label, name, value }
  if (filter.kind === 'text') return <FilterText isLive {...field} />
  if (filter.kind === 'month') return <FilterMonth {...field} none={filter.none} />
  const isUnlisted = value !== null && !choices.some(([choice]) => choice === value)
  return (
    <FilterChoice {...field} all="Any">
      {isUnlisted && <option value={value}>{value}</option>}
      {choices.map(([choice, label]) => (
        <option key={choice} value={choice}>
          {label}
        </option>
      ))}
    </FilterChoice>
  )
}

/** A filter of one press, with the order that shows it best. */
function Chip({ label, filter, list }: { label: string; filter: ListSearch; list: List }) {
  const isOn = filtersOf(list.name).every(([name]) => filter[name] === undefined || filter[name] === list.search[name])
  const off = Object.fromEntries(Object.keys(filter).map((name) => [name, null]))
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => list.change(isOn ? off : filter)}
      className={classNames(
        'min-h-8 rounded-full border px-3 text-sm whitespace-nowrap',
        isOn ? 'bg-accent-soft border-accent text-accent font-medium' : 'bg-surface border-line-strong hover:bg-hover',
      )}
    >
      {label}
    </button>
  )
}
