'use client'

import { useQuery } from '@tanstack/react-query'
import { Money } from '@/components/money'
import { VisibleMarks } from '@/components/visible-marks'
import { formatDate } from '@/lib/format/instant'
import { operationQuery } from '@/lib/queries/operation-query'

/** The balances of a customer at the end of a UTC day that is over, once the whole ledger was read. */
export function ClosingBalances({ externalId, day }: { externalId: string; day: string }) {
  const { data } = useQuery(operationQuery('explainChange', { externalId, from: day, to: day }))
  const known =
    data?.isComplete === true && data.to === day
      ? data.pools.filter(({ closing, basis, breaks }) => closing !== null && basis === 'balances' && breaks === 0)
      : []
  if (known.length === 0) return null
  return (
    <div>
      Balance at the end of {formatDate(`${day}T00:00:00Z`, 'UTC')} (UTC):{' '}
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
