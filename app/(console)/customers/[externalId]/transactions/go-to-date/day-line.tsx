import { useQuery } from '@tanstack/react-query'
import { Money } from '@/components/money/money'
import { OwnText } from '@/components/text/own-text'
import { formatNumber } from '@/lib/money/amount'
import { formatDate } from '@/lib/time/instant'
import { operationQuery } from '@/lib/api'
import type { DayResult } from './use-go-to-date'

interface DayLineProps {
  externalId: string
  result: DayResult
  order: 'asc' | 'desc'
}

/** The balance at the end of the day, and the page of the day. */
export const DayLine = ({ externalId, result, order }: DayLineProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2 tabular-nums">
    {result.state === 'found' && <ClosingBalances externalId={externalId} day={result.day} />}
    <span>{dayLabel(result, order)}</span>
  </div>
)

/** The balances of a customer at the end of a UTC day that is over. */
function ClosingBalances({ externalId, day }: { externalId: string; day: string }) {
  const { data } = useQuery(operationQuery('explainChange', { externalId, from: day, to: day }))
  const known =
    data?.isComplete === true && data.to === day
      ? data.pools.filter(({ closing, basis, gaps }) => closing !== null && basis === 'balances' && gaps === 0)
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
          <OwnText text={pool.unitName ?? 'no unit'} />
        </span>
      ))}
    </div>
  )
}

/** Formats a UTC day, whatever the zone of the page: `3 Mar 2026`. */
const formatDay = (day: string) => formatDate(`${day}T00:00:00Z`, 'UTC')

/** Describes the result of "Go to date" in one line. */
export function dayLabel(result: DayResult, order: 'asc' | 'desc'): string {
  const day = `${formatDay(result.day)} (UTC)`
  const [next, last] = order === 'asc' ? ['newer', 'before'] : ['older', 'after']
  switch (result.state) {
    case 'reading':
      return `Reading the newest transactions before going to ${day} …`
    case 'failed':
      return `${day} was not found: ${result.why}`
    case 'found':
      if (result.kind === 'day') return `${day} starts on page ${formatNumber(result.page)}.`
      if (result.kind === 'none') return `No transactions on ${day}. The next ${next} ones are on this page.`
      return `All transactions are ${last} ${day}. This is the last page.`
  }
}
