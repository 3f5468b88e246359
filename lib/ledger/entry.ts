import type { TransactionView } from './transaction'
import type { PartKind } from './whole-ledger'
import { readable } from '@/lib/billing-api/unreadable'

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

type Dated = Pick<TransactionView, 'createdAt'>

/** Returns the readable creation instants of the rows, in milliseconds. */
export const instantsOf = (rows: readonly Dated[]): number[] =>
  rows.flatMap(({ createdAt }) => {
    const iso = readable(createdAt)
    return iso === null ? [] : [Date.parse(iso)]
  })

/** True when the instants are in this order. An API may have an order of its own (gaps.md, Order field). */
export const isInOrder = (instants: readonly number[], order: 'asc' | 'desc'): boolean =>
  instants.every((instant, index) => {
    const before = instants[index - 1] ?? instant
    return order === 'asc' ? instant >= before : instant <= before
  })

/** Returns the ID of an entry's block; '' when it has none. */
export const blockIdOf = ({ allocationBlockId, allocationBlock }: TransactionView): string =>
  readable(allocationBlockId) ?? readable(allocationBlock?.id) ?? ''

/** Returns what identifies an entry's billable: its ID, else its name; '' when it has none. */
export const billableKeyOf = ({ billableId, billable }: TransactionView): string =>
  readable(billableId) ?? readable(billable?.id) ?? readable(billable?.name) ?? ''

/** Returns when an entry was created; null also for a year that a database cannot keep. */
export function createdAtOf({ createdAt }: TransactionView): string | null {
  const at = readable(createdAt)
  return at !== null && /^(?!0000)\d{4}-/.test(at) ? at : null
}
