import { currencyDecimals } from '@/lib/money/currency-decimals'
import { isCurrency, writtenMoney } from '@/lib/money/amount'
import { formatDate, formatNearDate } from '@/lib/time/instant'
import type { ReplyLanguage } from './reply'

const EVERY = new Map([
  ['monthly', 'a month'],
  ['quarterly', 'a quarter'],
  ['annually', 'a year'],
])

/** The price of a billing interval, for a sentence. */
export interface ReplyPrice {
  /** As `money` writes it. */
  amount: string
  cadence: string
  /** True when it is not known to be all that is charged beside usage. */
  isBaseOnly: boolean
  /** True when other prices are charged beside it. */
  hasOthers: boolean
  hasUsage: boolean
}

/** Returns `USD 20,257.98`, without an unknown currency; null for a number that is too long to write. */
function money(amount: string, currency: string | null): string | null {
  const { text, more } = writtenMoney(amount, null, currencyDecimals(currency))
  if (more > 0) return null
  return isCurrency(currency) ? `${currency} ${text}` : text
}

/** Returns `Your Scale plan`, or `Your subscription` without a name. */
function your(name: string | null): string {
  if (name === null) return 'Your subscription'
  return /\bplan$/i.test(name) ? `Your ${name}` : `Your ${name} plan`
}
const yourOwn = (name: string | null) => name ?? 'your subscription'
const on = (day: string | null) => (day === null ? '' : ` on ${day}`)

/** Returns "USD 499.00 a month plus usage"; null for an interval that this console does not know. */
function priceWords({ amount, cadence, isBaseOnly, ...beside }: ReplyPrice): string | null {
  const every = EVERY.get(cadence)
  if (every === undefined) return null
  return `${isBaseOnly ? 'a base price of ' : ''}${amount} ${every}${besidePrice(beside)}`
}
function besidePrice({ hasOthers, hasUsage }: Pick<ReplyPrice, 'hasOthers' | 'hasUsage'>): string {
  const parts = [hasOthers && 'other prices', hasUsage && 'usage'].filter(Boolean)
  return parts.length === 0 ? '' : ` plus ${parts.join(' and ')}`
}
function atPrice(price: ReplyPrice | null): string {
  const words = price && priceWords(price)
  return words === null ? '' : ` at ${words}`
}

/** Two UTC days, "2026-10-01", both included. */
export interface Days {
  from: string
  to: string
}

/** A charge that another invoice has too: its name, what `span` has written, and the invoice's number; null for what is not known. */
interface OtherCharge {
  name: string | null
  days: string | null
  number: string | null
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
export const daysInWords = ({ from, to }: Days): string =>
  from === to ? `on ${dayInWords(to)}` : `between ${firstDay(from, to)} and ${dayInWords(to)}`

/** Returns the first of two days without the month and year that it shares with the last. */
function firstDay(from: string, to: string): string {
  const [day = '', month = '', year = ''] = dayInWords(from).split(' ')
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7)
  return [day, !isSameMonth && month, !isSameYear && year].filter(Boolean).join(' ')
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
  /** Returns a number that `writtenAmount` has written. */
  number: (written: string) => written,
  money,

  /** Returns the name of a unit, which is sent in the plural, for an amount: `AI credit` for one. */
  unit: (name: string, isOne: boolean) => (isOne ? name.replace(/(?<=[^s])s$/u, '') : name),

  notStarted: (name: string | null, day: string | null) =>
    `${your(name)} has not started.${day === null ? '' : ` It is planned to start on ${day}.`}`,
  startsOn: (name: string | null, day: string, price: ReplyPrice | null) =>
    `${your(name)} starts on ${day}${atPrice(price)}.`,
  isActive: (name: string | null) => `${your(name)} is active.`,
  isTrial: (name: string | null) => `${your(name)} is in its trial.`,
  renewsOn: (day: string, price: ReplyPrice | null) => `It renews on ${day}${atPrice(price)}.`,
  nextPeriod: (day: string) => `The next billing period begins on ${day}.`,
  billedOnce: 'It is billed once and does not renew.',
  endsAt: (day: string) => `It ends on ${day}.`,
  /** @param day null when the end is known to be ahead, but not its day */
  ends: (name: string | null, day: string | null) =>
    day === null ? `${your(name)} renews no more.` : `${your(name)} stays active until ${day} and renews no more.`,
  untilThen: (price: ReplyPrice | null) => {
    const words = price && priceWords(price)
    return words === null ? '' : `Until then the price is ${words}.`
  },
  endIsFinal: 'The end can’t be reversed, but you can start a new subscription after it.',
  /** @param day null when only the status says that it ended */
  ended: (name: string | null, day: string | null) =>
    `${your(name)} ${day === null ? 'has ended' : `ended${on(day)}`}.`,
  removed: (name: string | null) => `${your(name)} was removed.`,
  isFinal: 'This can’t be reversed, but you can start a new subscription.',
  trialUsage: (isCharged: boolean) => `Usage is ${isCharged ? '' : 'not '}charged during the trial.`,

  cancelled: (name: string | null) => `We have cancelled ${yourOwn(name)} as you asked.`,
  deleted: (name: string | null, isUpcoming: boolean) =>
    `We have removed ${yourOwn(name)} as you asked${isUpcoming ? ', before its start' : ''}.`,
  staysUntil: (day: string) => `It stays active until ${day} and renews no more.`,
  renewsNoMore: 'It renews no more.',
  hasEnded: (day: string | null) => (day === null ? 'It has ended.' : `It ended on ${day}.`),

