'use client'

import type { ReactNode } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { Instant } from '@/components/instant'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { LIST_PAGE_SIZES, type SeenList, type SeenRow } from '@/contract/console/seen-list'
import { problemOf } from '@/lib/browser/problem-of'
import { formatNumber } from '@/lib/format/amount'
import { FindBox } from '../_find/find-box'
import { FIRST_PAGE, type ListSearch, type ListSearchChange } from './list-search'
import { type SeenColumn, SeenTable } from './seen-table'

/** One list of what the team has seen, as its page fills it. */
interface SeenPageProps<Row extends SeenRow, Sort extends string> {
  heading: 'Subscriptions' | 'Invoices' | 'Customers'
  /** A hint on which IDs to paste. */
  hint: string
  list: SeenList<Row> | undefined
  error: Error | null
  isFetching: boolean
  onRetry: () => void
  columns: readonly SeenColumn<Row, Sort>[]
  search: ListSearch
  sort: Sort
  isFiltered: boolean
  filters: ReactNode
  onSearch: (search: ListSearchChange) => void
  onSort: (sort: Sort, order: ListSearch['order']) => void
  onClear: () => void
}

/** Find, and the table of what anybody has opened: the billing API has no lists. */
export function SeenPage<Row extends SeenRow, Sort extends string>(props: SeenPageProps<Row, Sort>) {
  const { heading, hint, list, error, isFetching, onRetry, search, isFiltered, onSearch, onClear } = props
  const isFirst = search.after === null && search.before === null
  return (
    <div className="space-y-6">
      <div>
        <h1 className="text-2xl font-semibold">{heading}</h1>
        <p className="text-muted mt-1 text-sm">{hint}</p>
      </div>
      <FindBox large />
      {error !== null && <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={onRetry} />}
      <Section title="Seen by your team" flush aside={list && <Extent {...list} />}>
        <div className="no-print border-b px-4 py-3">{props.filters}</div>
        {list?.rows.length === 0 ? (
          <Nothing isFiltered={isFiltered} isFirst={isFirst} onClear={onClear} />
        ) : (
          (list ?? error === null) && (
            <SeenTable
              caption={`${heading} seen by your team`}
              columns={props.columns}
              rows={list?.rows}
              sort={props.sort}
              order={search.order}
              onSort={props.onSort}
            />
          )
        )}
        {list && (!isFirst || list.next !== null || list.rows.length > LIST_PAGE_SIZES[0]) && (
          <Pages list={list} isFirst={isFirst} search={search} onSearch={onSearch} />
        )}
      </Section>
    </div>
  )
}

/** How many rows match, and how old the oldest is. */
function Extent({ count, hasMore, oldest }: Pick<SeenList<SeenRow>, 'count' | 'hasMore' | 'oldest'>) {
  return (
    <p className="text-muted text-xs">
      {formatNumber(count)}
      {hasMore && '+'}
      {oldest !== null && (
        <>
          {' · oldest as of '}
          <Instant iso={oldest} dense />
        </>
      )}
    </p>
  )
}

function Nothing({ isFiltered, isFirst, onClear }: { isFiltered: boolean; isFirst: boolean; onClear: () => void }) {
  return (
    <div className="px-4 py-12 text-center text-sm">
      <p className="font-medium">{isFiltered ? 'No matches' : isFirst ? 'Nothing seen yet' : 'No more rows'}</p>
      <p className="text-muted mx-auto mt-1 max-w-md">
        {isFiltered
          ? 'Nothing that your team has seen matches all filters.'
          : isFirst
            ? 'The billing API has no list. What anybody opens here is listed from then on.'
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
  list: Pick<SeenList<SeenRow>, 'previous' | 'next'>
  isFirst: boolean
  search: ListSearch
  onSearch: (search: ListSearchChange) => void
}

function Pages({ list: { previous, next }, isFirst, search, onSearch }: PagesProps) {
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
        {step('Previous', previous !== null, { before: previous })}
        {step('Next', next !== null, { after: next })}
      </div>
    </nav>
  )
}
