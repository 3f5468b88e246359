'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { RefreshButton } from '@/components/as-of'
import { CsvDownload } from '@/components/csv-download'
import { ProblemPanel } from '@/components/problem-panel'
import { Instant } from '@/components/instant'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Section } from '@/components/ui/section'
import type { CsvForm } from '@/contract/console/download'
import { LIST_PAGE_SIZES, type IndexedList, type IndexedRow } from '@/contract/console/indexed-objects'
import { problemOf } from '@/lib/browser/problem-of'
import { formatNumber } from '@/lib/format/amount'
import { FindBox } from '../_find/find-box'
import { type FilterOptions, ListFilters } from './list-filters'
import { FIRST_PAGE, type ListSearch, type ListSearchChange } from './list-search'

interface ListPageProps<Row extends IndexedRow, Sort extends string> {
  heading: 'Subscriptions' | 'Invoices' | 'Customers'
  /** A hint on which IDs to paste. */
  hint: string
  read: Pick<UseQueryResult<IndexedList<Row>>, 'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>
  /** Returns the columns of a list that was read at `readAt`. */
  columnsAt: (readAt: string) => readonly Column<Row, Sort>[]
  /** Returns the address of the CSV with all rows that match the filters. */
  exportAddressOf: (form?: CsvForm) => string
  search: ListSearch
  sort: Sort
  filters: FilterOptions
  isFiltered: boolean
  onSearch: (search: ListSearchChange) => void
  onSort: (sort: Sort, order: ListSearch['order']) => void
  onClear: () => void
}

/** The page of an indexed list: the Find box, filters, and the table with its pages. */
export function ListPage<Row extends IndexedRow, Sort extends string>(props: ListPageProps<Row, Sort>) {
  const { heading, hint, search, filters, isFiltered, onSearch, onClear, columnsAt } = props
  const { data: list, error, isFetching, isPlaceholderData, refetch } = props.read
  const refresh = () => void refetch()
  const isFirst = search.after === null && search.before === null
  const readAt = list?.readAt ?? ''
  const columns = useMemo(() => columnsAt(readAt), [columnsAt, readAt])
  return (
    <div className="space-y-6">
      <div>
        <h1 className="text-2xl font-semibold">{heading}</h1>
        <p className="text-muted mt-1 text-sm">{hint}</p>
      </div>
      <FindBox large />
      {error !== null && <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={refresh} />}
      <Section
        title="Opened by your team"
        flush
        aside={
          list && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Extent {...list} refreshing={isFetching} onRefresh={refresh} />
              {list.count > 0 && (
                <CsvDownload
                  label="Export CSV"
                  title="All rows that match the filters, in this order"
                  addressOf={props.exportAddressOf}
                />
              )}
            </div>
          )
        }
      >
        <div className="no-print border-b px-4 py-3">
          <ListFilters
            options={filters}
            search={search}
            isFiltered={isFiltered}
            onSearch={onSearch}
            onClear={onClear}
          />
        </div>
        {list?.rows.length === 0 ? (
          <Nothing isFiltered={isFiltered} isFirst={isFirst} onClear={onClear} />
        ) : (
          (list ?? error === null) && (
            <DataTable
              caption={`${heading} opened by your team`}
              narrow="48rem"
              columns={columns}
              rows={list?.rows}
              keyOf={({ id }) => id}
              isOutdated={isPlaceholderData}
              ordered={{ sort: props.sort, order: search.order, onSort: props.onSort }}
              className="[&_.figure-cell_*]:whitespace-normal!"
            />
          )
        )}
        {list && (!isFirst || list.next !== null || list.rows.length > LIST_PAGE_SIZES[0]) && (
          <Pages list={list} isOutdated={isPlaceholderData} isFirst={isFirst} search={search} onSearch={onSearch} />
        )}
      </Section>
    </div>
  )
}

interface ExtentProps extends Pick<IndexedList<IndexedRow>, 'count' | 'hasMore' | 'oldest'> {
  refreshing: boolean
  onRefresh: () => void
}

/** The number of matching rows and the oldest response among them. */
function Extent({ count, hasMore, oldest, refreshing, onRefresh }: ExtentProps) {
  return (
    <p className="text-muted flex items-center gap-1 text-xs">
      <span>
        {formatNumber(count)}
        {hasMore && '+'}
        {oldest !== null && (
          <>
            {' · oldest as of '}
            <Instant iso={oldest} dense />
          </>
        )}
      </span>
      <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
    </p>
  )
}

function Nothing({ isFiltered, isFirst, onClear }: { isFiltered: boolean; isFirst: boolean; onClear: () => void }) {
  return (
    <div className="px-4 py-12 text-center text-sm">
      <p className="font-medium">{isFiltered ? 'No matches' : isFirst ? 'Nothing opened yet' : 'No more rows'}</p>
      <p className="text-muted mx-auto mt-1 max-w-md">
        {isFiltered
          ? 'Nothing in this list matches all filters.'
          : isFirst
            ? 'The billing API has no such list. Objects appear here after your team opens them.'
            : 'The list ends before this page.'}
      </p>
      {(isFiltered || !isFirst) && (
        <Button small className="mt-4" onClick={onClear}>
          Show everything
        </Button>
      )}
    </div>
  )
}

interface PagesProps {
  list: Pick<IndexedList<IndexedRow>, 'previous' | 'next'>
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
