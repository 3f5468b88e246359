import type { Check } from '@/contract/console/checks'
import { formatNumber } from '@/lib/format/amount'

/** How far a running check is. Objects that are read are compared with each other at the end. */
export function CheckProgress({ check: { checked, total } }: { check: Check }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <progress aria-label="Objects checked" value={checked} max={Math.max(total, 1)} className="h-2 w-32" />
      <span className="text-muted text-sm tabular-nums">
        {checked < total
          ? `${formatNumber(checked)} of ${formatNumber(total)} checked`
          : 'Comparing them with each other'}
      </span>
    </span>
  )
}
