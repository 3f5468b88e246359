'use client'

import { classNames } from '@/components/ui/class-names'
import type { Pool } from '@/lib/domain/ledger/pool'
import { formatCount } from '@/lib/format/amount'
import { PoolUnit } from '../../../_customer/pool-unit'

interface PoolChipsProps {
  pools: readonly Pool[]
  /** The key of the only pool shown; null for all. */
  shown: string | null
  onShow: (key: string | null) => void
  /** How many rows of the page are shown, and their total; null while the page loads. */
  rows: { shown: number; all: number } | null
}

/** Filters the page by pool: the billing API has no such filter. */
export function PoolChips({ pools, shown, onShow, rows }: PoolChipsProps) {
  const chips = [null, ...pools]
  return (
    <div className="no-print flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <div role="group" aria-label="Pool" className="flex min-w-0 flex-wrap gap-1.5">
        {chips.map((pool) => {
          const key = pool?.key ?? null
          return (
            <button
              key={key ?? ''}
              type="button"
              aria-pressed={shown === key}
              onClick={() => onShow(key)}
              className={classNames(
                'min-h-7 max-w-full rounded-full border px-2.5 text-left text-xs font-medium',
                shown === key
                  ? 'bg-accent-solid text-on-solid border-transparent'
                  : 'border-line-strong bg-surface hover:bg-hover',
              )}
            >
              {pool ? <PoolUnit pool={pool} among={pools} /> : 'All pools'}
            </button>
          )
        })}
      </div>
      <p role="status" className="text-muted text-xs empty:hidden">
        {shown !== null &&
          rows &&
          `${rows.shown} of ${formatCount(rows.all, 'transaction')} on this page; other pages may have more`}
      </p>
    </div>
  )
}
