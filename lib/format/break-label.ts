import type { LedgerBreak } from '@/contract/console/whole-ledger'

const LABELS: Record<LedgerBreak['kind'], string> = {
  sum: 'Balance after isn’t balance before plus amount',
  gap: 'Balance before isn’t what the previous transaction left',
  order: 'Created before the transaction that precedes it',
  repeated: 'Listed twice',
  twice: 'Books an event twice on its block',
  overdrawn: 'Draws its block below zero',
  unreadable: 'Amount or date can’t be read',
}

/** Returns the words for a break: why the ledger is inconsistent at a transaction. */
export const breakLabel = ({ kind }: LedgerBreak): string => LABELS[kind]
