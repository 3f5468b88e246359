import { currencyDecimals } from '@/lib/money/currency-decimals'
import { isCurrency, writtenMoney } from '@/lib/money/amount'
import { formatDate, formatDateTime, formatNearDate } from '@/lib/time/instant'
import type { ReplyLanguage } from './reply'

const EVERY = new Map([
  ['oneTime', 'once'],
  ['monthly', 'monthly'],
  ['quarterly', 'quarterly'],
  ['annually', 'annually'],
])

/** Returns `USD 20,257.98`, without an unknown currency; null for a number that is too long to write. */
function money(amount: string, currency: string | null): string | null {
  const { text, more } = writtenMoney(amount, null, currencyDecimals(currency))
  if (more > 0) return null
  return isCurrency(currency) ? `${currency} ${text}` : text
}

/** Returns `Scale plan`, or `subscription` without a name. */
function planWords(name: string | null): string {
  if (name === null) return 'subscription'
  return /\bplan$/i.test(name) ? name : `${name} plan`
}
const your = (name: string | null) => `Your ${planWords(name)}`
const on = (day: string | null) => (day === null ? '' : ` on ${day} (UTC)`)

/** Two UTC days, "2026-10-01", both included. */
export interface Days {
  from: string
  to: string
}

/** Why a balance changed, in words. */
interface BalanceChange {
  days: string
  /** True when the API sends no balances: then it is the sum of the transactions. */
  isSum: boolean
  /** Null when it did not change. */
  moved: { isUp: boolean; by: string } | null
  /** What was added, used and so on; null when there was nothing. */
  reasons: string | null
  closing: string
}

/** Returns "on 1 Oct 2026" or "between 1 and 8 Oct 2026", with the month and year of the first day where they differ. */
export function daysInWords({ from, to }: Days): string {
  if (from === to) return `on ${dayInWords(from)}`
  const [day = '', month = '', year = ''] = dayInWords(from).split(' ')
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7)
  return `between ${[day, !isSameMonth && month, !isSameYear && year].filter(Boolean).join(' ')} and ${dayInWords(to)}`
}
const dayInWords = (day: string) => formatDate(`${day}T00:00:00Z`, 'UTC')
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The sentences of replies to customers, in English. A day is an ISO 8601 instant or day that `day` has written; a name is for a
 * sentence (`nameInSentence`), or null; an amount is written by `money` or `number`.
 */
