'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useQueryState, useQueryStates } from 'nuqs'
import { useEffect, useRef } from 'react'
import { AsOf } from '@/components/time/as-of'
import { DriftPanel } from '@/components/page/drift-panel'
import { ProblemPanel } from '@/components/page/problem-panel'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { problemOf } from '@/lib/core/problem-of'
import { rowsInWords } from '@/lib/ledger/page-position'
import { formatNumber } from '@/lib/money/amount'
import { operationQuery } from '@/lib/api'
import { CustomerHeader } from '@/components/customers/customer-header'
import { useLedgerRead } from '@/components/customers/use-ledger-read'
import { RawJsonSection } from '@/components/page/raw-json-section'
import { useSubscriptionChanges } from '@/components/changes/use-subscription-changes'
import { CsvDownload } from '@/components/lists/csv-download'
import { readAddress } from '@/lib/core/operation-address'
import { useGoToDate } from './go-to-date/use-go-to-date'
import { LedgerFooter } from './ledger-footer'
import { LedgerNotes } from './ledger-notes'
import { OpenChangeContext } from './table/open-change-context'
import { TransactionsTable } from './table/transactions-table'
import { turnLabel, useLedgerPage } from './use-ledger-page'
import { ledgerSearchParams, transactionSearchParam } from './search-params'
import { useLedgerFilter } from './use-ledger-filter'

/** Loads with the first use of "Go to date". */
const DayLine = lazyWithRetry(() => import('./go-to-date/day-line').then((module) => module.DayLine))

/** Only few ledgers show it. */
const NoTransactions = lazyWithRetry(() => import('./no-transactions').then((module) => module.NoTransactions))

/** Loaded after the rows. Their first HTML comes from the server. */
const LedgerFilters = lazyWithRetry(
  () => import('./ledger-filters').then((module) => module.LedgerFilters),
  <Skeleton className="m-4 h-12" />,
)
const FilteredTransactions = lazyWithRetry(
  () => import('./filtered-transactions').then((module) => module.FilteredTransactions),
  <Skeleton className="m-4 h-96" />,
)

/** The row's menu has just read the subscription, so its dialog need not read it again. */
const MENU_READ_FRESH_MS = 30_000
/** How long a prefetched page stays fresh. */
const PREFETCH_FRESH_MS = 30_000

