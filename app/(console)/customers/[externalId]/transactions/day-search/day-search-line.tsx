'use client'

import { Button } from '@/components/ui/button'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import type { DaySearch } from './use-day-search'
import { useQuery } from '@tanstack/react-query'
import { Money } from '@/components/money'
import { VisibleMarks } from '@/components/visible-marks'
import { formatDate } from '@/lib/format/instant'
import { operationQuery } from '@/lib/queries/operation-query'
import { formatNumber } from '@/lib/format/amount'

interface DaySearchTextProps {
  search: DaySearch
  order: 'asc' | 'desc'
}

/** The state of a day search in one line. */
export const DaySearchText = ({ search, order }: DaySearchTextProps) => daySearchLabel(search, order)

interface DaySearchLineProps extends DaySearchTextProps {
  externalId: string
  onStop: () => void
}

/** The balance at the end of the day, and the progress or the result of the search for its page. */
export function DaySearchLine({ externalId, search, order, onStop }: DaySearchLineProps) {
  const focusReturn = useFocusReturn()
  return (
    <div {...focusReturn} className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2 tabular-nums">
      <ClosingBalances externalId={externalId} day={search.day} />
      <span>{daySearchLabel(search, order)}</span>
      {search.state === 'running' && (
        <Button small onClick={onStop}>
          Stop looking
        </Button>
      )}
    </div>
  )
}

/** The balances of a customer at the end of a UTC day that is over, once the whole ledger was read. */
function ClosingBalances({ externalId, day }: { externalId: string; day: string }) {
  const { data } = useQuery(operationQuery('explainChange', { externalId, from: day, to: day }))
  const known =
    data?.isComplete === true && data.to === day
      ? data.pools.filter(({ closing, basis, breaks }) => closing !== null && basis === 'balances' && breaks === 0)
      : []
  if (known.length === 0) return null
  return (
    <div>
      Balance at the end of {formatDay(day)} (UTC):{' '}
      {known.map(({ pool, closing }, index) => (
        <span key={pool.key}>
          {index > 0 && ' · '}
          <span className="font-medium">
            <Money amount={closing} />
          </span>{' '}
          <span className="foreign">
            <VisibleMarks>{pool.unitName ?? 'no unit'}</VisibleMarks>
          </span>
        </span>
      ))}
    </div>
  )
}

const FAILURES = {
  empty: 'this ledger has no transactions.',
  unordered: 'the transactions are not sorted by creation time, or have none.',
  gaveUp: 'the billing API’s pages do not lead to it.',
  moved: 'transactions were deleted during the search. Search again.',
} as const

/** Formats a calendar day, whatever the zone: `3 Mar 2026`. */
const formatDay = (day: string) => formatDate(`${day}T00:00:00Z`, 'UTC')

/**
 * Describes a day search in one line; names the day in the zone of the search, even if the page now shows another zone.
 */
export function daySearchLabel(search: DaySearch, order: 'asc' | 'desc'): string {
  const day = `${formatDay(search.day)} (${search.timeZone})`
  const [next, last] = order === 'asc' ? ['newer', 'before'] : ['older', 'after']
  switch (search.state) {
    case 'running':
      return `Looking for ${day}: ${search.reads} of at most ${search.atMost} pages read`
    case 'failed':
      return `${day} was not found: ${typeof search.why === 'string' ? FAILURES[search.why] : search.why.problem}`
    case 'found':
      if (search.kind === 'day') return `${day} starts on page ${formatNumber(search.page)}.`
      if (search.kind === 'none') return `No transactions on ${day}. The next ${next} ones are on this page.`
      return `All transactions are ${last} ${day}. This is the last page.`
  }
}
