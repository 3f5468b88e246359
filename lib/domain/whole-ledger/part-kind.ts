import type { PartKind } from '@/contract/console/whole-ledger'

const KINDS = new Map<string | null, PartKind>([
  ['planAllocation', 'added'],
  ['autoReload', 'added'],
  ['usage', 'used'],
  ['expiration', 'expired'],
  ['manualAddition', 'adjusted'],
  ['manualDeduction', 'adjusted'],
])

/** Returns the known types of a kind. */
export const typesOfKind = (kind: PartKind): (string | null)[] =>
  [...KINDS].filter((entry) => entry[1] === kind).map(([type]) => type)

/** Returns what the amounts of a type do to a balance (gaps.md, Transaction sign and balance); `other` for an unknown type. */
export const partKindOf = (type: string | null): PartKind => KINDS.get(type) ?? 'other'
