const LOCALE = 'en-US'
const formats = new Map<string, Intl.NumberFormat>()

function format(decimals: number, currency: string | null): Intl.NumberFormat {
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

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)
const isCurrency = (code: string | null | undefined): code is string => /^[A-Z]{3}$/.test(code ?? '')
const decimalsOf = (decimal: string) => decimal.split('.')[1]?.length ?? 0

/** With a true minus sign, as wide as the plus and never at a line's end. */
const written = (decimal: `${number}`, decimals: number, currency: string | null) =>
  format(decimals, currency).format(decimal).replace('-', '−')

/**
 * An exact decimal as a person reads it: at least 2 decimals, never fewer than were sent (ux.md), never rounded.
 * With a currency code `$1,234.50`; without, or with one that is not three letters, the plain number.
 */
export function formatAmount(decimal: string, currency?: string | null): string {
  if (!isDecimal(decimal)) return decimal
  return written(decimal, Math.max(2, decimalsOf(decimal)), isCurrency(currency) ? currency : null)
}

/** A count or limit: `1,000`, `2.5`; digits as sent. */
export function formatQuantity(decimal: string): string {
  if (!isDecimal(decimal)) return decimal
  return written(decimal, decimalsOf(decimal), null)
}

/** A count of things with its noun: `1 line`, `20,000 lines`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${format(0, null).format(count)} ${count === 1 ? one : many}`
}
