import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { AsOf } from '@/components/time/as-of'
import { QueryProblem } from '@/components/page/query-problem'
import { useTimeZone } from '@/components/time/time-zone'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { PageButton, PageButtons, PageSize } from '@/components/ui/pagination'
import type { CsvForm } from '@/lib/core/download'
import { LIST_PAGE_SIZES, type IndexedList } from '@/lib/objects/indexed-objects'
import { LISTS } from '@/lib/objects/lists'
import { readAddress } from '@/lib/core/operation-address'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { formatDateTime } from '@/lib/time/instant'
import type { ReadRun } from '@/lib/reads/reads'
import { ListFilters } from './list-filters'
import { ListMenu } from './list-menu'
import type { ListSearch } from './list-search'
import { ReadRuns } from './read-runs'
import { useReadThese } from './read-these'
import { useReadRuns } from './running-reads'
import type { List } from './use-list'

interface ListPageProps<Row extends { id: string }> {
  list: List
  read: Pick<UseQueryResult<IndexedList<Row>>, 'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>
  /** Returns the columns of a list that was read at `readAt`. */
  columnsAt: (readAt: string) => readonly Column<Row>[]
  /** What can be done with the selected rows, above the table. */
  selection?: ReactNode
  /** The sums of the rows, which the count opens. */
  sums?: ReactNode
  /** Further items of the menu "More". */
  menuItems?: ReactNode
}

/** The page of a list: its count, one row of controls, and the table with its pages. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { list, columnsAt, sums } = props
  const { heading, kind, file, filters, chips } = LISTS[list.name]
  const { data, error, isFetching, isPlaceholderData, refetch } = props.read
  const refresh = () => void refetch()
  const isFirst = list.search.after === null && list.search.before === null
  const readAt = data?.readAt ?? ''
  const columns = useMemo(() => columnsAt(readAt), [columnsAt, readAt])
  const runs = useReadRuns([kind])
  const run = list.search.run ?? null
  const showRun = (id: string) => list.show({ run: id })
  const readThese = useReadThese({ list: { kind, [list.name]: list.filters }, onRun: showRun }, data?.count)
  const timeZone = useTimeZone()
  const isReading = runs.some(({ id, state }) => id === run && state === 'running')
  const csvAddressOf = (form?: CsvForm) => readAddress(file, { ...list.filters, form })
  return (
    <div className="space-y-3">
      <Extent
        heading={heading}
        kind={kind}
        list={data}
        isFiltered={list.isFiltered}
        isOutdated={isPlaceholderData}
        sums={sums}
      >
        {data && <AsOf iso={data.readAt} refreshing={isFetching} onRefresh={refresh} />}
      </Extent>
      {readThese.opened}
      <ReadRuns runs={runs} filtered={run} isEmpty={data?.rows.length === 0} onRead={refresh} onRun={showRun} />
      <ListFilters
        label={heading}
        filters={{ ...filters, run: { ...filters.run, choices: runChoices(runs, run, timeZone) } }}
        chips={chips}
        state={list}
        menu={
          <ListMenu csvAddressOf={data && data.count > 0 ? csvAddressOf : undefined}>
            {props.menuItems}
            {readThese.items}
          </ListMenu>
        }
      />
      <QueryProblem query={props.read} />
      {(data ?? error === null) && (
        <div className="bg-surface rounded-lg border">
          {props.selection}
          {data?.rows.length === 0 ? (
            <Nothing isFiltered={list.isFiltered} isReading={isReading} isFirst={isFirst} onClear={() => list.show()} />
          ) : (
            <DataTable
              caption={`${heading} known to this console`}
              columns={columns}
              rows={data?.rows}
              keyOf={({ id }) => id}
              isOutdated={isPlaceholderData}
              ordered={{
                sort: list.input.sort,
                order: list.input.order,
                onSort: (sort, order) => list.change({ sort, order }),
              }}
            />
          )}
          {data && (!isFirst || data.next !== null || data.rows.length > LIST_PAGE_SIZES[0]) && (
            <Pages page={data} isOutdated={isPlaceholderData} isFirst={isFirst} list={list} />
          )}
        </div>
      )}
    </div>
  )
}

interface ExtentProps {
  heading: string
  kind: string
  list: Pick<IndexedList<unknown>, 'count' | 'hasMore'> | undefined
  isFiltered: boolean
  isOutdated: boolean
  sums: ReactNode
  /** When the list was read. */
  children: ReactNode
}

