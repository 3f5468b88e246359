/** Why a walk over a ledger's pages ended before all of them were read. */
export type WalkStop =
  /** `clientLeft`: the client left. `stopped`: the process ends. */
  | { kind: 'cancelled' | 'clientLeft' | 'stopped' | 'tooLong' | 'tooManyPools' | 'tooManySums' | 'failed' }
  /** This page could not be read, for this reason. */
  | { kind: 'unread'; page: number; why: string }
  /** This page came back as another one that was read before. */
  | { kind: 'repeated'; page: number }
  /** The rows of this page differ from those that an earlier walk read there. */
  | { kind: 'changed'; page: number }
  /** A count fell, so the ledger should be read again from the first page. */
  | { kind: 'moved' }

/** The result of a walk. Counts are the API's own, as far as they are plausible; null when it sent none. */
export interface WalkEnd {
  rows: number
  countAtStart: number | null
  countAtEnd: number | null
  /** The last plausible total, which the count of the next page is compared with. */
  latestCount: number | null
  /** True when a count was above that of the page before: rows were added. */
  hasRisen: boolean
  /** The last page that has rows, its number of rows, and that of the page with most rows. */
  lastPage: number
  lastPageRows: number
  mostPageRows: number
  /** The API's number of pages, by the last response with a plausible one. */
  statedPages: number | null
  /** True when more rows followed a page that was the last one by its counts: the API counts rows so far, or rows were added. */
  hasPassedEnd: boolean
  /** Rows that the API sent again, unchanged; each is counted once in `rows`. */
  repeatedRows: number
  /** Rows with the ID of another row, but other content. */
  reusedIds: number
  /** Rows without a readable ID: a repeat among them goes unnoticed. */
  rowsWithoutId: number
  /** Rows past the bound up to which rows are compared. */
  rowsNotCompared: number
  /**
   * The first count below that of the page before: rows were deleted, and one that moved to an earlier page may be missing.
   * Pages are compared where rows are not counted.
   */
  fall: { from: number; to: number; of?: 'pages' } | null
  /** Rows of the first reading that the API no longer lists in the second. */
  goneRows: number
  /** True for the second reading of a ledger whose pages moved during the first. */
  isReread: boolean
  stop: WalkStop | null
}

/** A walk before its first page. */
export const NOTHING_WALKED: WalkEnd = {
  rows: 0,
  countAtStart: null,
  countAtEnd: null,
  latestCount: null,
  hasRisen: false,
  lastPage: 0,
  lastPageRows: 0,
  mostPageRows: 0,
  statedPages: null,
  hasPassedEnd: false,
  repeatedRows: 0,
  reusedIds: 0,
  rowsWithoutId: 0,
  rowsNotCompared: 0,
  fall: null,
  goneRows: 0,
  isReread: false,
  stop: null,
}

/**
 * True when all rows were read: each was compared with the rows before it, none repeats, no count fell, and the API counts as
 * many at the end. The rows are then one state of the ledger, unless rows were deleted and added between two pages, and no stored balance shows it.
 * More rows than counted before are accepted when the API sends no count at the end, because ledgers grow.
 */
export function isWholeLedger(end: WalkEnd): boolean {
  const { rows, countAtStart, countAtEnd, latestCount, fall, stop } = end
  if (stop !== null || fall !== null || hasDoubtfulRows(end) || isBeforeStatedEnd(end)) return false
  return countAtEnd === null ? rows >= Math.max(countAtStart ?? 0, latestCount ?? 0) : rows === countAtEnd
}

/** Returns the API's count of all rows; null when it sent none, or one that is below the rows or may count rows so far. */
export function totalOfWalk({ rows, countAtStart, countAtEnd, latestCount, hasPassedEnd }: WalkEnd): number | null {
  const total = countAtEnd ?? latestCount ?? countAtStart
  return hasPassedEnd || total === null || total < rows ? null : total
}

/** True when the API states more pages than those that had rows. An empty ledger has its first page. */
export const isBeforeStatedEnd = ({ statedPages, lastPage }: WalkEnd): boolean =>
  (statedPages ?? 0) > Math.max(1, lastPage)

/** True when the API has listed as many rows as it counts, with or without repeats. */
export const isAllListed = ({ rows, repeatedRows }: WalkEnd, count: number | null): boolean =>
  count === rows || count === rows + repeatedRows

/** True when the last page is that of the ledger by the API's count of rows or pages. */
export const isCountedEnd = (end: WalkEnd): boolean =>
  isAllListed(end, end.latestCount) || end.statedPages === end.lastPage

/**
 * True when the API may refuse the next page because the ledger ends: its counts say so, or, without counts, the last page is shorter
 * than one before it, or than requested. After a full page, a refusal says nothing about the end.
 * @param pageSize the requested one
 */
export function isLedgerEnd(end: WalkEnd, pageSize: number): boolean {
  const { rows, repeatedRows, latestCount, lastPage, lastPageRows, mostPageRows, hasPassedEnd } = end
  if (isBeforeStatedEnd(end) || (latestCount ?? 0) > rows + repeatedRows) return false
  return (!hasPassedEnd && isCountedEnd(end)) || lastPageRows < (lastPage === 1 ? pageSize : mostPageRows)
}

/** True when the ledger may be read again from the first page: once, and only when each row has an ID of its own. */
export const canReadAgain = ({ isReread, reusedIds, rowsWithoutId, rowsNotCompared }: WalkEnd): boolean =>
  !isReread && reusedIds + rowsWithoutId + rowsNotCompared === 0

/**
 * True when the counts show that pages moved during the walk, and it can be read again: a count fell, or it rose by more than the
 * rows that arrived at the end.
 */
export function shouldReadAgain(end: WalkEnd): boolean {
  const { hasRisen, stop } = end
  if (stop !== null && stop.kind !== 'repeated') return stop.kind === 'moved'
  return hasRisen && !isWholeLedger(end) && canReadAgain(end)
}

/** True when rows repeat, are gone, or could not be compared; each may have taken the place of a missed row. */
const hasDoubtfulRows = ({ repeatedRows, reusedIds, rowsWithoutId, rowsNotCompared, goneRows }: WalkEnd): boolean =>
  repeatedRows + reusedIds + rowsWithoutId + rowsNotCompared + goneRows > 0