/** A customer's ledger (section 4.5), one page at a time; page, size, order and filters are in the URL. */
export function LedgerView({ externalId }: { externalId: string }) {
  // Each change is a history entry, so Back undoes it.
  const [search, setSearch] = useQueryStates(ledgerSearchParams, { history: 'push' })
  const [transactionId] = useQueryState('transaction', transactionSearchParam)
  const filters = useLedgerFilter()
  const { filter } = filters
  const input = { externalId, ...search }
  const { shown, target, isTurning, hasTurnFailed, error, isFetching, refetch } = useLedgerPage(externalId, search)
  const ledgerPage = shown?.response
  const shownInput = { externalId, ...(shown?.search ?? search) }
  // The filters look for matches in the pages that the sums of the whole ledger name.
  const { read } = useLedgerRead(externalId, shown?.position.total ?? null)
  const { act, notice, dialog } = useSubscriptionChanges()
  const rows = useRef<HTMLDivElement>(null)

  const isShown = shown !== null && !isTurning && !hasTurnFailed
  const turnTo = (page: number) => {
    void setSearch({ page })
    if (rows.current && rows.current.getBoundingClientRect().top < 0) rows.current.scrollIntoView()
  }
  const client = useQueryClient()
  const prefetchPage = (page: number) =>
    void client.prefetchQuery({ ...operationQuery('listTransactions', { ...input, page }), gcTime: PREFETCH_FRESH_MS })
  const day = useGoToDate(input, { read, position: shown?.position ?? null, onFound: turnTo })
  const dayFound = day.result?.state === 'found' ? day.result : null
  const isDayShown = isShown && dayFound?.page === shown.position.page
  useEffect(() => {
    if (dayFound && isDayShown) rows.current?.querySelector('[data-of-day]')?.scrollIntoView({ block: 'center' })
  }, [dayFound, isDayShown])

  const linkedRow = ledgerPage?.results.some(({ id }) => id === transactionId) === true ? transactionId : null
  useEffect(() => {
    const row = linkedRow === null ? null : rows.current?.querySelector<HTMLElement>('[data-linked]')
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'center' })
  }, [linkedRow])

  const refresh = () => void refetch()
  const isEmpty = ledgerPage?.results.length === 0
  const hasNothing = isEmpty && shown?.position.page === 1 && !filter

  return (
    <div className="space-y-4">
      <CustomerHeader
        of={{ externalId }}
        tab="Transactions"
        asOf={ledgerPage && <AsOf iso={ledgerPage.asOf} refreshing={isFetching} onRefresh={refresh} />}
      />
      {notice}
      {error && (
        <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={refresh}>
          {shown && (
            <p className="mt-1">
              {hasTurnFailed
                ? `${capitalized(turnLabel(search, shown.search))} could not be loaded. Below is ${turnLabel(shown.search, search)}.`
                : 'Below is what was read before.'}
            </p>
          )}
        </ProblemPanel>
      )}
      <div ref={rows} className="scroll-mt-16">
        <Section
          title="Transactions"
          flush
          aside={
            !hasNothing && (
              <CsvDownload
                label="Export CSV"
                title="Every transaction that the filters match, oldest first"
                addressOf={(form) => readAddress('exportTransactions', { externalId, ...filter, form })}
              />
            )
          }
        >
          {!hasNothing && <LedgerFilters {...filters} externalId={externalId} />}
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2 empty:hidden">
            {shown && <LedgerNotes rows={shown.response.results} position={shown.position} />}
          </div>
          {!filter &&
            !shown &&
            (error ? (
              <p className="text-muted p-4 text-sm">The transactions on this page could not be loaded.</p>
            ) : (
              <Skeleton className="m-4 h-96" />
            ))}
          {!filter && shown && isEmpty && (
            <NoTransactions externalId={externalId} position={shown.position} onPage={turnTo} />
          )}
          {(filter || (shown && !isEmpty)) && (
            <OpenChangeContext
              value={(action, id) =>
                act(action, { id, externalCustomerId: externalId, freshForMs: MENU_READ_FRESH_MS })
              }
            >
              {filter && <FilteredTransactions key={JSON.stringify(filter)} externalId={externalId} filter={filter} />}
              {!filter && shown && (
                <TransactionsTable
                  transactions={shown.response.results}
                  isBusy={isTurning}
                  day={dayFound?.day ?? null}
                  linkedId={transactionId}
                  order={shown.search.order}
                  onToggleOrder={() => void setSearch({ order: search.order === 'desc' ? 'asc' : 'desc', page: 1 })}
                />
              )}
            </OpenChangeContext>
          )}
          {!filter && !hasNothing && (
            <LedgerFooter
              target={target}
              status={footerStatus()}
              onPage={turnTo}
              onPrefetch={prefetchPage}
              onPageSize={(pageSize) => void setSearch({ pageSize, page: 1 })}
              dayLine={day.result && <DayLine externalId={externalId} result={day.result} order={search.order} />}
              onDay={read?.isComplete === true ? day.open : null}
              onNoDay={day.clear}
            />
          )}
        </Section>
      </div>
      {ledgerPage && ledgerPage.drift.total > 0 && <DriftPanel drift={ledgerPage.drift} />}
      <RawJsonSection operation="listRawTransactions" input={shownInput} />
      {dialog}
    </div>
  )

  /** Returns the range of the rows shown, or the page that is loading. */
  function footerStatus(): string {
    if (!shown) return `Page ${formatNumber(target.page)}`
    if (isTurning) return `Loading ${turnLabel(search, shown.search)} …`
    const rowsShown = rowsInWords(shown.position)
    return hasTurnFailed
      ? `${capitalized(turnLabel(search, shown.search))} could not be loaded · ${rowsShown}`
      : rowsShown
  }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
