'use client'

import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { VisibleMarks } from '@/components/visible-marks'
import type { LedgerRead } from '@/contract/console/whole-ledger'
import { formatNumber } from '@/lib/format/amount'
import { breakLabel } from './break-label'

const MAX_SHOWN = 20

type LedgerBreaksProps = Pick<LedgerRead, 'breaks' | 'breakCount' | 'isComplete'>

/** The first breaks of a ledger, each with a link to the page of its transaction. */
export function LedgerBreaks({ breaks, breakCount: count, isComplete }: LedgerBreaksProps) {
  const shown = breaks.slice(0, MAX_SHOWN)
  return (
    <details open={count <= 3}>
      <summary className="cursor-pointer text-sm">
        {count === 1 ? 'The break' : 'The breaks'}
        {!isComplete && ' so far'}
      </summary>
      <ul className="mt-1 space-y-1">
        {shown.map((found, index) => (
          <li key={`${index} ${found.kind}`} className="flex flex-wrap gap-x-3">
            <a href={`?page=${found.page}&pageSize=100&order=asc`} className="text-accent foreign max-w-full underline">
              <VisibleMarks>{found.transactionId ?? `Page ${formatNumber(found.page)}`}</VisibleMarks>
            </a>
            <span>{breakLabel(found)}</span>
            {found.offBy !== null && (
              <span className="tabular-nums">
                off by <Money amount={found.offBy} />
              </span>
            )}
            <span className="text-muted">
              <Instant iso={found.createdAt ?? undefined} dense missing="no date" />
            </span>
          </li>
        ))}
      </ul>
      {count > shown.length && <p className="text-muted mt-1">and {formatNumber(count - shown.length)} more</p>}
    </details>
  )
}
