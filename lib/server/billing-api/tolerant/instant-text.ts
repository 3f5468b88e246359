import { isDateOnly } from '../../../domain/time/end'

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
