'use client'

import { Button } from '@/components/ui/button'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import type { LedgerRead } from '@/contract/console/whole-ledger'
import { formatCount, formatNumber } from '@/lib/format/amount'

interface ReadingProgressProps {
  read: LedgerRead
  isCancelling: boolean
  onCancel: () => void
}

/** How far the reading of a ledger is, how fast it goes, and its cancel button. It goes on when the page is left. */
export function ReadingProgress({ read, isCancelling, onCancel }: ReadingProgressProps) {
  const focusReturn = useFocusReturn()
  const { entries, total } = read
  return (
    <div {...focusReturn} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <progress
        aria-label="Transactions read"
        {...(total !== null && total > 0 && { value: entries, max: Math.max(total, entries) })}
        className="h-2 w-32"
      />
      <span className="text-muted tabular-nums">{progressLabel(read)}</span>
      <Button small pending={isCancelling} onClick={onCancel} className="no-print">
        Cancel reading
      </Button>
    </div>
  )
}

function progressLabel({ entries, total, startedAt, startedAtEntry, updatedAt }: LedgerRead): string {
  const of = total === null ? '' : ` of ${formatNumber(total)}`
  const ms = Date.parse(updatedAt ?? '') - Date.parse(startedAt ?? '')
  const read = entries - startedAtEntry
  if (!(ms > 500) || read <= 0) return `${formatNumber(entries)}${of} transactions read`
  const perSecond = (read / ms) * 1_000
  const left = total === null || total <= entries ? null : Math.ceil((total - entries) / perSecond)
  return [
    `${formatNumber(entries)}${of} transactions read`,
    `${formatNumber(Math.round(perSecond))} a second`,
    ...(left === null
      ? []
      : [left > 90 ? `${formatCount(Math.ceil(left / 60), 'minute')} left` : `${formatCount(left, 'second')} left`]),
  ].join(' · ')
}
