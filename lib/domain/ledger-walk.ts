/** Why a walk over a ledger's pages ended before all of them were read. */
export type WalkStop =
  | { kind: 'cancelled' | 'goneAway' | 'tooLong' | 'failed' }
  /** This page could not be read, for this reason. */
  | { kind: 'unread'; page: number; why: string }
  /** This page came back as another one that was read before. */
  | { kind: 'repeated'; page: number }

/** What a walk has come to. Counts are the API's own, as far as they can be true; null where it sent none. */
export interface WalkEnd {
  rows: number
  countAtStart: number | null
  countAtEnd: number | null
  /** Rows that came a second time, with their page or the next one, and count once. */
  repeatedRows: number
  stop: WalkStop | null
}

/**
 * Whether all rows were read: what was read is held against what the API counted. More than it counted at the start is no
 * fault where it sends no count at the end: ledgers grow.
 */
export function isWholeLedger({ rows, countAtStart, countAtEnd, stop }: WalkEnd): boolean {
  if (stop !== null || hasShrunk({ countAtStart, countAtEnd })) return false
  return countAtEnd === null ? rows >= (countAtStart ?? 0) : rows === countAtEnd
}

/** Where rows went away while others were read, the pages moved, and rows may have slipped past. */
export const hasShrunk = ({ countAtStart, countAtEnd }: Pick<WalkEnd, 'countAtStart' | 'countAtEnd'>): boolean =>
  countAtStart !== null && countAtEnd !== null && countAtEnd < countAtStart
