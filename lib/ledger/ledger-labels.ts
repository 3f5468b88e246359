import { type CreditAge, type Credits, MAX_LEDGERS, type NotReadReason } from './credits'
import type { BlocksRest, PartKind, Upcoming } from './whole-ledger'
import { formatAmount, formatCount, formatNumber } from '@/lib/money/amount'
import { calendarDaysBetween, formatDate } from '@/lib/time/instant'

/** The groups of transaction types (`lib/ledger/entry.ts`), on pages and in files. */
export const PART_KIND_LABELS: Record<PartKind, string> = {
  added: 'Added',
  used: 'Used',
  expired: 'Expired',
  adjusted: 'Adjusted',
  other: 'Other',
}

/** How long ago the blocks of a balance were granted. */
export const CREDIT_AGE_NAMES: Record<CreditAge, string> = {
  to30: '0–30 days',
  to90: '31–90 days',
  to365: '91–365 days',
  over365: 'More than 365 days',
  other: 'No granted block',
}

export const NOT_READ_NAMES: Record<NotReadReason, string> = {
  never: 'Ledger never read whole',
  partial: 'Ledger read in part',
  before: 'Ledger read before the day ended',
}

/** Returns how many customers are in the sums of a day, and how the others get there. */
export function readWholeLabel({ customers: { known, readWhole }, hasMore, hasMoreNotRead }: ReadCustomers): string {
  const all = `${hasMore || hasMoreNotRead ? 'more than ' : ''}${formatCount(known, 'known customer')}`
  const read = `${hasMore ? 'At least ' : ''}${formatNumber(readWhole)} of ${all} ${readWhole === 1 ? 'was' : 'were'} read whole since that day.`
  return `${read} Open a customer’s balance: the console then reads its ledger whole, a long one on request.`
}

/** Said where the console knows more ledgers than are added up. */
export const ONLY_READ_LAST = `Only ledgers among the ${formatNumber(MAX_LEDGERS)} that were read last can be in the sums. The console knows more.`

type ReadCustomers = Pick<Credits, 'customers' | 'hasMore' | 'hasMoreNotRead'>

const MAX_DAYS = 3

/** Said of blocks when no expiration is booked ahead. */
export const EXPIRY_NOT_SENT = 'Expiry: not sent by the API'

/** Returns why what is left of a pool's blocks is not its balance. */
export const blocksRestLabel = ({ left, balance, rest }: BlocksRest): string =>
  `the blocks have ${formatAmount(left)} left, the balance is ${formatAmount(balance)}. The rest of ${formatAmount(rest)} is in no block.`

/**
 * Returns what is to come of a balance, in UTC days: "of which 178 expire tomorrow, 20 on 3 Dec 2026 · 1 later transaction not counted".
 * Null when nothing is.
 * @param balance what is left; null when it is unknown
 */
export function upcomingLabel({ expiring, others }: Upcoming, balance: string | null, asOf: string): string | null {
  const [first, ...rest] = expiring
    .slice(0, MAX_DAYS)
    .map(({ day, amount }) => ({ amount: formatAmount(amount), when: whenOf(day, asOf) }))
  const parts = [
    first && [
      `${first.amount} ${verbOf(first.amount)} ${first.when}`,
      ...rest.map(({ amount, when }) => `${amount} ${when}`),
    ],
    expiring.length > MAX_DAYS && ['more later'],
  ].flatMap((part) => part || [])
  const expires = parts.length === 0 ? [] : [`${isAboveZero(balance) ? 'of which ' : ''}${parts.join(', ')}`]
  const uncounted = others === 0 ? [] : [`${formatCount(others, 'later transaction')} not counted`]
  const label = [...expires, ...uncounted].join(' · ')
  return label === '' ? null : label
}

const verbOf = (amount: string) => (amount === '1' ? 'expires' : 'expire')
const isAboveZero = (balance: string | null) => balance !== null && /[1-9]/.test(balance) && !balance.startsWith('-')

function whenOf(day: string, asOf: string): string {
  const days = calendarDaysBetween(asOf, `${day}T00:00:00.000Z`, 'UTC')
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : `on ${formatDate(`${day}T00:00:00.000Z`, 'UTC')}`
}
