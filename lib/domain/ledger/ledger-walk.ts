/** Why a walk over a ledger's pages ended before all of them were read. */
export type WalkStop =
  /** `goneAway`: the client left. `stopped`: the process ends. */
  | { kind: 'cancelled' | 'goneAway' | 'stopped' | 'tooLong' | 'tooManyPools' | 'failed' }
  /** This page could not be read, for this reason. */
  | { kind: 'unread'; page: number; why: string }
  /** This page came back as another one that was read before. */
  | { kind: 'repeated'; page: number }
  /** The rows of this page differ from those that an earlier walk read there. */
  | { kind: 'changed'; page: number }

/** The result of a walk. Counts are the API's own, as far as they are plausible; null when it sent none. */
export interface WalkEnd {
  rows: number
  countAtStart: number | null
  countAtEnd: number | null
  /** Rows that the API sent again, unchanged; each is counted once in `rows`. */
  repeatedRows: number
  /** Rows with the ID of another row, but other content. */
  reusedIds: number
  /** Rows without a readable ID: a repeat among them goes unnoticed. */
  rowsWithoutId: number
  /** Rows past the bound up to which rows are compared. */
  rowsNotCompared: number
  stop: WalkStop | null
}

/** A walk before its first page. */
export const NOTHING_WALKED: WalkEnd = {
  rows: 0,
  countAtStart: null,
  countAtEnd: null,
  repeatedRows: 0,
  reusedIds: 0,
  rowsWithoutId: 0,
  rowsNotCompared: 0,
  stop: null,
}

/**
 * True when all rows were read: each was compared with the rows before it, none repeats, and the API counts as many. More
 * rows than at the start are accepted when the API sends no count at the end, because ledgers grow.
 */
export function isWholeLedger(end: WalkEnd): boolean {
  const { rows, countAtStart, countAtEnd, stop } = end
  if (stop !== null || hasShrunk(end) || hasDoubtfulRows(end)) return false
  return countAtEnd === null ? rows >= (countAtStart ?? 0) : rows === countAtEnd
}

/** True when rows were removed during the walk: the pages moved, so the walk may have missed rows. */
export const hasShrunk = ({ countAtStart, countAtEnd }: Pick<WalkEnd, 'countAtStart' | 'countAtEnd'>): boolean =>
  countAtStart !== null && countAtEnd !== null && countAtEnd < countAtStart

/** True when rows repeat or could not be compared; each may have taken the place of a missed row. */
const hasDoubtfulRows = ({ repeatedRows, reusedIds, rowsWithoutId, rowsNotCompared }: WalkEnd): boolean =>
  repeatedRows + reusedIds + rowsWithoutId + rowsNotCompared > 0
