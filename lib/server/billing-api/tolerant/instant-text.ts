const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2}))?(?:[.,](\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * An ISO 8601 date or date-time as `YYYY-MM-DDTHH:mm:ss.sssZ`. Without an offset it is UTC, as section 2 says;
 * digits finer than a millisecond are dropped.
 * @returns undefined where it is no date of the calendar
 */
export function instantText(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? ISO.exec(value.trim()) : null
  if (!parts) return undefined
  const [, year = '', month = '', day = '', minute = '00:00', second = '00', fraction = '', offset = 'Z'] = parts
  const local = `${year}-${month}-${day}T${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}`
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`
  // A day past the month's end would roll over into the next month, and the hour 24 into the next day.
  const isOfCalendar = Number(day) <= daysOf(Number(year), Number(month)) && minute < '24'
  return isOfCalendar ? isoOrUndefined(`${local}${zone}`) : undefined
}

/** How many days a month has; 0 where there is no such month. */
function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

function isoOrUndefined(text: string): string | undefined {
  const atMs = Date.parse(text)
  if (Number.isNaN(atMs)) return undefined
  // Most are written like this already.
  return text.endsWith('Z') ? text : new Date(atMs).toISOString()
}
