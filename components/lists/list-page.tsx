'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { AsOf } from '@/components/time/as-of'
import { ProblemPanel } from '@/components/page/problem-panel'
import { useTimeZone } from '@/components/time/time-zone'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import type { CsvForm } from '@/lib/core/download'
import { LIST_PAGE_SIZES, type IndexedList } from '@/lib/objects/indexed-objects'
import { problemOf } from '@/lib/core/problem-of'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { formatDateTime } from '@/lib/time/instant'
import type { ReadRun } from '@/lib/reads/reads'
import { type FilterOptions, ListFilters } from './list-filters'
import { ListMenu } from './list-menu'
import { FIRST_PAGE, type ListSearch, type ListSearchChange } from './list-search'
import { ReadRuns, useReadRuns } from './read-runs'
import { type ReadList, useReadThese } from './read-these'

interface ListPageProps<Row extends { id: string }, Sort extends string> {
  heading: string
  /** Names the table; “Invoices known to this console” without it. */
  caption?: string
  /** Says how many rows there are; “53 known to this console” without it. */
  extent?: ReactNode
  /** What can be done with the selected rows, above the table. */
  selection?: ReactNode
  /** Shown between the heading and the filters. */
  children?: ReactNode
  /** Reading the objects of the list again; a list without it has no runs. */
  reads?: ReadList
  read: Pick<UseQueryResult<IndexedList<Row>>, 'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>
  /** Returns the columns of a list that was read at `readAt`. */
  columnsAt: (readAt: string) => readonly Column<Row, Sort>[]
  /** Returns the address of the CSV with all rows that match the filters. */
  exportAddressOf: (form?: CsvForm) => string
  /** Further items of the menu "More". */
  menuItems?: ReactNode
  search: ListSearch
  /** The order of the rows, when people choose it. */
  sort?: Sort
  filters: FilterOptions
  isFiltered: boolean
  /** @param form the form of the filters, when it was submitted */
  onSearch: (search: ListSearchChange, form?: FormData) => void
  onSort?: (sort: Sort, order: ListSearch['order']) => void
  onClear: () => void
}

/** The page of a list: filters, and the table with its pages. */
export function ListPage<Row extends { id: string }, Sort extends string = string>(props: ListPageProps<Row, Sort>) {
  const {
    heading,
    caption = `${heading} known to this console`,
    search,
    sort,
    onSort,
    filters,
    isFiltered,
    onSearch,
    onClear,
    columnsAt,
  } = props
  const { data: list, error, isFetching, isPlaceholderData, refetch } = props.read
  const refresh = () => void refetch()
  const isFirst = search.after === null && search.before === null
  const readAt = list?.readAt ?? ''
  const columns = useMemo(() => columnsAt(readAt), [columnsAt, readAt])
  const runs = useReadRuns(props.reads?.list.kind)
  const readThese = useReadThese(props.reads, list?.count)
  const timeZone = useTimeZone()
  const isReading = runs.some(({ id, state }) => id === search.run && state === 'running')
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h1 className="text-2xl font-semibold">{heading}</h1>
          {list && (
            <p
              role={props.extent === undefined ? 'status' : undefined}
              aria-busy={isPlaceholderData}
              className="text-muted mt-1 text-sm"
            >
              {props.extent ?? extentOf(list, isFiltered)}
            </p>
          )}
        </div>
        {list && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <AsOf iso={list.readAt} refreshing={isFetching} onRefresh={refresh} />
          </div>
        )}
      </div>
      {readThese.opened}
      {props.reads && (
        <ReadRuns
          runs={runs}
          filtered={search.run}
          isEmpty={list?.rows.length === 0}
          onRead={refresh}
          onRun={props.reads.onRun}
        />
      )}
      {props.children}
      <div className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
        <div className="min-w-0 grow">
          <ListFilters
            options={{ ...filters, runs: runChoices(runs, search.run, timeZone) }}
            search={search}
            isFiltered={isFiltered}
            onSearch={onSearch}
            onClear={onClear}
          />
        </div>
        <ListMenu csvAddressOf={list && list.count > 0 ? props.exportAddressOf : undefined}>
          {props.menuItems}
          {readThese.items}
        </ListMenu>
      </div>
      {error !== null && <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={refresh} />}
      {(list ?? error === null) && (
        <div className="bg-surface rounded-lg border">
          {props.selection}
          {list?.rows.length === 0 ? (
            <Nothing {...{ isFiltered, isReading, isFirst, onClear }} />
          ) : (
            <DataTable
              caption={caption}
              columns={columns}
              rows={list?.rows}
              keyOf={({ id }) => id}
              isOutdated={isPlaceholderData}
              {...(sort && onSort && { ordered: { sort, order: search.order, onSort } })}
            />
          )}
          {list && (!isFirst || list.next !== null || list.rows.length > LIST_PAGE_SIZES[0]) && (
            <Pages list={list} isOutdated={isPlaceholderData} isFirst={isFirst} search={search} onSearch={onSearch} />
          )}
        </div>
      )}
    </div>
  )
}

