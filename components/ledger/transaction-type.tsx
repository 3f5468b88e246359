import type { Field } from '@/lib/billing-api/view-of'
import { isAbsent } from '@/lib/billing-api/unreadable'
import { Absent } from '@/components/text/absent'
import { Pill } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/text/visible-marks'

/** Transaction types that gaps.md names, in words; others show literally. */
const TRANSACTION_TYPES = new Map([
  ['planAllocation', 'Plan allocation'],
  ['usage', 'Usage'],
  ['expiration', 'Expiration'],
  ['manualAddition', 'Manual addition'],
  ['manualDeduction', 'Manual deduction'],
  ['autoReload', 'Auto-reload'],
])

/** Returns a type in words, an unknown one as sent. */
export const transactionTypeLabel = (type: string): string => TRANSACTION_TYPES.get(type) ?? type

export function TransactionType({ type }: { type: Field<string> | null }) {
  if (isAbsent(type)) return <Absent value={type} />
  const label = TRANSACTION_TYPES.get(type)
  if (label) return <>{label}</>
  return (
    <Pill tone="unknown" title="This console does not know this type">
      <VisibleMarks>{type}</VisibleMarks>
    </Pill>
  )
}
