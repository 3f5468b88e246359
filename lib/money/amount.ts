import type { BillableView } from '@/lib/billing-api/price'
import { currencyDecimals } from './currency-decimals'
import { readable } from '@/lib/billing-api/unreadable'

const LOCALE = 'en-US'
const INTEGERS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const formats = new Map<string | null, Intl.NumberFormat>()

/** The most digits of a number in a line; a longer number is cut, with a count of the other digits. */
const MAX_SHOWN_DIGITS = 40
const SHOWN_OF_WHOLE = 20
const SHOWN_OF_FRACTION = 6

/** Formats integers only: `Intl` in Node 20 throws above 20 decimals, so the decimals are appended here. */
function format(currency: string | null): Intl.NumberFormat {
  const cached = formats.get(currency)
  if (cached) return cached
  const made = new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    ...(currency && { style: 'currency', currency }),
  })
  formats.set(currency, made)
  return made
}

const isWhole = (text: string): text is `${number}` => /^-?\d+$/.test(text)
/** True for a code of three capital letters, which amounts are formatted with. */
export const isCurrency = (code: string | null | undefined): code is string => /^[A-Z]{3}$/.test(code ?? '')

/** A number as it is shown in a line. */
export interface WrittenNumber {
  /** All digits, or the first of them and "…". */
  text: string
  /** The number of digits left out of `text`. */
  more: number
  /** The number with all its digits when `text` is rounded; else null. */
  exact: string | null
}

/** Uses a true minus sign, which is as wide as the plus and does not allow a line break. Minus zero is zero. Takes linear time. */
function written(number: string, fewestDecimals: number, currency: string | null): WrittenNumber {
  const [, whole = '', fraction = ''] = /^(?:-(?=0+(?:\.0+)?$))?(-?\d+)(?:\.(\d+))?$/.exec(number) ?? []
  if (!isWhole(whole)) return cut(number, 0)
  const digits = whole.replace('-', '').length
  if (digits > SHOWN_OF_WHOLE && digits + fraction.length > MAX_SHOWN_DIGITS)
    return cut(whole.replace('-', '−'), fraction.length)
  const decimals = fraction.padEnd(fewestDecimals, '0')
  const more = digits + fraction.length > MAX_SHOWN_DIGITS ? fraction.length - SHOWN_OF_FRACTION : 0
  const shownDecimals = more > 0 ? `${decimals.slice(0, SHOWN_OF_FRACTION)}…` : decimals
  const parts = format(currency).formatToParts(whole)
  const text = parts
    .map(({ type, value }) => {
      if (type === 'minusSign') return '−'
      if (type === 'decimal') return decimals === '' ? '' : value
      return type === 'fraction' ? shownDecimals : value
    })
    .join('')
  return { text, more, exact: null }
}

/** Cuts a number whose integer part is too long, or one in another notation. */
function cut(text: string, digitsBehind: number): WrittenNumber {
  if (text.length + digitsBehind <= MAX_SHOWN_DIGITS) return { text, more: 0, exact: null }
  const shown = /^\D/.test(text) ? SHOWN_OF_WHOLE + 1 : SHOWN_OF_WHOLE
  return { text: `${text.slice(0, shown)}…`, more: text.length - shown + digitsBehind, exact: null }
}

/**
 * Formats an exact number without rounding: at least the decimals of the currency (2 without one), and all that were sent up to 40
 * digits. Another notation, `1e400`, is shown as it was sent. Returns `$1,234.50` with a three-letter currency code, else the plain
 * number.
 */
export const writtenAmount = (amount: string, currency?: string | null, decimals = currencyDecimals(currency)) =>
  written(amount, decimals, isCurrency(currency) ? currency : null)

/**
 * Formats money in cents, the currency's smallest unit (ISO 4217), rounded half up (away from zero), without zeros after the cents. An
 * amount below half a cent keeps its first two significant digits, so it is never 0.00. Unit prices, credits and units are not money:
 * format them with `writtenAmount`, which keeps all digits.
 */
export function writtenMoney(
  amount: string,
  currency: string | null,
  decimals = currencyDecimals(currency),
): WrittenNumber {
  const write = (number: string) => writtenAmount(number, currency, decimals)
  const sent = write(amount)
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.(\d+)$/.exec(amount) ?? []
  const isCutBefore = sent.more > 0 && whole.length > SHOWN_OF_WHOLE
  if (isCutBefore || fraction === '') return sent
  if (!/[1-9]/.test(fraction.slice(decimals)))
    return write(`${sign}${whole}.${fraction.slice(0, decimals)}`.replace(/\.$/, ''))
  const isBelowHalfCent = /^0*$/.test(whole + fraction.slice(0, decimals)) && fraction.charAt(decimals) < '5'
  if (isBelowHalfCent && sent.more > 0) return sent
  const kept = isBelowHalfCent ? fraction.search(/[1-9]/) + 2 : decimals
  const { text } = write(sign + roundHalfUp(whole, fraction, kept))
  if (sent.more > 0) return { text, more: fraction.length - kept, exact: null }
  return { text, more: 0, exact: text === sent.text ? null : sent.text }
}

/** Rounds an unsigned number and removes trailing zeros. */
function roundHalfUp(whole: string, fraction: string, decimals: number): string {
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const digits = String(fraction.charAt(decimals) >= '5' ? kept + 1n : kept).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${digits.slice(0, point)}.${digits.slice(point).replace(/0+$/, '')}`.replace(/\.$/, '')
}

/** The note of every output whose amounts could not be converted. */
export const IN_MINOR_UNITS = 'Amounts are as sent, in minor units of an unknown currency'

/** Formats a count or limit: `1,000`, `2.5`; digits as sent. */
export const writtenQuantity = (quantity: string) => written(quantity, 0, null)

/** Returns a name as it was sent; a name that is a very long number is cut. */
export const writtenName = (name: string): WrittenNumber =>
  /^[-+.\deE]+$/.test(name) ? cut(name, 0) : { text: name, more: 0, exact: null }

/** Returns a name for places that cannot unfold, such as a title or a link. */
export const shortName = (name: string) => writtenName(name).text

/** Returns "0.000000…, 56 more digits" for a sentence; components/money/long-number.tsx can unfold the number. */
const inWords = ({ text, more }: WrittenNumber) => (more === 0 ? text : `${text}, ${moreDigits(more)}`)

/** Returns `writtenAmount` as text. */
export const formatAmount = (amount: string, currency?: string | null) => inWords(writtenAmount(amount, currency))

/** Returns `writtenMoney` as text. */
export const formatMoney = (amount: string, currency: string | null) => inWords(writtenMoney(amount, currency))

/** Returns `writtenQuantity` as text. */
export const formatQuantity = (quantity: string) => inWords(writtenQuantity(quantity))

/** Returns `56 more digits`. */
export const moreDigits = (more: number) => formatCount(more, 'more digit')

/** Formats an integer: `20,000`. */
export const formatNumber = (count: number) => INTEGERS.format(count)

/** Formats a count with its noun: `1 line`, `20,000 lines`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** The names of a billable's units. */
export type UnitLabels = Pick<BillableView, 'singleUnitLabel' | 'multipleUnitLabel'>

/** Returns `seat` for 1 and -1, else `seats`; falls back to the name that was sent, or null. */
export function unitLabel(quantity: string, labels: UnitLabels | null | undefined): string | null {
  const one = readable(labels?.singleUnitLabel)
  const many = readable(labels?.multipleUnitLabel)
  return /^-?1(\.0+)?$/.test(quantity) ? (one ?? many) : (many ?? one)
}