/** The title of a list with the number of its rows, which opens their sums where the list has them. */
function Extent({ heading, kind, list, isFiltered, isOutdated, sums, children }: ExtentProps) {
  const [isOpen, setOpen] = useState(false)
  const sumsId = useId()
  const count = list && `${formatNumber(list.count)}${list.hasMore ? '+' : ''} ${kind}${list.count === 1 ? '' : 's'}`
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1 className="text-2xl font-semibold">{heading}</h1>
        {count && (
          <p role="status" aria-busy={isOutdated} className="text-muted text-sm max-sm:order-last max-sm:w-full">
            {sums === undefined ? (
              count
            ) : (
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={sumsId}
                onClick={() => setOpen(!isOpen)}
                title="Sums and ageing"
                className="text-accent inline-flex min-h-7 items-center gap-0.5 hover:underline"
              >
                {count}
                <ChevronDown aria-hidden="true" className={classNames('size-4', isOpen && 'rotate-180')} />
              </button>
            )}
            {isFiltered ? (list.count === 1 ? ' matches' : ' match') : ' known to this console'}
          </p>
        )}
        <span className="ml-auto">{children}</span>
      </div>
      {sums !== undefined && (
        <section id={sumsId} aria-label="Sums" hidden={!isOpen} className="bg-surface rounded-lg border p-4">
          {isOpen && sums}
        </section>
      )}
    </>
  )
}

/** Returns the runs as choices of the filter, with the one that is chosen and not among the newest. */
function runChoices(runs: readonly ReadRun[], chosen: string | null, timeZone: string): Record<string, string> {
  const choices = runs.map(
    ({ id, kind, total, startedAt, owner }) =>
      [id, `${formatCount(total, kind)} read ${formatDateTime(startedAt, timeZone)}, ${owner}`] as const,
  )
  const isListed = chosen === null || runs.some(({ id }) => id === chosen)
  return Object.fromEntries(isListed ? choices : [[chosen, 'This run'], ...choices])
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
    <EmptyState
      title={
        isReading ? 'Nothing read yet' : isFiltered ? 'No matches' : isFirst ? 'Nothing opened yet' : 'No more rows'
      }
      text={
        !isFiltered &&
        (isFirst
          ? 'The billing API has no such list. What your team opens through Find appears here.'
          : 'The list ends before this page.')
      }
    >
      {(isFiltered || !isFirst) && (
        <Button small onClick={onClear}>
          Show everything
        </Button>
      )}
    </EmptyState>
  )
}

interface PagesProps {
  page: Pick<IndexedList<unknown>, 'previous' | 'next'>
  /** True while another page or order loads: the cursors of the shown one would lead astray in it. */
  isOutdated: boolean
  isFirst: boolean
  list: List
}

function Pages({ page: { previous, next }, isOutdated, isFirst, list }: PagesProps) {
  const step = (label: string, possible: boolean, to: ListSearch) => (
    <PageButton disabled={!possible} onClick={() => list.change(to)}>
      {label}
    </PageButton>
  )
  return (
    <PageButtons>
      <PageSize
        value={list.input.pageSize}
        sizes={LIST_PAGE_SIZES}
        onChange={(pageSize) => list.change({ pageSize: String(pageSize) })}
      />
      <div className="flex gap-2">
        {step('First', !isFirst, {})}
        {step('Previous', previous !== null && !isOutdated, { before: previous })}
        {step('Next', next !== null && !isOutdated, { after: next })}
      </div>
    </PageButtons>
  )
}
