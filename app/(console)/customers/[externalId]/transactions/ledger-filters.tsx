import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { transactionTypeLabel } from '@/components/ledger/transaction-type'
import { Button } from '@/components/ui/button'
import { FILTER_AMOUNT } from '@/lib/ledger/transaction'
import { isUnitShared } from '@/lib/ledger/pool'
import type { LedgerPool } from '@/lib/ledger/whole-ledger'
import { typedDay } from '@/lib/time/typed-day'
import { shortName } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { operationQuery } from '@/lib/api'
import { ClearFilters, FilterChoice, FilterText } from '@/components/lists/filter-fields'
import type { FilterField, useLedgerFilter } from './use-ledger-filter'

interface LedgerFiltersProps extends Pick<
  ReturnType<typeof useLedgerFilter>,
  'fields' | 'filter' | 'setFields' | 'clear'
> {
  externalId: string
}

/** The filters that are folded until one of them is set. */
const MORE = ['block', 'amountFrom', 'amountTo', 'idContains'] as const

/** Filters of the whole ledger. A choice applies at once, a text on Enter. */
export function LedgerFilters({ externalId, fields, filter, setFields, clear }: LedgerFiltersProps) {
  const { data: options } = useQuery(operationQuery('listFilterOptions', { externalId }))
  const [error, setError] = useState<string | null>(null)
  const [isMoreOpen, setMoreOpen] = useState(false)
  const errorId = useId()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = new FormData(event.currentTarget)
    const sentText = (name: string) => {
      const value = sent.get(name)
      return typeof value === 'string' ? value : ''
    }
    const textOf = (name: string) => sentText(name).trim() || null
    const typed = Object.fromEntries(Object.keys(fields).map((name) => [name, textOf(name)]))
    const [amountFrom, amountTo] = [amountOf(textOf('amountFrom')), amountOf(textOf('amountTo'))]
    const [from, to] = [dayOf(textOf('from')), dayOf(textOf('to'))]
    if (from === undefined || to === undefined) return setError('Use 2026-03-03 or 3 Mar 2026')
    if (from && to && from > to) return setError('From is after To. Swap the days.')
    if (amountFrom === undefined || amountTo === undefined) return setError('Use a number such as -12.50')
    setError(null)
    // The key of a pool keeps the spaces around the name of its unit.
    setFields({ ...typed, pool: sentText('pool') || null, from, to, amountFrom, amountTo })
  }
  const { types = [], billables = [], blocks = [], pools = [] } = options ?? {}
  const hasMoreSet = MORE.some((name) => fields[name] !== null)
  const isMoreShown = isMoreOpen || hasMoreSet
  return (
    <div role="group" aria-label="Filters" className="no-print px-4 py-2.5">
      <form
        onSubmit={submit}
        noValidate
        className="grid grid-cols-2 items-end gap-x-3 gap-y-2 sm:grid-cols-3 lg:grid-cols-6"
      >
        <Choice
          label="Type"
          name="type"
          chosen={fields.type}
          options={types.map((type) => ({ key: type, text: transactionTypeLabel(type) }))}
        />
        <Choice
          label="Billable"
          name="billable"
          chosen={fields.billable}
          options={billables.map(({ key, name }) => ({ key, text: name ?? key }))}
        />
        <FilterText
          label="From"
          name="from"
          value={fields.from}
          placeholder="YYYY-MM-DD"
          errorId={error ? errorId : ''}
        />
        <FilterText label="To" name="to" value={fields.to} placeholder="YYYY-MM-DD" errorId={error ? errorId : ''} />
        {(pools.length > 1 || fields.pool !== null) && (
          <Choice
            label="Pool"
            name="pool"
            chosen={fields.pool}
            options={pools.map((pool) => ({ key: pool.key, text: poolLabel(pool, pools) }))}
          />
        )}
        {isMoreShown && (
          <>
            <Choice
              label="Block"
              name="block"
              chosen={fields.block}
              options={blocks.map(({ id, invoiceNumber }) => ({ key: id, text: blockLabel(id, invoiceNumber) }))}
            />
            <FilterText label="Amount from" name="amountFrom" value={fields.amountFrom} placeholder="-100" />
            <FilterText label="Amount to" name="amountTo" value={fields.amountTo} />
            <FilterText label="ID contains" name="idContains" value={fields.idContains} mono />
          </>
        )}
        <div className="col-span-2 flex min-h-8 flex-wrap items-center gap-1">
          <Button type="submit" small>
            Filter
          </Button>
          {!hasMoreSet && (
            <Button small variant="ghost" aria-expanded={isMoreOpen} onClick={() => setMoreOpen(!isMoreOpen)}>
              More filters
            </Button>
          )}
          {filter && <ClearFilters onClear={clear} />}
        </div>
      </form>
      <p id={errorId} role="alert" className="text-red mt-1 text-xs empty:hidden">
        {error}
      </p>
    </div>
  )
}

interface ChoiceProps {
  label: string
  name: FilterField
  chosen: string | null
  options: readonly { key: string; text: string }[]
}

/** A choice that keeps a chosen value also when it is not among the options that were read. */
function Choice({ label, name, chosen, options }: ChoiceProps) {
  const isListed = chosen === null || options.some(({ key }) => key === chosen)
  const all = isListed ? options : [{ key: chosen, text: chosen.replace(/^(id|name):/, '') }, ...options]
  return (
    <FilterChoice label={label} name={name} value={chosen}>
      {all.map(({ key, text }) => (
        // An option holds text only, so marks that reorder it cannot be shown in boxes.
        <option key={key} value={key}>
          {withoutBidi(shortName(text))}
        </option>
      ))}
    </FilterChoice>
  )
}

const blockLabel = (id: string, invoiceNumber: string | null) =>
  invoiceNumber === null ? id : `${id} (invoice ${invoiceNumber})`

function poolLabel(pool: LedgerPool, pools: readonly LedgerPool[]) {
  const name = pool.unitName ?? 'No unit'
  return isUnitShared(pool, pools) && pool.unitId !== null ? `${name} (${pool.unitId})` : name
}

/** Returns a typed UTC day; undefined when the text is none. */
const dayOf = (text: string | null): string | null | undefined => (text === null ? null : (typedDay(text) ?? undefined))

/** Returns a typed amount as the API writes it; undefined when it is none. */
function amountOf(text: string | null): string | null | undefined {
  if (text === null) return null
  const plain = text.replaceAll(/[\s,]/g, '').replace('−', '-')
  return new RegExp(`^${FILTER_AMOUNT}$`).test(plain) ? plain : undefined
}
