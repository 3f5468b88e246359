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
  // A day past the month's end would roll over into the next month.
  if (isoOrUndefined(`${local}Z`) !== `${local}Z`) return undefined
  return isoOrUndefined(`${local}${zone}`)
}

function isoOrUndefined(text: string): string | undefined {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
