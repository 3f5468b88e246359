import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Money } from '@/components/money/money'
import { ProblemPanel } from '@/components/page/problem-panel'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Skeleton } from '@/components/ui/skeleton'
import { OwnText } from '@/components/text/own-text'
import type { FilteredTransactions as Filtered } from '@/lib/ledger/whole-ledger'
import { readOperation } from '@/lib/api'
import { balancePath } from '@/lib/core/paths'
import { problemOf } from '@/lib/core/problem-of'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { TransactionsTable } from './table/transactions-table'
import type { LedgerFilter } from './use-ledger-filter'

/** So many matches are looked for before the user asks for more. */
const MATCHES_A_STEP = 100
/** Nor are more responses asked for, each of up to 20 pages. */
const RESPONSES_A_STEP = 10

interface FilteredTransactionsProps {
  externalId: string
  filter: LedgerFilter
}

/** The matches in the whole ledger, the newest first, a hundred at a time, with what all of them add up to. */
export function FilteredTransactions({ externalId, filter }: FilteredTransactionsProps) {
  const input = { externalId, ...filter }
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['filterTransactions', input],
    queryFn: ({ pageParam, signal }) =>
      readOperation('filterTransactions', pageParam === null ? input : { ...input, beforePage: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBeforePage }) => nextBeforePage,
  })
  const [wanted, setWanted] = useState(MATCHES_A_STEP)
  const [wantedParts, setWantedParts] = useState(RESPONSES_A_STEP)
  const parts = data?.pages ?? []
  const rows = useMemo(() => (data?.pages ?? []).flatMap(({ results }) => results), [data])
  const isLooking = hasNextPage && rows.length < wanted && parts.length < wantedParts && !error
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage()
  }, [isLooking, isFetching, fetchNextPage])

  const [first] = parts
  const last = parts.at(-1)
  if (first?.asOf === null)
    return (
      <p className="text-muted border-t px-4 py-12 text-center text-sm">
        Read the whole ledger first to filter it:{' '}
        <Link href={balancePath(externalId)} prefetch={false} className="text-accent hover:underline">
          Balance
        </Link>
      </p>
    )
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-t px-4 py-2 text-sm tabular-nums">
        <div role="status">{first ? <Found part={first} rows={rows.length} isAll={!hasNextPage} /> : 'Looking …'}</div>
        {last && last.pagesLeft > 0 && (
          <span className="text-muted">
            {formatNumber(parts.reduce((sum, { pagesRead }) => sum + pagesRead, 0))} of{' '}
            {formatCount(parts.reduce((sum, { pagesRead }) => sum + pagesRead, 0) + last.pagesLeft, 'page')} read
          </span>
        )}
        {isLooking && (
          <Button small onClick={() => setWanted(rows.length)}>
            Stop
          </Button>
        )}
        {hasNextPage && !isLooking && (
          <Button
            small
            pending={isFetchingNextPage}
            onClick={() => {
              setWanted(rows.length + MATCHES_A_STEP)
              setWantedParts(parts.length + RESPONSES_A_STEP)
            }}
          >
            Continue
          </Button>
        )}
      </div>
      {error && <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="m-4 h-96" />}
      {data && rows.length === 0 && !hasNextPage && (
        <p className="text-muted border-t px-4 py-12 text-center text-sm">
          No transaction {last?.isComplete === true ? '' : 'that was read '}matches.
        </p>
      )}
      {rows.length > 0 && <TransactionsTable transactions={rows} isBusy={false} day={null} order="desc" />}
    </>
  )
}

/** How many transactions match, and what they add up to, as far as it is known. */
function Found({ part: { sums, isComplete }, rows, isAll }: { part: Filtered; rows: number; isAll: boolean }) {
  if (sums === null)
    return `${formatCount(rows, 'transaction')} found${isAll ? '' : ' so far'}${isComplete ? '' : ' among those that were read'}`
  const entries = sums.reduce((sum, each) => sum + each.entries, 0)
  return (
    <>
      {formatCount(entries, 'transaction')} found
      {sums.map(({ pool, amount }) => (
        <span key={pool.key}>
          {' · '}
          <Money amount={amount} /> <OwnText text={pool.unitName ?? 'no unit'} />
        </span>
      ))}
    </>
  )
}