  /** @param amount the invoice's total; null when it is unknown */
  invoice: (number: string | null, amount: string | null) =>
    `${number === null ? 'Your invoice' : `Invoice ${number}`}${amount === null ? '' : ` for ${amount}`}`,
  notFinal: (invoice: string) => `${invoice} is not final yet.`,
  notIssued: (invoice: string) => `${invoice} is not issued yet.`,
  voidCredit: (invoice: string, amount: string | null) =>
    `${invoice}, a credit${ofAmount(amount)}, is no longer valid.`,
  creditInvoice: (invoice: string, amount: string | null) =>
    `${invoice} is a credit${ofAmount(amount)}. You have nothing to pay.`,
  paid: (invoice: string) => `${invoice} was paid.`,
  void: (invoice: string) => `${invoice} is no longer valid. You have nothing to pay for it.`,
  hasDueDate: (invoice: string, day: string) => `${invoice} has the due date ${day}.`,
  needsNoPayment: (invoice: string) => `${invoice} needs no payment.`,
  /** @param open what of the amount is still to pay; null for all of it */
  owed: (number: string | null, amount: string | null, open: string | null) => {
    const invoice = number === null ? 'Your invoice' : `Invoice ${number}`
    if (amount === null) return open === null ? `${invoice} is open.` : `Of ${lowerFirst(invoice)}, ${open} is open.`
    return `${invoice} is for ${amount}${open === null ? '' : `, of which ${open} is open`}.`
  },
  isDue: (day: string, isPast: boolean) => `Payment ${isPast ? 'was' : 'is'} due on ${day}.`,
  isOverdue: 'Payment is overdue.',
  hasDetails: 'Your invoice has the details.',
  paymentFailed: 'The payment failed. Please check your payment details.',
  paymentActionRequired:
    'The payment needs an action from you, for example a confirmation. Please complete the payment.',
  /** @param days the first and the last day that it covers */
  lastInvoice: (days: string) => `It is the last invoice of this subscription, for ${days}.`,
  lastPeriod: (days: string) => `It is for the last period of this subscription, ${days}.`,
  /** Returns `5 Nov to 4 Dec 2026`. */
  span: ({ from, to }: Days) => (from === to ? dayInWords(to) : `${firstDay(from, to)} to ${dayInWords(to)}`),

  /** @param number of the other invoice; null when it names none */
  alsoCharged: ({ name, days, number }: OtherCharge) =>
    `We see ${name ?? 'the same charge'}${days === null ? '' : ` for ${days}`} on ${number === null ? 'another invoice' : `invoice ${number}`} too.`,
  isTwiceOnInvoice: 'This invoice has the same charge more than once.',
  nothingTwice: 'We compared this invoice with others of your subscription and found nothing charged twice.',

  /** @param ids what was searched for; empty when there was no ID */
  notFound: (ids: readonly string[]) =>
    `${ids.length === 0 ? 'To look into this' : `We could not find ${oneOf(ids)}. To look into this`}, we need the ID of your subscription or the number on your invoice. Could you send us one of them?`,

  balance: (amount: string, unit: string, day: string) => `Your balance was ${amount} ${unit} on ${day}.`,
  /** @param parts what expires of a balance on each day; at least one */
  expires: (parts: readonly { amount: string; day: string; isOne: boolean }[]) =>
    `Of these, ${parts.map(({ amount, day, isOne }, nth) => `${amount}${nth > 0 ? '' : isOne ? ' expires' : ' expire'} on ${day}`).join(', ')}.`,
  days: daysInWords,
  /** Returns `1 Oct`, with the year when it differs from that of `asOf`. */
  nearDay: (iso: string, asOf: string) => formatNearDate(iso, asOf, 'UTC'),
  balanceChange: ({ days, isSum, moved, reasons, closing }: BalanceChange) => {
    const subject = isSum ? 'the sum of your transactions' : 'your balance'
    const change = moved === null ? 'did not change' : `${moved.isUp ? 'rose' : 'fell'} by ${moved.by}`
    return `${capitalized(days)} ${subject} ${change}: ${reasons ?? `it was ${closing}`}.`
  },
  wereAdded: (isOne: boolean) => `${were(isOne)} added`,
  expired: (_isOne: boolean, day: string | null, invoice: string | null) =>
    `expired${on(day)}${invoice === null ? '' : ` (from invoice ${invoice})`}`,
  /** @param isAll false when the billable has only most of the usage */
  wereUsed: (isOne: boolean, billable: string | null, isAll: boolean) => {
    if (billable === null) return `${were(isOne)} used`
    return isAll ? `${were(isOne)} used for ${billable}` : `${were(isOne)} used, mostly for ${billable}`
  },
  manually: (isOne: boolean, isAdded: boolean) => `${were(isOne)} ${isAdded ? 'added' : 'deducted'} manually`,
  byOthers: (isOne: boolean, isAdded: boolean) =>
    `${were(isOne)} ${isAdded ? 'added' : 'deducted'} by other transactions`,
  /** @param entry the amount and what became of it. @param isEntry false when only the sum of the day is known */
  largest: (day: string, entry: string, isEntry: boolean) =>
    `${isEntry ? 'The largest single entry was on' : 'The largest day was'} ${day}: ${entry}.`,
}

/** The sentences of one language. */
export type Sentences = Omit<typeof ENGLISH, 'language'> & { language: ReplyLanguage }

const ofAmount = (amount: string | null) => (amount === null ? '' : ` of ${amount}`)
const were = (isOne: boolean) => (isOne ? 'was' : 'were')
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const oneOf = (ids: readonly string[]) => ALTERNATIVES.format(ids)
