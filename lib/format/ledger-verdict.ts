import { formatCount, formatNumber } from './amount'

/** What was found when a whole ledger was read. */
interface Found {
  /** True when all entries were read, consistent with the API's counts. */
  isComplete: boolean
  entries: number
  /** The API's count; null when it sends none. */
  total: number | null
  breakCount: number
  /** How many of them were compared with a stored balance. */
  comparedEntries: number
  /** Why it is not complete, as the part of a sentence after "because". */
  why: string | null
}

/** Returns the verdict on a whole ledger: "All 12,480 transactions agree", "3 breaks in 12,480 transactions", or how far it was read. */
export function ledgerVerdict({ isComplete, entries, total, breakCount, comparedEntries, why }: Found): string {
  if (!isComplete) {
    const of = total === null ? 'an unknown number' : formatNumber(total)
    return `Partial: ${formatNumber(entries)} of ${of}, because ${why ?? 'it is still being read'}`
  }
  if (breakCount > 0) return `${formatCount(breakCount, 'break')} in ${formatCount(entries, 'transaction')}`
  if (entries === 0) return 'No transactions'
  if (comparedEntries === 0)
    return `${formatCount(entries, 'transaction')} read: no break, but the billing API sends no balances to compare`
  return entries === 1 ? 'The only transaction agrees' : `All ${formatNumber(entries)} transactions agree`
}
