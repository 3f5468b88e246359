const LOCALE = 'en-US'
const formats = new Map<string, Intl.NumberFormat>()

/** Digits of a number that stand in a line; of a longer one its beginning does, and how many more there are. */
const MOST_SHOWN_DIGITS = 40
const SHOWN_OF_WHOLE = 20
const SHOWN_OF_FRACTION = 6

/** Whole numbers only: `Intl` in Node 20 throws above 20 decimals, so these are put behind the point here. */
function format(decimals: 0 | 2, currency: string | null): Intl.NumberFormat {
  const key = `${decimals}:${currency}`
  const cached = formats.get(key)
  if (cached) return cached
  const made = new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    ...(currency ? { style: 'currency', currency } : {}),
  })
  formats.set(key, made)
  return made
}

const isWhole = (text: string): text is `${number}` => /^-?\d+$/.test(text)
const isCurrency = (code: string | null | undefined): code is string => /^[A-Z]{3}$/.test(code ?? '')

/** A number as it stands in a line. */
export interface WrittenNumber {
  /** With all digits, or with the first of them and "…". */
  text: string
  /** How many digits are left out of `text`: 0 for all but the longest. */
  more: number
  /** The number with all its digits where `text` is rounded; else null. */
  exact: string | null
}

/** With a true minus sign, as wide as the plus and never at a line's end. The work is linear in the digits sent. */
function written(number: string, fewestDecimals: 0 | 2, currency: string | null): WrittenNumber {
  const [, whole = '', fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(number) ?? []
  if (!isWhole(whole)) return cut(number, 0)
  const digits = whole.replace('-', '').length
  if (digits > SHOWN_OF_WHOLE && digits + fraction.length > MOST_SHOWN_DIGITS)
    return cut(whole.replace('-', '−'), fraction.length)
  const decimals = fraction.padEnd(fewestDecimals, '0')
  const more = digits + fraction.length > MOST_SHOWN_DIGITS ? fraction.length - SHOWN_OF_FRACTION : 0
  const shownDecimals = more > 0 ? `${decimals.slice(0, SHOWN_OF_FRACTION)}…` : decimals
  const parts = format(2, currency).formatToParts(whole)
  const text = parts
    .map(({ type, value }) => {
      if (type === 'minusSign') return '−'
      if (type === 'decimal') return decimals === '' ? '' : value
      return type === 'fraction' ? shownDecimals : value
    })
    .join('')
  return { text, more, exact: null }
}

/** The beginning of a number too long even for its place before the point, or of one in another notation. */
function cut(text: string, digitsBehind: number): WrittenNumber {
  if (text.length + digitsBehind <= MOST_SHOWN_DIGITS) return { text, more: 0, exact: null }
  const shown = /^\D/.test(text) ? SHOWN_OF_WHOLE + 1 : SHOWN_OF_WHOLE
  return { text: `${text.slice(0, shown)}…`, more: text.length - shown + digitsBehind, exact: null }
}

/**
 * An exact number as a person reads it: at least 2 decimals, never fewer than were sent (ux.md) as long as there are no
 * more than 40 digits, never rounded. One in another notation, `1e400`, stands as it was sent. With a currency code
 * `$1,234.50`; without, or with one that is not three letters, the plain number.
 */
export const writtenAmount = (amount: string, currency?: string | null) =>
  written(amount, 2, isCurrency(currency) ? currency : null)

const CENTS = 2

/**
 * Money as people read it: in cents, rounded half up (away from zero). An amount that is not zero is never written as 0.00:
 * one below half a cent keeps its first two significant digits. Zeros behind the cents are left out. A unit price is a rate and is not rounded: of many units a
 * rounded one would make another amount. Credits and units are no money either: `writtenAmount` keeps all digits of both.
 */
export function writtenMoney(amount: string, currency: string | null): WrittenNumber {
  const sent = writtenAmount(amount, currency)
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.(\d+)$/.exec(amount) ?? []
  const isCutBefore = sent.more > 0 && whole.length > SHOWN_OF_WHOLE
  if (isCutBefore) return sent
  if (!/[1-9]/.test(fraction.slice(CENTS))) return writtenAmount(amount.replace(/(\.\d\d)0+$/, '$1'), currency)
  const isBelowHalfCent = /^0*$/.test(whole) && /^00[0-4]/.test(fraction)
  if (isBelowHalfCent && sent.more > 0) return sent
  const decimals = isBelowHalfCent ? fraction.search(/[1-9]/) + 2 : CENTS
  const { text } = writtenAmount(sign + roundHalfUp(whole, fraction, decimals), currency)
  if (sent.more > 0) return { text, more: fraction.length - decimals, exact: null }
  return { text, more: 0, exact: text === sent.text ? null : sent.text }
}

/** Rounds a number without its sign; the decimals that say nothing are left out. */
function roundHalfUp(whole: string, fraction: string, decimals: number): string {
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const digits = String(fraction.charAt(decimals) >= '5' ? kept + 1n : kept).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals).replace(/0+$/, '')}`.replace(/\.$/, '')
}

/** A count or limit: `1,000`, `2.5`; digits as sent. */
export const writtenQuantity = (quantity: string) => written(quantity, 0, null)

/** What names something, as it was sent; a number that is as long as an amount may be is cut as one. */
export const writtenName = (name: string): WrittenNumber =>
  /^[-+.\deE]+$/.test(name) ? cut(name, 0) : { text: name, more: 0, exact: null }

/** The same where nothing unfolds: in a title, in a link. */
export const shortName = (name: string) => writtenName(name).text

/** "0.000000…, 56 more digits", for a sentence; where there is room to unfold it, components/long-number.tsx. */
const inWords = ({ text, more }: WrittenNumber) => (more === 0 ? text : `${text}, ${moreDigits(more)}`)

/** As `writtenAmount`, in words. */
export const formatAmount = (amount: string, currency?: string | null) => inWords(writtenAmount(amount, currency))

/** As `writtenMoney`, in words. */
export const formatMoney = (amount: string, currency: string | null) => inWords(writtenMoney(amount, currency))

/** As `writtenQuantity`, in words. */
export const formatQuantity = (quantity: string) => inWords(writtenQuantity(quantity))

/** `56 more digits`. */
export const moreDigits = (more: number) => formatCount(more, 'more digit')

/** A whole number that we counted: `20,000`. */
export const formatNumber = (count: number) => format(0, null).format(count)

/** A count of things with its noun: `1 line`, `20,000 lines`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}
