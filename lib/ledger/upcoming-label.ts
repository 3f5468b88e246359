import type { BlocksRest, Upcoming } from './whole-ledger'
import { formatAmount, formatCount } from '@/lib/money/amount'
import { calendarDaysBetween, formatDate } from '@/lib/time/instant'

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
