import { truncateText } from '@/lib/text/truncate-text'
import { isJsonObject } from '@/contract/exact-json'
import { JsonNumber, withoutLeadingZeros, withPointMoved } from '@/contract/billing/scalars'
import { MAX_DIGITS } from '@/lib/money/decimal'
import { isDateOnly } from '@/lib/time/end'
import { withBidiEscaped } from '@/lib/text/bidi'

export type JsonObject = Readonly<Record<string, unknown>>

/** Returns an exact-parsed value if it is an object, not a list or a number. */
export function objectOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}

/** Returns an own field of the object: `__proto__` and `constructor` are ordinary names. */
export function ownValue(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
/** A larger exponent is meaningless even to a float. */
const MAX_EXPONENT_DIGITS = 15

/**
 * Returns a number or numeric string as a plain decimal, with all digits as sent, times ten to the power of `shift` (−2
 * converts cents to units); minus zero without its sign. Expands an exponent up to 100 digits on either side of the point; a larger one stays as
 * sent, such as `1e400`. Takes linear time.
 * @returns undefined when the value is not a number, or its exponent is too large
 */
export function decimalText(value: unknown, shift = 0): string | undefined {
  const sent = value instanceof JsonNumber ? value.text : typeof value === 'string' ? value.trim() : undefined
  const parts = sent === undefined ? null : NUMBER.exec(sent)
  if (!parts) return undefined
  const [, minus = '', whole = '', fraction = '', exponent] = parts
  const isZero = !/[1-9]/.test(whole) && !/[1-9]/.test(fraction)
  // Minus zero is zero.
  const sign = isZero ? '' : minus
  if (exponent === undefined) return sign + withPointMoved(whole, fraction, shift)
  if (isZero) return withPointMoved(whole, fraction, 0)

  const power = exponentOf(exponent)
  if (power === undefined) return undefined
  const before = withoutLeadingZeros(whole).length + power + shift
  const after = fraction.length - power - shift
  if (before <= MAX_DIGITS && after <= MAX_DIGITS) return sign + withPointMoved(whole, fraction, power + shift)
  return shift === 0 ? sent : `${sign}${whole}${fraction && `.${fraction}`}e${power + shift}`
}

function exponentOf(text: string): number | undefined {
  const [, sign = '', digits = ''] = /^([+-]?)0*(\d+)$/.exec(text) ?? []
  if (digits.length > MAX_EXPONENT_DIGITS) return undefined
  return sign === '-' ? -Number(digits) : Number(digits)
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2}))?(?:[.,](\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Returns an ISO 8601 date or date-time as `YYYY-MM-DDTHH:mm:ss.sssZ`. Without an offset it is UTC (section 2). Drops
 * digits finer than a millisecond.
 * @returns undefined when the value is not a calendar date
 */
export function instantText(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? ISO.exec(value.trim()) : null
  if (!parts) return undefined
  const [, year = '', month = '', day = '', minute = '00:00', second = '00', fraction = '', offset = 'Z'] = parts
  const local = `${year}-${month}-${day}T${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}`
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`
  // `Date` would roll a day past the end of the month, and the hour 24, over to the next.
  const isOfCalendar = Number(day) <= daysOf(Number(year), Number(month)) && minute < '24'
  return isOfCalendar ? isoOrUndefined(`${local}${zone}`) : undefined
}

/** Returns the end of a subscription like `instantText`, but keeps a date-only end, which includes its day. */
export function endText(value: unknown): string | undefined {
  const instant = instantText(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return instant !== undefined && isDateOnly(text) ? text : instant
}

/** Returns the number of days in a month; 0 when there is no such month. */
function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

function isoOrUndefined(text: string): string | undefined {
  const atMs = Date.parse(text)
  if (Number.isNaN(atMs)) return undefined
  // Most instants have this format already.
  return text.endsWith('Z') ? text : new Date(atMs).toISOString()
}

const MAX_DEPTH = 64

/**
 * Returns JSON text of an exact-parsed value for display, with digits as sent and bidi controls escaped. Shortens it
 * with "…" beyond `maxLength` or 64 levels. Unlike the exact writer it accepts any value.
 */
export function jsonText(value: unknown, maxLength: number): string {
  let text = ''
  const write = (part: unknown, depth: number): void => {
    if (text.length > maxLength) return
    if (part instanceof JsonNumber) text += part.text
    else if (typeof part !== 'object' || part === null) text += JSON.stringify(part) ?? 'null'
    else if (depth > MAX_DEPTH) text += '…'
    else if (Array.isArray(part)) {
      text += '['
      for (const [index, item] of part.entries()) {
        if (text.length > maxLength) break
        if (index > 0) text += ','
        write(item, depth + 1)
      }
      text += ']'
    } else {
      text += '{'
      for (const [index, name] of Object.keys(part).entries()) {
        if (text.length > maxLength) break
        text += `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`
        write(Reflect.get(part, name), depth + 1)
      }
      text += '}'
    }
  }
  write(value, 0)
  return truncateText(withBidiEscaped(text), maxLength)
}

/**
 * Returns a received value for display, shortened to `maxLength`: text as it is unless blank, anything else as JSON.
 */
export function sentText(value: unknown, maxLength: number): string {
  return typeof value === 'string' && value.trim() !== '' ? truncateText(value, maxLength) : jsonText(value, maxLength)
}
