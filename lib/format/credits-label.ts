import type { CreditBalance, Credits } from '@/contract/console/credits'
import { formatCount, formatNumber } from './amount'
import { formatDate } from './instant'

/** Returns how many customers are in the sums of a day, and how the others get there. */
export function readWholeLabel({ customers: { known, readWhole }, hasMore, hasMoreNotRead }: ReadCustomers): string {
  const all = `${hasMore || hasMoreNotRead ? 'more than ' : ''}${formatCount(known, 'known customer')}`
  const read = `${formatNumber(readWhole)} of ${all} ${readWhole === 1 ? 'was' : 'were'} read whole since that day.`
  return `${read} Open a customer’s balance: the console then reads its ledger whole, a long one on request.`
}

type ReadCustomers = Pick<Credits, 'customers' | 'hasMore' | 'hasMoreNotRead'>

/**
 * Returns the breaks of a balance up to the end of the day; null without breaks in its ledger.
 * @returns `isWarning` is false when there is none up to the day
 */
export function breaksLabel(
  { breaks, breaksByDay }: Pick<CreditBalance, 'breaks' | 'breaksByDay'>,
  day: string,
): { text: string; isWarning: boolean } | null {
  if (breaks === 0) return null
  if (breaksByDay === null) return { text: `${formatCount(breaks, 'break')}, not known on which days`, isWarning: true }
  const { upTo, mayBeMore, firstLater } = breaksByDay
  const until = `up to ${formatDate(day, 'UTC')}`
  if (upTo === 0) {
    const later = firstLater === null ? 'there are later ones' : `first ${formatDate(firstLater, 'UTC')}`
    return { text: `No break ${until}; ${later}`, isWarning: false }
  }
  const found = mayBeMore
    ? `${formatNumber(upTo)} or more of ${formatCount(breaks, 'break')}`
    : formatCount(upTo, 'break')
  return { text: `${found} ${until}`, isWarning: true }
}
