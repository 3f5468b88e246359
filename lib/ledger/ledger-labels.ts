import type { CreditAge, NotReadReason } from './credits'
import type { PartKind } from './whole-ledger'

/** The groups of transaction types (`lib/ledger/entry.ts`), on pages and in files. */
export const PART_KIND_LABELS: Record<PartKind, string> = {
  added: 'Added',
  used: 'Used',
  expired: 'Expired',
  adjusted: 'Adjusted',
  other: 'Other',
}

/** How long ago the blocks of a balance were granted. */
export const CREDIT_AGE_NAMES: Record<CreditAge, string> = {
  to30: '0–30 days',
  to90: '31–90 days',
  to365: '91–365 days',
  over365: 'More than 365 days',
  other: 'No granted block',
}

export const NOT_READ_NAMES: Record<NotReadReason, string> = {
  never: 'Ledger never read whole',
  partial: 'Ledger read in part',
  before: 'Ledger read before the day ended',
}
