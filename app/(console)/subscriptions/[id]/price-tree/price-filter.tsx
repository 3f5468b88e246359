'use client'

import { formatNumber } from '@/lib/format/amount'

interface PriceFilterProps {
  filter: string
  onFilter: (filter: string) => void
  matching: number
  total: number
  /** `total` in words. */
  totalLabel: string
}

/** Filters prices by name, ID, billable or status. */
export function PriceFilter({ filter, onFilter, matching, total, totalLabel }: PriceFilterProps) {
  return (
    <div className="no-print flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2">
      <input
        type="search"
        aria-label="Filter prices"
        placeholder="Filter by name, id, billable or status"
        autoComplete="off"
        spellCheck={false}
        value={filter}
        onChange={(event) => onFilter(event.currentTarget.value)}
        className="border-line-strong bg-surface min-h-8 w-full max-w-72 rounded-md border px-2.5 text-sm"
      />
      <span aria-live="polite" className="text-muted text-xs">
        {matching === total ? totalLabel : `${formatNumber(matching)} of ${totalLabel}`}
      </span>
    </div>
  )
}
