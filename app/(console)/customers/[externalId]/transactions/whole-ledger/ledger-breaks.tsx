'use client'

import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { Link } from '@/components/ui/link'
import { VisibleMarks } from '@/components/visible-marks'
import type { LedgerBreak, LedgerRead } from '@/contract/console/whole-ledger'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { breakLabel } from '@/lib/format/ledger-verdict'

type LedgerBreaksProps = Pick<LedgerRead, 'breaks' | 'breakCount' | 'isComplete'>

/** The breaks of a ledger up to `MAX_BREAKS`, each with a link to its transaction. */
export function LedgerBreaks({ breaks, breakCount: count, isComplete }: LedgerBreaksProps) {
  return (
    <details open={count <= 3}>
      <summary className="cursor-pointer text-sm">
        {count === 1 ? 'The break' : 'The breaks'}
        {!isComplete && ' so far'}
      </summary>
      <ul className="mt-1 space-y-1">
        {breaks.map((found, index) => (
          <li key={`${index} ${found.kind}`} className="flex flex-wrap gap-x-3">
            <Link href={hrefOf(found)} prefetch={false} className="text-accent foreign max-w-full underline">
              <VisibleMarks>{found.transactionId ?? `Page ${formatNumber(found.page)}`}</VisibleMarks>
            </Link>
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
      <p className="text-muted mt-1">
        {count > breaks.length && `and ${formatNumber(count - breaks.length)} more · `}
        {formatCount(count, 'break')}
      </p>
    </details>
  )
}

/** Returns the address of the page with the transaction, which scrolls to its row. */
const hrefOf = ({ page, transactionId }: LedgerBreak): string =>
  `?${new URLSearchParams({
    page: String(page),
    pageSize: '100',
    order: 'asc',
    ...(transactionId !== null && { transaction: transactionId }),
  })}`
