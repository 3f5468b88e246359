import type { LedgerBreak } from '@/contract/console/whole-ledger'

const LABELS: Record<LedgerBreak['kind'], string> = {
  sum: 'Balance after isn’t balance before plus amount',
  gap: 'Starts with another balance than the transaction before left',
  order: 'Created before the transaction that precedes it',
  repeated: 'Listed twice',
  twice: 'Books an event twice on its block',
  overdrawn: 'Draws its block below zero',
  unreadable: 'Amount or date can’t be read',
}

/** Returns in words why a ledger is inconsistent at a transaction. */
export const breakLabel = ({ kind }: LedgerBreak): string => LABELS[kind]