/** Returns the runs as choices of the filter, with the one that is chosen and not among the newest. */
function runChoices(runs: readonly ReadRun[], chosen: string | null, timeZone: string): (readonly [string, string])[] {
  const choices = runs.map(
    ({ id, kind, total, startedAt, owner }) =>
      [id, `${formatCount(total, kind)} read ${formatDateTime(startedAt, timeZone)}, ${owner}`] as const,
  )
  const isListed = chosen === null || runs.some(({ id }) => id === chosen)
  return isListed ? choices : [[chosen, 'This run'], ...choices]
}

/** Returns "53 known to this console", or "3 of those known to this console match". */
function extentOf({ count, hasMore }: Pick<IndexedList<unknown>, 'count' | 'hasMore'>, isFiltered: boolean) {
  const number = `${formatNumber(count)}${hasMore ? '+' : ''}`
  return isFiltered ? `${number} of those known to this console match` : `${number} known to this console`
}

interface NothingProps {
  isFiltered: boolean
  /** True while the run reads by which the list is filtered. */
  isReading: boolean
  isFirst: boolean
  onClear: () => void
}

function Nothing({ isFiltered, isReading, isFirst, onClear }: NothingProps) {
  return (
    <div className="px-4 py-12 text-center text-sm">
      <p className="font-medium">
        {isReading ? 'Nothing read yet' : isFiltered ? 'No matches' : isFirst ? 'Nothing opened yet' : 'No more rows'}
      </p>
      {!isFiltered && (
        <p className="text-muted mx-auto mt-1 max-w-md">
          {isFirst
            ? 'The billing API has no such list. What your team opens through Find appears here.'
            : 'The list ends before this page.'}
        </p>
      )}
      {(isFiltered || !isFirst) && (
        <Button small className="mt-4" onClick={onClear}>
          Show everything
        </Button>
      )}
    </div>
  )
}

interface PagesProps {
  list: Pick<IndexedList<unknown>, 'previous' | 'next'>
  /** True while another page or order loads: the cursors of the shown one would lead astray in it. */
  isOutdated: boolean
  isFirst: boolean
  search: ListSearch
  onSearch: (search: ListSearchChange) => void
}

function Pages({ list: { previous, next }, isOutdated, isFirst, search, onSearch }: PagesProps) {
  const step = (label: string, possible: boolean, to: ListSearchChange) => (
    <Button small aria-disabled={!possible || undefined} onClick={() => possible && onSearch({ ...FIRST_PAGE, ...to })}>
      {label}
    </Button>
  )
  return (
    <nav
      aria-label="Pagination"
      className="no-print flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2"
    >
      <label className="text-muted flex items-center gap-2 text-xs">
        Rows per page
        <select
          value={search.pageSize}
          onChange={(event) =>
            onSearch({
              pageSize: LIST_PAGE_SIZES.find((size) => String(size) === event.target.value) ?? null,
              ...FIRST_PAGE,
            })
          }
          className="border-line-strong bg-surface text-text min-h-7 rounded-md border px-1 text-sm tabular-nums"
        >
          {LIST_PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <div className="flex gap-2">
        {step('First', !isFirst, {})}
        {step('Previous', previous !== null && !isOutdated, { before: previous })}
        {step('Next', next !== null && !isOutdated, { after: next })}
      </div>
    </nav>
  )
}
