import type { LedgerBreak, LedgerRead, SoFar } from './whole-ledger'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { partialText } from '@/lib/billing-api/unreadable'

/** What was found when a whole ledger was read. `why` is the part of a sentence after "because". */
type Found = Pick<
  LedgerRead,
  | ('isComplete' | 'entries' | 'total' | 'breakCount' | 'why')
  | ('comparedEntries' | 'uncomparedEntries' | 'undrawnEntries' | 'unplacedEntries')
>

/** Returns the progress of a read: "So far: page 12 of 36". */
export const soFarLabel = ({ page, pages }: SoFar): string =>
  `So far: page ${formatNumber(page)}${pages === null ? '' : ` of ${formatNumber(Math.max(page, pages))}`}`

/** False for the month in which its figures were read, or a later one: it may still get entries. @param month "2026-11" */
export const isMonthOver = (month: string, asOf: string | null): boolean => asOf !== null && month < asOf.slice(0, 7)

/** Returns the verdict on a whole ledger: "All 12,480 transactions agree", "3 breaks in 12,480 transactions", or why it was not read. */
export function ledgerVerdict(found: Found): string {
  const { isComplete, entries, total, breakCount, comparedEntries, why } = found
  if (!isComplete) {
    const of = total === null ? 'an unknown number' : formatNumber(total)
    return partialText(`${formatNumber(entries)} of ${of}, because ${why ?? 'it is still being read'}`)
  }
  const omitted = omittedOf(found)
  if (breakCount > 0)
    return [`${formatCount(breakCount, 'break')} in ${formatCount(entries, 'transaction')}`, ...omitted].join('; ')
  if (entries === 0) return ['No transactions', ...omitted].join('; ')
  if (comparedEntries === 0) {
    const read = `${formatCount(entries, 'transaction')} read: no break, but the billing API sends no balances to compare`
    return total === null ? `${read}, and no total` : read
  }
  if (omitted.length > 0) return [`No break found in ${formatCount(entries, 'transaction')}`, ...omitted].join('; ')
  return entries === 1 ? 'The only transaction agrees' : `All ${formatNumber(entries)} transactions agree`
}

/** True when every transaction was compared with its balance, its block and the one before, and their number with the API's total. */
export const isFullyChecked = (found: Found): boolean => found.comparedEntries > 0 && omittedOf(found).length === 0

/**
 * Returns what was not checked: the entries without balances, without a pool or of an instant that has too many, and their number when the API
 * sends none.
 */
function omittedOf({
  total,
  entries,
  comparedEntries,
  uncomparedEntries,
  undrawnEntries,
  unplacedEntries,
}: Found): string[] {
  const withoutBalance = comparedEntries > 0 ? entries - comparedEntries : 0
  const tooMany = 'because too many have the same time'
  return [
    withoutBalance > 0 && `${formatNumber(withoutBalance)} not compared with a balance`,
    uncomparedEntries > 0 && `${formatNumber(uncomparedEntries)} not compared with each other, ${tooMany}`,
    undrawnEntries > 0 && `${formatNumber(undrawnEntries)} not compared with their block, ${tooMany}`,
    unplacedEntries > 0 &&
      `${formatNumber(unplacedEntries)} not compared with the one before, because ${unplacedEntries === 1 ? 'it names' : 'they name'} no pool`,
    total === null && 'the billing API sends no total to check their number against',
  ].filter((text) => text !== false)
}

const BREAK_LABELS: Record<LedgerBreak['kind'], string> = {
  sum: 'Balance after isn’t balance before plus amount',
  gap: 'Balance before isn’t what the previous transaction left',
  order: 'Created before the transaction that precedes it',
  repeated: 'Listed twice',
  twice: 'Books an event twice on its block',
  overdrawn: 'Draws its block below zero',
  unreadable: 'Amount or date can’t be read',
  against: 'Moves the balance in the other direction than its type',
  twoIds: 'Names two allocation blocks or two billables',
}

/** Returns the words for a break: why the ledger is inconsistent at a transaction. */
export const breakLabel = ({ kind }: LedgerBreak): string => BREAK_LABELS[kind]
