import { formatCount, formatNumber } from '@/lib/money/amount'
import { partialText } from '@/lib/billing-api/unreadable'

/** Why a walk over a ledger's pages ended before all of them were read. */
export type WalkStop =
  /** `clientLeft`: the client left. `stopped`: the process ends. */
  | { kind: 'cancelled' | 'clientLeft' | 'stopped' | 'tooLong' | 'tooManyPools' | 'tooManySums' }
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
  if (stop !== null || fall !== null || whyDoubtful(end) !== null || isBeforeStatedEnd(end)) return false
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

/**
 * Returns the result of a walk: "Exported all 3,214 transactions.", "Exported 13 transactions: all that match among 499.", or "Partial: 300
 * of 3,214, because page 4 could not be read: …". It says so when no total of the API confirms the rows.
 * @param matched the number of rows in a filtered file
 */
export function walkOutcome(end: WalkEnd, matched?: number): string {
  const { rows } = end
  const total = totalOfWalk(end)
  if (!isWholeLedger(end)) return partialOutcome(rows, total, whyPartial(end))
  const all = rows === 0 ? 'Exported: this customer has no transactions.' : `Exported ${allOf(rows)}.`
  const outcome =
    matched === undefined
      ? all
      : `Exported ${formatCount(matched, 'transaction')}: all that match among ${formatNumber(rows)}.`
  return total === null ? `${outcome} ${whatApiCounts(end)}` : outcome
}

const allOf = (rows: number) => (rows === 1 ? 'the only transaction' : `all ${formatCount(rows, 'transaction')}`)

/** The last line of an incomplete file. `of` is null when the number of rows is not known. */
export const partialOutcome = (rows: number, of: number | null, why: string): string =>
  partialText(`${formatNumber(rows)} of ${of === null ? 'an unknown number' : formatNumber(of)}, because ${why}`)

/** Returns the reason, as the part of a sentence after "because". */
export function whyPartial(end: WalkEnd): string {
  const { rows, countAtStart, countAtEnd, latestCount, fall, stop } = end
  if (fall !== null && (stop === null || stop.kind === 'moved')) {
    const from = fall.of === 'pages' ? formatCount(fall.from, 'page') : formatNumber(fall.from)
    return `transactions were deleted while they were read: the billing API counted ${from}, then ${formatNumber(fall.to)}`
  }
  if (stop !== null) return whyStopped(stop)
  const doubt = whyDoubtful(end)
  if (doubt !== null) return doubt
  const counted = countAtEnd ?? latestCount ?? countAtStart ?? rows
  return counted <= rows && isBeforeStatedEnd(end)
    ? `page ${formatNumber(end.lastPage + 1)} is empty, but the billing API counts ${formatCount(end.statedPages ?? 0, 'page')}`
    : `the billing API listed ${formatNumber(rows)} and counts ${formatNumber(counted)}`
}

/** Returns why a row may be missing: rows repeat, are gone, or could not be compared. Null when none did. */
function whyDoubtful({ repeatedRows, reusedIds, rowsWithoutId, rowsNotCompared, goneRows }: WalkEnd): string | null {
  if (repeatedRows === 1) return '1 transaction was sent twice, so another may be missing'
  if (repeatedRows > 1)
    return `transactions were repeated ${formatNumber(repeatedRows)} times, so others may be missing`
  if (reusedIds > 0)
    return `${formatCount(reusedIds, 'transaction has', 'transactions have')} the ID of another one, so others may be missing`
  if (rowsWithoutId > 0)
    return `${formatCount(rowsWithoutId, 'transaction has', 'transactions have')} no ID, so repeats cannot be ruled out`
  if (rowsNotCompared > 0)
    return `the last ${formatCount(rowsNotCompared, 'transaction was', 'transactions were')} not checked for repeats: the ledger is longer than an export can check`
  if (goneRows > 0)
    return `${formatCount(goneRows, 'transaction in this file was', 'transactions in this file were')} deleted while it was written; export it again`
  return null
}

function whatApiCounts({ countAtStart, hasPassedEnd }: WalkEnd): string {
  return countAtStart === null || hasPassedEnd
    ? 'The billing API sends no total to check this number against.'
    : `The billing API counted ${formatNumber(countAtStart)} at the start.`
}

const STOPPED: Record<Exclude<WalkStop['kind'], 'unread' | 'repeated' | 'changed'>, string> = {
  cancelled: 'it was cancelled',
  clientLeft: 'the download was interrupted',
  stopped: 'the console was stopped; export it again',
  tooLong: 'an export ends there; read the rest from the billing API itself',
  tooManyPools: 'it has more than 1,000 pools or 200,000 blocks',
  tooManySums: 'it has more than 500,000 combinations of day, pool, type, billable and block',
  moved: 'transactions were deleted while they were read',
}

/** Returns why a walk stopped, as the part of a sentence after "because". */
export function whyStopped(stop: WalkStop): string {
  switch (stop.kind) {
    case 'unread':
      return `page ${formatNumber(stop.page)} could not be read: ${stop.why}`
    case 'repeated':
      return `page ${formatNumber(stop.page)} repeats a page that was read before`
    case 'changed':
      return `page ${formatNumber(stop.page)} has changed since it was read`
    default:
      return STOPPED[stop.kind]
  }
}
