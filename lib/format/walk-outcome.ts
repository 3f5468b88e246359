import { hasShrunk, isWholeLedger, type WalkEnd, type WalkStop } from '../domain/ledger-walk'
import { formatCount, formatNumber } from './amount'

/** "COMPLETE: 3,214 rows" or "PARTIAL: 300 of 3,214, because it was cancelled", as the file and the page both say it. */
export function walkOutcome(end: WalkEnd): string {
  const { rows, countAtStart, countAtEnd, repeatedRows } = end
  if (!isWholeLedger(end)) {
    const of = countAtEnd ?? countAtStart
    const all = of === null ? 'a number the billing API does not tell' : formatNumber(of)
    return `PARTIAL: ${formatNumber(rows)} of ${all}, because ${whyPartial(end)}`
  }
  const grown = countAtStart !== null && countAtEnd !== null ? countAtEnd - countAtStart : 0
  const notes = [
    formatCount(rows, 'row'),
    grown > 0 && `${formatNumber(grown)} of them came in while it was read`,
    repeatedRows > 0 &&
      `${formatNumber(repeatedRows)} that came twice ${repeatedRows === 1 ? 'stands' : 'stand'} here once`,
    countAtEnd === null && whatItCounts(countAtStart, rows),
  ]
  return `COMPLETE: ${notes.filter(Boolean).join('; ')}`
}

function whyPartial({ rows, countAtStart, countAtEnd, stop }: WalkEnd): string {
  if (stop !== null) return whyStopped(stop)
  if (hasShrunk({ countAtStart, countAtEnd }))
    return `the billing API counted ${formatNumber(countAtStart ?? 0)} at the start and ${formatNumber(countAtEnd ?? 0)} at the end: rows may have slipped past`
  return `the billing API listed ${formatNumber(rows)} and counts ${formatNumber(countAtEnd ?? countAtStart ?? 0)}`
}

function whatItCounts(countAtStart: number | null, rows: number): string | false {
  if (countAtStart === null) return 'the billing API sends no total to hold them against'
  return countAtStart < rows && `the billing API counted ${formatNumber(countAtStart)} at the start`
}

function whyStopped(stop: WalkStop): string {
  switch (stop.kind) {
    case 'cancelled':
      return 'it was cancelled'
    case 'goneAway':
      return 'the download was broken off'
    case 'tooLong':
      return 'an export ends there: ask the billing API itself for more'
    case 'failed':
      return 'the console failed: its log says how'
    case 'unread':
      return `page ${formatNumber(stop.page)} could not be read: ${stop.why}`
    case 'repeated':
      return `page ${formatNumber(stop.page)} came back as one that was read before`
  }
}
