import type { PartKind } from '@/contract/console/whole-ledger'

/** The part kind of each known type, and the direction in which it moves a balance (gaps.md, Transaction sign and balance). */
const KINDS = new Map<string | null, { kind: PartKind; sign: 1 | -1 }>([
  ['planAllocation', { kind: 'added', sign: 1 }],
  ['autoReload', { kind: 'added', sign: 1 }],
  ['usage', { kind: 'used', sign: -1 }],
  ['expiration', { kind: 'expired', sign: -1 }],
  ['manualAddition', { kind: 'adjusted', sign: 1 }],
  ['manualDeduction', { kind: 'adjusted', sign: -1 }],
])

/** Returns the known types of a kind. */
export const typesOfKind = (kind: PartKind): (string | null)[] =>
  [...KINDS].filter(([, known]) => known.kind === kind).map(([type]) => type)

/** Returns the part kind of a type; `other` for an unknown type. */
export const partKindOf = (type: string | null): PartKind => KINDS.get(type)?.kind ?? 'other'

/** Returns the direction in which a type moves a balance; null for an unknown type. */
export const signOfType = (type: string | null): 1 | -1 | null => KINDS.get(type)?.sign ?? null
