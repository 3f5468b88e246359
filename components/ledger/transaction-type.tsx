import { KnownValue } from '@/components/fields/values'
import type { Field } from '@/lib/billing-api/view-of'

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

export const TransactionType = ({ type }: { type: Field<string> | null }) => (
  <KnownValue value={type} label={transactionTypeLabel} />
)