export const ENGLISH = {
  language: 'en' as const,
  /** Returns the UTC day: `30 Nov 2026`. */
  day: (iso: string) => formatDate(iso, 'UTC'),
  /** Returns `24 Nov 2026 at 10:12`, in UTC. */
  moment: (iso: string) => formatDateTime(iso, 'UTC').replace(', ', ' at '),
  /** Returns a number that `writtenAmount` has written. */
  number: (written: string) => written,
  money,

  draftSubscription: (name: string | null) => `${your(name)} is a draft and has not started.`,
  draftStart: (day: string) => `It is set to start on ${day} (UTC).`,
  startsOn: (name: string | null, day: string) => `${your(name)} starts on ${day} (UTC).`,
  isActive: (name: string | null) => `${your(name)} is active.`,
  isTrial: (name: string | null) => `${your(name)} is a trial.`,
  nextPeriod: (day: string) => `Its next billing period begins on ${day} (UTC).`,
  billedOnce: 'It is billed once and does not renew.',
  endsAt: (day: string) => `It ends on ${day} (UTC).`,
  scheduledEnd: (name: string | null, day: string | null) => `${your(name)} is scheduled to end${on(day)}.`,
  activeUntilThen: 'It stays active until then and does not renew.',
  /** @param day null when only the status says that it ended */
  ended: (name: string | null, day: string | null, wasCancelled: boolean) =>
    `${your(name)} ${wasCancelled ? 'was cancelled and ' : ''}${day === null ? 'has ended' : `ended${on(day)}`}.`,
  removed: (name: string | null, isUpcoming: boolean) =>
    `Your ${isUpcoming ? 'upcoming ' : ''}${planWords(name)} was removed.`,
  /** Returns an empty text for an interval that this console does not know. */
  basePrice: (amount: string, cadence: string) => {
    const every = EVERY.get(cadence)
    return every === undefined ? '' : `The base price is ${amount} ${every}.`
  },
  usageBesides: 'Usage is charged in addition.',
  trialUsage: (isCharged: boolean) => `Usage is ${isCharged ? '' : 'not '}charged during the trial.`,

  /** @param amount the invoice's total; null when it is unknown */
  invoice: (number: string | null, amount: string | null) =>
    `${number === null ? 'Your invoice' : `Invoice ${number}`}${amount === null ? '' : ` for ${amount}`}`,
  draftInvoice: (invoice: string) => `${invoice} is a draft.`,
  voidCredit: (invoice: string, amount: string | null) => `${invoice}, a credit${ofAmount(amount)}, is void.`,
  creditInvoice: (invoice: string, amount: string | null) =>
    `${invoice} is a credit${ofAmount(amount)}. You have nothing to pay.`,
  paid: (invoice: string) => `${invoice} was paid.`,
  void: (invoice: string) => `${invoice} is void.`,
  uncollectible: (invoice: string) => `${invoice} is closed as uncollectible. We no longer expect a payment.`,
  hasDueDate: (invoice: string, day: string) => `${invoice} has the due date ${day}.`,
  needsNoPayment: (invoice: string) => `${invoice} needs no payment.`,
  partlyOpen: (invoice: string, open: string) => `${invoice}, of which ${open} is open,`,
  isDue: (invoice: string, day: string, isPast: boolean) => `${invoice} ${isPast ? 'was' : 'is'} due on ${day}.`,
  isOverdue: (invoice: string) => `${invoice} is overdue.`,
  pleasePay: 'Please pay it.',
  /** @param day null when the due day is unknown */
  paymentFailed: (invoice: string, day: string | null, isPast: boolean) =>
    `${withProblem(invoice, day, isPast)} its payment failed. Please check your payment details and pay it.`,
  paymentActionRequired: (invoice: string, day: string | null, isPast: boolean) =>
    `${withProblem(invoice, day, isPast)} its payment needs an action from you, for example a confirmation. Please complete the payment.`,
  issuedOn: (day: string) => `It was issued on ${day}.`,

  balance: (amount: string, unit: string, moment: string) => `Your balance was ${amount} ${unit} on ${moment} (UTC).`,
  /** @param parts what expires of a balance on each day; at least one */
  expires: (parts: readonly { amount: string; day: string }[]) =>
    `Of these, ${parts.map(({ amount, day }, nth) => `${amount}${nth === 0 ? ' expire' : ''} on ${day}`).join(', ')}.`,
  days: daysInWords,
  /** Returns `1 Oct`, with the year when it differs from that of `asOf`. */
  nearDay: (iso: string, asOf: string) => formatNearDate(iso, asOf, 'UTC'),
  balanceChange: ({ days, isSum, moved, reasons, closing }: BalanceChange) => {
    const subject = isSum ? 'the sum of your transactions' : 'your balance'
    const change = moved === null ? 'did not change' : `${moved.isUp ? 'rose' : 'fell'} by ${moved.by}`
    return `${capitalized(days)} ${subject} ${change}: ${reasons ?? `it was ${closing}`}.`
  },
  wereAdded: 'were added',
  expired: (day: string | null, invoice: string | null) =>
    `expired${day === null ? '' : ` on ${day}`}${invoice === null ? '' : ` (from invoice ${invoice})`}`,
  /** @param isAll false when the billable has only most of the usage */
  wereUsed: (billable: string | null, isAll: boolean) => {
    if (billable === null) return 'were used'
    return isAll ? `were used for ${billable}` : `were used, mostly for ${billable}`
  },
  manually: (isAdded: boolean) => `were ${isAdded ? 'added' : 'deducted'} manually`,
  byOthers: (isAdded: boolean) => `were ${isAdded ? 'added' : 'deducted'} by other transactions`,
}

/** The sentences of one language. */
export type Sentences = Omit<typeof ENGLISH, 'language'> & { language: ReplyLanguage }

const ofAmount = (amount: string | null) => (amount === null ? '' : ` of ${amount}`)
const withProblem = (invoice: string, day: string | null, isPast: boolean) =>
  day === null ? `${invoice} is not paid:` : `${invoice} ${isPast ? 'was' : 'is'} due on ${day}, and`
