import { isBeforeStatedEnd, isWholeLedger, totalOfWalk, type WalkEnd, type WalkStop } from './ledger-walk'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { partialText } from '@/lib/billing-api/unreadable'

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

/** Returns why a walk stopped, as the part of a sentence after "because". */
export function whyStopped(stop: WalkStop): string {
  switch (stop.kind) {
    case 'cancelled':
      return 'it was cancelled'
    case 'clientLeft':
      return 'the download was interrupted'
    case 'stopped':
      return 'the console was stopped; export it again'
    case 'tooLong':
      return 'an export ends there; read the rest from the billing API itself'
    case 'tooManyPools':
      return 'it has more than 1,000 pools or 200,000 blocks'
    case 'tooManySums':
      return 'it has more than 500,000 combinations of day, pool, type, billable and block'
    case 'failed':
      return 'the console failed; its log has the error'
    case 'unread':
      return `page ${formatNumber(stop.page)} could not be read: ${stop.why}`
    case 'repeated':
      return `page ${formatNumber(stop.page)} repeats a page that was read before`
    case 'changed':
      return `page ${formatNumber(stop.page)} has changed since it was read`
    case 'moved':
      return 'transactions were deleted while they were read'
  }
}
