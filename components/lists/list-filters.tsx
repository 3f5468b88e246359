import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import type { Filter, Filters } from '@/lib/core/filter'
import { formatDate } from '@/lib/time/instant'
import { ClearFilters, FilterChoice, FilterMonth, FilterText } from './filter-fields'
import type { ListSearch } from './list-search'
import type { FilterState } from './use-list'

interface ListFiltersProps {
  /** Names the list. */
  label: string
  filters: Filters
  /** Filters of one press, with the order that shows each best. */
  chips?: Readonly<Record<string, ListSearch>>
  state: FilterState
  /** The menu of the list. */
  menu: ReactNode
}

/** The controls of a list in one row, and its filters, which unfold. Choices apply at once, text after a pause, IDs and days on Enter. */
export function ListFilters({ label, filters, chips = {}, state, menu }: ListFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const [wrongDay, setWrongDay] = useState<string>()
  const [panelId, errorId] = [useId(), useId()]
  const { search } = state
  const { text: searchText, ...chosen } = filters
  const others: [string, Filter][] = Object.entries(chosen)
  const on = others.filter(([name]) => search[name] != null).length
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = Object.keys(filters).map((name) => {
      // A month has a second field, for objects without one.
      const text = form.getAll(name).find((each) => each !== '') ?? ''
      return { name, text, value: typeof text === 'string' ? state.parse(name, text) : null }
    })
    const wrong = typed.find(({ name, text, value }) => filters[name]?.kind === 'day' && text !== '' && value === null)
    setWrongDay(wrong?.name)
    if (!wrong) state.change(Object.fromEntries(typed.map(({ name, value }) => [name, value])))
  }
  return (
    <form role="search" aria-label={label} onSubmit={submit} className="no-print">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow basis-40 sm:max-w-80">
          <FilterText
            isLive
            isLabelHidden
            label={searchText.label}
            name="text"
            value={search.text ?? null}
            placeholder={searchText.label}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2 empty:hidden max-sm:order-last max-sm:w-full">
          {Object.entries(chips).map(([name, chosenBy]) => (
            <Chip key={name} label={name} chosen={chosenBy} filters={filters} state={state} />
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
          <Field
            key={name}
            name={name}
            filter={filter}
            value={search[name] ?? null}
            errorId={wrongDay === name ? errorId : undefined}
          />
        ))}
        {state.isFiltered && (
          <div className="self-end">
            <ClearFilters
              onClear={() => {
                setWrongDay(undefined)
                state.show()
              }}
            />
          </div>
        )}
      </div>
      <p id={errorId} role="alert" className="text-red mt-1 text-xs empty:hidden">
        {wrongDay && 'Not filtered: this isn’t a date. Use 2026-03-03 or 3 Mar 2026.'}
      </p>
      {/* Enter submits a form of several text fields only with a submit button. */}
      <button type="submit" hidden>
        Apply filters
      </button>
    </form>
  )
}

interface FieldProps {
  name: string
  filter: Filter
  value: string | null
  /** The ID of the element with the validation message. */
  errorId: string | undefined
}

/** The field of a filter. */
function Field({ name, filter, value, errorId }: FieldProps) {
  const field = { label: filter.label, name, value, placeholder: filter.placeholder }
  switch (filter.kind) {
    case 'text':
      return <FilterText isLive {...field} />
    case 'id':
      return <FilterText mono {...field} />
    case 'day':
      return <FilterText {...field} value={value && formatDate(`${value}T00:00:00Z`, 'UTC')} errorId={errorId} />
    case 'month':
      return <FilterMonth {...field} none={filter.none} />
    default: {
      const { choices = {} } = filter
      return (
        <FilterChoice {...field} all="Any">
          {value !== null && !Object.hasOwn(choices, value) && <option value={value}>{value}</option>}
          {Object.entries(choices).map(([choice, label]) => (
            <option key={choice} value={choice}>
              {label}
            </option>
          ))}
        </FilterChoice>
      )
    }
  }
}

interface ChipProps extends Pick<ListFiltersProps, 'label' | 'filters' | 'state'> {
  /** The filters and the order that a press sets. */
  chosen: ListSearch
}

/** A filter of one press, with the order that shows it best. */
function Chip({ label, chosen, filters, state }: ChipProps) {
  const isOn = Object.keys(filters).every((name) => chosen[name] === undefined || chosen[name] === state.search[name])
  const off = Object.fromEntries(Object.keys(chosen).map((name) => [name, null]))
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => state.change(isOn ? off : chosen)}
      className={classNames(
        'min-h-8 rounded-full border px-3 text-sm whitespace-nowrap',
        isOn ? 'bg-accent-soft border-accent text-accent font-medium' : 'bg-surface border-line-strong hover:bg-hover',
      )}
    >
      {label}
    </button>
  )
}
